import type { KeyKeeping, KeyState, KeyTaken } from '../../../../shared/model/models.ts';
import { SentenceError } from '../../../../shared/model/sentence-error.ts';
import type { KeyFile } from './key-file.ts';
import { type KeychainPort, kindOf } from './keychain.ts';

/** What is encrypted: a key and the place (origin) it was given for, so that no edit of a file sends it elsewhere. */
interface Sealed {
  readonly key: string;
  readonly origin: string;
}

/**
 * The keys of connections: in memory until the end, or encrypted on disk. A key goes to the place it was given for and
 * to no other. Nothing here ever puts a key into an error, a log or a view; a kept one is decrypted for each use.
 */
export class Keys {
  readonly #file: KeyFile;
  readonly #keychain: KeychainPort | undefined;
  readonly #memory = new Map<string, Sealed>();
  /** Connections whose kept key could not be read in this run. */
  readonly #unreadable = new Set<string>();

  constructor(file: KeyFile, keychain: KeychainPort | undefined) {
    this.#file = file;
    this.#keychain = keychain;
  }

  state(connection: string, origin: string): Exclude<KeyState, 'environment'> {
    const inMemory = this.#memory.get(connection);
    if (inMemory) return inMemory.origin === origin ? 'memory' : 'none';
    if (!this.#file.of(connection)) return 'none';
    return this.#unreadable.has(connection) || kindOf(this.#keychain) === 'none' ? 'unreadable' : 'kept';
  }

  /**
   * Keeps a key. `needs-consent`: the keychain is a weak one and nothing was kept; `memory` also where the keychain
   * does not take it.
   */
  async take(connection: string, origin: string, key: string, keep: KeyKeeping): Promise<KeyTaken> {
    const kind = kindOf(this.#keychain);
    if (keep === 'keychain' && kind === 'weak') return 'needs-consent';
    const sealed: Sealed = { key, origin };
    if (keep !== 'memory' && kind !== 'none' && (await this.#keep(connection, sealed))) {
      this.#memory.delete(connection);
      this.#unreadable.delete(connection);
      return 'kept';
    }
    // An older one on disk would come back with the next start.
    this.#dropKept(connection);
    this.#memory.set(connection, sealed);
    return 'memory';
  }

  /** The key for that place, or undefined. What is found unreadable stays so until a key is taken again. */
  async get(connection: string, origin: string): Promise<string | undefined> {
    const inMemory = this.#memory.get(connection);
    if (inMemory) return inMemory.origin === origin ? inMemory.key : undefined;
    const kept = this.#file.of(connection);
    if (!kept || !this.#keychain || kindOf(this.#keychain) === 'none') return undefined;
    const sealed = await this.#open(this.#keychain, kept.data);
    // Meanwhile another may have been taken, or this one forgotten.
    if (this.#file.of(connection) !== kept) return undefined;
    if (sealed?.origin !== origin) {
      this.#unreadable.add(connection);
      return undefined;
    }
    this.#unreadable.delete(connection);
    return sealed.key;
  }

  /** Throws a SentenceError when the file with the key cannot be changed. */
  forget(connection: string): void {
    this.#memory.delete(connection);
    this.#unreadable.delete(connection);
    try {
      this.#file.remove(connection);
    } catch (cause) {
      throw new SentenceError(
        'file-unwritable',
        'The key could not be removed from keys.json; check the free space and its permissions, then try again.',
        { retryable: true, cause },
      );
    }
  }

  async #keep(connection: string, sealed: Sealed): Promise<boolean> {
    try {
      const data = await this.#keychain?.encrypt(JSON.stringify(sealed));
      if (!data) return false;
      this.#file.put(connection, Buffer.from(data).toString('base64'));
      return true;
    } catch {
      return false;
    }
  }

  async #open(keychain: KeychainPort, data: string): Promise<Sealed | undefined> {
    try {
      const read: unknown = JSON.parse(await keychain.decrypt(Buffer.from(data, 'base64')));
      const { key, origin } = read as Partial<Sealed>;
      return typeof key === 'string' && typeof origin === 'string' ? { key, origin } : undefined;
    } catch {
      return undefined;
    }
  }

  #dropKept(connection: string): void {
    try {
      this.#file.remove(connection);
    } catch {
      this.#unreadable.add(connection);
    }
  }
}

/** A text that can be a key: one word of visible ASCII. Anything else on a clipboard is not one. */
export function keyIn(clipboard: string): string | undefined {
  const text = clipboard.trim();
  return /^[\x21-\x7e]{8,1000}$/.test(text) ? text : undefined;
}
