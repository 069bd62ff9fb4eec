import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { bootId, startOf } from './identity.ts';

const Pid = z.int().min(2);
const Text = z.string().max(1000);

/** A server process we started. It leads a process group of its own, whose number is its pid. */
const ProcessRecord = z.object({
  /** The server's id, for the note that is written about it. */
  server: Text,
  pid: Pid,
  /** See `startOf`. */
  start: Text.min(1),
  boot: Text,
  /** The app that started it: as long as that one lives, the process is not left behind. */
  host: z.object({ pid: Pid, start: Text.min(1) }),
});
export type ProcessRecord = z.infer<typeof ProcessRecord> & {
  /** The id of this start, which the process and its children carry as their marker. */
  readonly run: string;
};

const FILE = /^([0-9a-f-]{36})\.json$/;

/**
 * The server processes that run now, in `<dataDir>/processes`, for the next start of the app: should this one be killed,
 * and its watchdog with it, nobody else knows of them. One small file a process, so that writers never meet.
 */
export class ProcessRecords {
  readonly #folder: string;
  readonly #open = new Set<string>();
  #self: Promise<string | undefined> | undefined;

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, 'processes');
  }

  /** A process was started. Never throws: a server is not refused because its record could not be written. */
  add(run: string, server: string, pid: number): void {
    this.#open.add(run);
    this.#self ??= startOf(process.pid);
    void Promise.all([startOf(pid), this.#self]).then(([start, hostStart]) => {
      // Without its start nobody could tell it from another; and it may have ended meanwhile.
      if (start === undefined || hostStart === undefined || !this.#open.has(run)) return;
      const host = { pid: process.pid, start: hostStart };
      this.#write(run, { server: server.slice(0, 1000), pid, start, boot: bootId(), host });
    });
  }

  /** Nobody of that start is left. */
  remove(run: string): void {
    this.#open.delete(run);
    try {
      rmSync(this.#fileOf(run), { force: true, recursive: true });
    } catch {
      // The next start of the app finds that there is no such process.
    }
  }

  /**
   * What is recorded, by any run of the app; `damaged` files could not be understood, and are removed, since nothing can
   * be ended by them.
   */
  read(): { records: ProcessRecord[]; damaged: number } {
    const records: ProcessRecord[] = [];
    let damaged = 0;
    for (const name of names(this.#folder)) {
      const file = path.join(this.#folder, name);
      const run = FILE.exec(name)?.[1];
      if (run === undefined) continue;
      try {
        records.push({ ...ProcessRecord.parse(JSON.parse(readFileSync(file, 'utf8'))), run });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
        damaged += 1;
        this.remove(run);
      }
    }
    return { records, damaged };
  }

  /** Whole or not at all. Not flushed to the disk: it need not outlive the system, as no process does. */
  #write(run: string, record: z.infer<typeof ProcessRecord>): void {
    const temporary = `${this.#fileOf(run)}.tmp`;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(temporary, JSON.stringify(record), { mode: 0o600 });
      renameSync(temporary, this.#fileOf(run));
    } catch {
      // It is still ended with the app, by the app and its watchdog.
    }
  }

  #fileOf(run: string): string {
    return path.join(this.#folder, `${run}.json`);
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
