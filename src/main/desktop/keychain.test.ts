import { describe, expect, it } from 'vitest';
import { createKeychain, type SafeStorage } from './keychain.ts';

const storage = (over: Partial<SafeStorage> = {}): SafeStorage => ({
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptString: (text) => Buffer.from(`sync ${text}`),
  decryptString: (encrypted) => encrypted.toString().replace('sync ', ''),
  ...over,
});

describe('the keychain of the system', () => {
  it.each<[string, Partial<SafeStorage>, NodeJS.Platform]>([
    ['os', {}, 'linux'],
    ['weak', { getSelectedStorageBackend: () => 'basic_text' }, 'linux'],
    // Electron says that it cannot encrypt there, until it is told to do it all the same.
    ['weak', { getSelectedStorageBackend: () => 'basic_text', isEncryptionAvailable: () => false }, 'linux'],
    ['none', { isEncryptionAvailable: () => false }, 'linux'],
    ['os', { getSelectedStorageBackend: () => 'basic_text' }, 'darwin'],
    ['none', { isEncryptionAvailable: () => false }, 'win32'],
  ])('is %s', (kind, over, platform) => {
    expect(createKeychain(storage(over), platform).kind()).toBe(kind);
  });

  it('is asked anew each time: a wallet can be unlocked later', () => {
    let open = false;
    const keychain = createKeychain(storage({ isEncryptionAvailable: () => open }), 'linux');
    expect(keychain.kind()).toBe('none');
    open = true;
    expect(keychain.kind()).toBe('os');
  });

  it('encrypts with the weak one when it is asked to', async () => {
    let allowed = false;
    const keychain = createKeychain(
      storage({
        getSelectedStorageBackend: () => 'basic_text',
        isEncryptionAvailable: () => allowed,
        setUsePlainTextEncryption: (on) => {
          allowed = on;
        },
        encryptString: (text) => {
          if (!allowed) throw new Error('not available');
          return Buffer.from(`v10 ${text}`);
        },
      }),
      'linux',
    );
    expect(keychain.kind()).toBe('weak');
    expect(allowed).toBe(false);
    expect(Buffer.from(await keychain.encrypt('key')).toString()).toBe('v10 key');
    expect(keychain.kind()).toBe('weak');
  });

  it('refuses where a real keychain turns out to be weak (Linux)', async () => {
    const weakly = storage({ encryptStringAsync: async (text) => Buffer.from(`v10 ${text}`) });
    await expect(createKeychain(weakly, 'linux').encrypt('key')).rejects.toThrow('did not take it');
    expect(Buffer.from(await createKeychain(weakly, 'darwin').encrypt('key')).toString()).toBe('v10 key');
  });

  it('uses the asynchronous half where there is one', async () => {
    const keychain = createKeychain(
      storage({
        encryptStringAsync: async (text) => Buffer.from(`async ${text}`),
        decryptStringAsync: async (encrypted) => ({ result: encrypted.toString().replace('async ', '') }),
      }),
      'linux',
    );
    const kept = await keychain.encrypt('key');
    expect(Buffer.from(kept).toString()).toBe('async key');
    expect(await keychain.decrypt(kept)).toBe('key');
  });

  it('works without it, and rejects what it cannot read', async () => {
    const keychain = createKeychain(storage(), 'linux');
    expect(await keychain.decrypt(await keychain.encrypt('key'))).toBe('key');
    const locked = createKeychain(
      storage({
        decryptString: () => {
          throw new Error('locked');
        },
      }),
      'linux',
    );
    await expect(locked.decrypt(new Uint8Array([1]))).rejects.toThrow('locked');
  });
});
