import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

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
    const temporary = `${this.#file}.${process.pid}.tmp`;
    try {
      const fd = openSync(temporary, 'w', 0o600);
      try {
        writeFileSync(fd, `${JSON.stringify({ keys }, null, 2)}\n`);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
      renameSync(temporary, this.#file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    this.#keys = keys;
  }
}
