import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { Arguments, RememberedItem } from '../../../shared/model/last-arguments.ts';
import { withoutSecrets } from '../../../shared/without-secrets.ts';

const LastFile = z.object({ entries: z.array(RememberedItem.extend({ args: Arguments })) });

/** Tools and prompts, the ones used last. */
const MOST = 200;
const LARGEST_BYTES = 32 * 1024;
const ALL_BYTES = 1024 * 1024;
const WRITE_AFTER_MS = 1000;

interface Kept {
  readonly item: RememberedItem;
  /** JSON. */
  readonly text: string;
}

/**
 * The arguments each tool and prompt was last run with, without secrets, to be filled in again. A convenience: an
 * unreadable file is an empty one, and what cannot be written is only known in this run. No backups are kept of it,
 * because what is forgotten must be gone.
 */
export class LastArguments {
  readonly #file: string | undefined;
  readonly #isKnown: (serverId: string) => boolean;
  #entries: Map<string, Kept> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Without a file nothing outlives the run. `isKnown`: servers that are gone are forgotten. */
  constructor(file: string | undefined, isKnown: (serverId: string) => boolean) {
    this.#file = file;
    this.#isKnown = isKnown;
  }

  get(item: RememberedItem): Arguments | undefined {
    const kept = this.#all().get(keyOf(item));
    return kept && (JSON.parse(kept.text) as Arguments);
  }

  /** Arguments too large to keep take the place of the last ones all the same: those are not the last any more. */
  set(item: RememberedItem, args: Arguments): void {
    const all = this.#all();
    const text = JSON.stringify(withoutSecrets(args));
    all.delete(keyOf(item));
    if (text !== '{}' && Buffer.byteLength(text) <= LARGEST_BYTES) all.set(keyOf(item), { item, text });
    this.#shrink(all);
    this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS).unref();
  }

  forget(item: RememberedItem): void {
    if (this.#all().delete(keyOf(item))) this.#write();
  }

  /** Forgets servers that are no longer in the list. */
  forgetGone(): void {
    if (this.#dropGone(this.#all())) this.#write();
  }

  close(): void {
    if (this.#timer) this.#write();
  }

  #all(): Map<string, Kept> {
    this.#entries ??= this.#read();
    return this.#entries;
  }

  #read(): Map<string, Kept> {
    const all = new Map<string, Kept>();
    if (this.#file === undefined) return all;
    let entries: z.infer<typeof LastFile>['entries'] = [];
    try {
      entries = LastFile.parse(JSON.parse(readFileSync(this.#file, 'utf8'))).entries;
    } catch {
      // Not there yet, or not ours any more.
    }
    for (const { args, ...item } of entries) all.set(keyOf(item), { item, text: JSON.stringify(args) });
    this.#dropGone(all);
    this.#shrink(all);
    return all;
  }

  #dropGone(all: Map<string, Kept>): boolean {
    const gone = [...all].filter(([, { item }]) => !this.#isKnown(item.serverId));
    for (const [key] of gone) all.delete(key);
    return gone.length > 0;
  }

  /** Oldest first: a map keeps the order in which its entries came. */
  #shrink(all: Map<string, Kept>): void {
    let bytes = 0;
    for (const { text } of all.values()) bytes += Buffer.byteLength(text);
    for (const [key, { text }] of all) {
      if (all.size <= MOST && bytes <= ALL_BYTES) break;
      bytes -= Buffer.byteLength(text);
      all.delete(key);
    }
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#file === undefined || !this.#entries) return;
    const entries = [...this.#entries.values()].map(({ item, text }) => ({
      ...item,
      args: JSON.parse(text),
    }));
    const temporary = `${this.#file}.${process.pid}.tmp`;
    try {
      writeFileSync(temporary, `${JSON.stringify({ entries }, null, 1)}\n`, { mode: 0o600 });
      renameSync(temporary, this.#file);
    } catch {
      rmSync(temporary, { force: true });
    }
  }
}

function keyOf({ serverId, method, name }: RememberedItem): string {
  return JSON.stringify([serverId, method, name]);
}
