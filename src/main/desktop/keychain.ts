import type { KeychainPort } from '../host/sampling/connections/keychain.ts';

/** What is used of Electron's `safeStorage`. The asynchronous half exists from Electron 42 on. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  /** Linux only. */
  getSelectedStorageBackend?(): string;
  /** Linux only: lets it encrypt where there is no keychain, with a password that stands in Chromium's source. */
  setUsePlainTextEncryption?(on: boolean): void;
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
  encryptStringAsync?(text: string): Promise<Buffer>;
  decryptStringAsync?(encrypted: Buffer): Promise<{ result: string }>;
}

/** The backend that hides a key from nobody: it encrypts with a password that stands in Chromium's source (os_crypt). */
const WEAK = 'basic_text';
/** How what was encrypted with that password begins on Linux. */
const WEAKLY_ENCRYPTED = 'v10';

/**
 * The keychain of the system: Keychain on macOS, DPAPI on Windows, a secret service or KWallet on Linux. Looked up at
 * each use, since a Linux session can unlock its wallet later. What was `os` never becomes weak silently: `encrypt`
 * rejects then.
 */
export function createKeychain(storage: SafeStorage, platform = process.platform): KeychainPort {
  const kind = (): ReturnType<KeychainPort['kind']> => {
    if (platform === 'linux' && storage.getSelectedStorageBackend?.() === WEAK) return 'weak';
    return storage.isEncryptionAvailable() ? 'os' : 'none';
  };
  // Without this the weak backend refuses; it is asked only for keys the person wanted there.
  const allowWeak = () => {
    if (kind() === 'weak') storage.setUsePlainTextEncryption?.(true);
  };
  return {
    kind,
    encrypt: async (text) => {
      allowWeak();
      const encrypted = storage.encryptStringAsync
        ? await storage.encryptStringAsync(text)
        : storage.encryptString(text);
      const weak = platform === 'linux' && encrypted.toString('latin1', 0, 3) === WEAKLY_ENCRYPTED;
      if (weak && kind() !== 'weak') throw new Error('the keychain did not take it');
      return encrypted;
    },
    decrypt: async (bytes) => {
      allowWeak();
      const encrypted = Buffer.from(bytes);
      if (!storage.decryptStringAsync) return storage.decryptString(encrypted);
      return (await storage.decryptStringAsync(encrypted)).result;
    },
  };
}
