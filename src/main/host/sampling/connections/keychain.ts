import type { KeychainView } from '../../../../shared/model/models.ts';

/** The system's keychain as a place to keep keys. `weak`: it encrypts, but any program of the person can decrypt. */
export interface KeychainPort {
  kind(): 'os' | 'weak' | 'none';
  /** Rejects when the keychain does not take it. */
  encrypt(text: string): Promise<Uint8Array>;
  /** Rejects when it is not what this keychain made, or is locked. */
  decrypt(bytes: Uint8Array): Promise<string>;
}

/** The system's clipboard: the way a key comes in without passing through the window. */
export interface ClipboardPort {
  read(): string | Promise<string>;
  clear(): void;
}

const SENTENCES = {
  os: 'Keys can be kept in the keychain of this computer.',
  weak: 'This computer has no keychain that protects a key: kept on disk, any program you run could read it. Kept in memory, it is gone when Gatehouse ends.',
  none: 'There is no keychain here, so a key is kept in memory until Gatehouse ends.',
} as const;

/** What can keep a key here, in words. */
export function keychainView(keychain: KeychainPort | undefined): KeychainView {
  const kind = kindOf(keychain);
  return { kind, sentence: SENTENCES[kind] };
}

/** A keychain that throws, or is not there, is none. */
export function kindOf(keychain: KeychainPort | undefined): 'os' | 'weak' | 'none' {
  try {
    return keychain?.kind() ?? 'none';
  } catch {
    return 'none';
  }
}
