import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Era } from '../../../shared/model/server.ts';

/** A server may have been updated since: after this time it is asked again, in milliseconds. */
const VALID_MS = 7 * 24 * 60 * 60 * 1000;

const Eras = z.record(z.string(), z.object({ era: Era, at: z.number() }));

/**
 * What was learnt about the era of a server, by its binding: it saves the probe, nothing more. A file that is damaged or
 * cannot be written is as good as none.
 */
export class EraCache {
  readonly #file: string;
  readonly #now: () => number;
  #eras: z.infer<typeof Eras>;

  constructor(dataDir: string, now: () => number = Date.now) {
    this.#file = path.join(dataDir, 'eras.json');
    this.#now = now;
    this.#eras = this.#read();
  }

  get(binding: string): Era | undefined {
    const known = this.#eras[binding];
    return known !== undefined && this.#now() - known.at < VALID_MS ? known.era : undefined;
  }

  /** The date is that of the last probe, so that a server in daily use is asked again as well. */
  set(binding: string, era: Era): void {
    if (this.get(binding) === era) return;
    this.#eras = { ...this.#eras, [binding]: { era, at: this.#now() } };
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true });
      const temporary = `${this.#file}.${process.pid}.tmp`;
      writeFileSync(temporary, `${JSON.stringify(this.#eras, null, 2)}\n`, { mode: 0o600 });
      renameSync(temporary, this.#file);
    } catch {
      // It is asked again the next time.
    }
  }

  #read(): z.infer<typeof Eras> {
    try {
      const parsed = Eras.safeParse(JSON.parse(readFileSync(this.#file, 'utf8')));
      return parsed.success ? parsed.data : {};
    } catch {
      return {};
    }
  }
}
