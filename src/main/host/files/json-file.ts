import { copyFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { readJson } from '../../../shared/json-text.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { stamp } from './stamp.ts';
import { replaceFile } from './write-file.ts';

/**
 * A JSON file of ours that people may edit too. A file that cannot be read or understood is never overwritten: a
 * dated copy is kept, the last good value (or the fallback) is used, and changes are refused until it is mended.
 */
export class JsonFile<T> {
  readonly file: string;
  readonly #schema: z.ZodType<T>;
  readonly #fallback: () => T;
  #value: T;
  #problem: string | undefined;
  #text: string | undefined;

  constructor(file: string, schema: z.ZodType<T>, fallback: () => T) {
    this.file = file;
    this.#schema = schema;
    this.#fallback = fallback;
    this.#value = fallback();
    this.reload();
  }

  get value(): T {
    return this.#value;
  }

  /** One sentence for the person: why the file is not used, where its copy is, what to do. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Reads the file again; true when its text is not what was read or written last. */
  reload(): boolean {
    let text: string | undefined;
    try {
      text = decode(readFileSync(this.file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        this.#text = undefined;
        this.#problem = `${this.file} cannot be read; check that it is a file you may read, then start again. Until then Gatehouse does not change it.`;
        return true;
      }
    }
    const changed = text !== this.#text || this.#problem !== undefined;
    this.#text = text;
    this.#problem = undefined;
    if (text === NOT_TEXT) {
      this.#refuse('is not UTF-8 text');
      return changed;
    }
    if (text === undefined || text.trim() === '') {
      this.#value = this.#fallback();
      return changed;
    }
    const reading = readJson(text);
    if (!reading.ok) {
      this.#refuse(`is not valid JSON at ${reading.where}`);
      return changed;
    }
    const parsed = this.#schema.safeParse(reading.value);
    if (parsed.success) this.#value = parsed.data;
    else this.#refuse(`does not have the expected form${at(parsed.error.issues[0])}`);
    return changed;
  }

  /**
   * Applies a change to what is on disk now, and writes it. Throws a SentenceError, and changes nothing, when the
   * file cannot be understood or written.
   */
  change(edit: (value: T) => T): void {
    this.reload();
    if (this.#problem !== undefined) throw new SentenceError('file-unreadable', this.#problem);
    const next = edit(this.#value);
    const text = `${JSON.stringify(next, null, 2)}\n`;
    if (text !== this.#text) {
      try {
        replaceFile(this.file, text);
      } catch (cause) {
        throw new SentenceError(
          'file-unwritable',
          `${this.file} could not be written, so nothing was changed; check the free space and its permissions.`,
          { retryable: true, cause },
        );
      }
    }
    this.#text = text;
    this.#value = next;
  }

  #refuse(what: string): void {
    const copy = this.#keepCopy();
    this.#problem = `${this.file} ${what}, so Gatehouse does not change it${copy ? ` (a copy is ${copy})` : ''}; mend it or move it away.`;
  }

  /** Named by the time of the last edit, so that the same broken file is copied once. */
  #keepCopy(): string | undefined {
    try {
      const copy = `${this.file}.unreadable-${stamp(statSync(this.file).mtime)}`;
      if (!existsSync(copy)) copyFileSync(this.file, copy);
      return path.basename(copy);
    } catch {
      return undefined;
    }
  }
}

const NOT_TEXT = '\uFFFF';

/** Strict, so that bytes we cannot write back are never lost. Drops a byte-order mark. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return NOT_TEXT;
  }
}

/** A key that is not known is named, too: it is often a mistyped one. */
function at(issue: z.core.$ZodIssue | undefined): string {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const where = [...(issue?.path ?? []), ...unknown];
  return where.length > 0 ? ` at "${where.map(String).join('.')}"` : '';
}
