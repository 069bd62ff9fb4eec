import path from 'node:path';
import { z } from 'zod';
import { JsonFile } from '../files/json-file.ts';

const TrustFile = z.looseObject({ trusted: z.record(z.string(), z.string()) });
type TrustFile = z.infer<typeof TrustFile>;

/**
 * Which server the person let start, and with exactly which binding (SEP-1024). A changed binding is not trusted.
 * Kept in `<dataDir>/trust.json`; an unreadable file trusts nobody.
 */
export class Trust {
  readonly #file: JsonFile<TrustFile>;
  /** Given in this run while the file could not be written. */
  readonly #session = new Map<string, string>();

  constructor(dataDir: string) {
    this.#file = new JsonFile<TrustFile>(path.join(dataDir, 'trust.json'), TrustFile, () => ({
      trusted: {},
    }));
  }

  get problem(): string | undefined {
    return this.#file.problem;
  }

  isTrusted(id: string, binding: string): boolean {
    if (this.#session.get(id) === binding) return true;
    const { trusted } = this.#file.value;
    return Object.hasOwn(trusted, id) && trusted[id] === binding;
  }

  /** The person let a server of this name start, and it was another one. */
  isOther(id: string, binding: string): boolean {
    return Object.hasOwn(this.#file.value.trusted, id) && !this.isTrusted(id, binding);
  }

  /** Trusts exactly this binding. Where it cannot be kept it holds for this run, and the SentenceError says so. */
  trust(id: string, binding: string): void {
    this.#session.set(id, binding);
    this.#edit((entries) => [...entries.filter(([key]) => key !== id), [id, binding]]);
  }

  forget(id: string): void {
    this.#session.delete(id);
    if (!Object.hasOwn(this.#file.value.trusted, id)) return;
    this.#edit((entries) => entries.filter(([key]) => key !== id));
  }

  #edit(change: (entries: [string, string][]) => [string, string][]): void {
    this.#file.change((value) => ({
      ...value,
      trusted: Object.fromEntries(change(Object.entries(value.trusted))),
    }));
  }
}
