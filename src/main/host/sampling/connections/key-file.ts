import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { replaceWhole } from '../../files/write-file.ts';

const Kept = z.object({
  connection: z.string(),
  /** What the keychain made of the key and the place it is for, as base64. */
  data: z.string(),
});
export type KeptKey = z.infer<typeof Kept>;

const File = z.object({ keys: z.array(Kept) });

/**
 * Encrypted keys in `<dataDir>/keys.json`. Unlike other files it has no backups: a key that is forgotten is gone. A
 * file that cannot be read counts as none and is replaced with the next key; all that is lost are keys, which are
 * asked for again.
 */
export class KeyFile {
  readonly #file: string;
  #keys: readonly KeptKey[] | undefined;

  constructor(dataDir: string) {
    this.#file = path.join(dataDir, 'keys.json');
  }

  of(connection: string): KeptKey | undefined {
    return this.#all().find((key) => key.connection === connection);
  }

  /** Throws the file system's error. */
  put(connection: string, data: string): void {
    this.#write([...this.#without(connection), { connection, data }]);
  }

  /** Throws the file system's error. */
  remove(connection: string): void {
    if (this.of(connection)) this.#write(this.#without(connection));
  }

  #without(connection: string): KeptKey[] {
    return this.#all().filter((key) => key.connection !== connection);
  }

  #all(): readonly KeptKey[] {
    this.#keys ??= this.#read();
    return this.#keys;
  }

  #read(): readonly KeptKey[] {
    try {
      const parsed = File.safeParse(JSON.parse(readFileSync(this.#file, 'utf8')));
      return parsed.success ? parsed.data.keys : [];
    } catch {
      return [];
    }
  }

  #write(keys: readonly KeptKey[]): void {
    replaceWhole(this.#file, `${JSON.stringify({ keys }, null, 2)}\n`, 0o600);
    this.#keys = keys;
  }
}
