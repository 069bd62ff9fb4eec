import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';

/** Where a person signs in: a browser, and a listener for the way back. Without one, nothing is ever signed in. */
export interface SignInPort {
  /** Where the authorization server sends the person back to. Asked before every attempt; may open a listener. */
  redirectUrl(): Promise<string>;
  /**
   * Shows `url` (https, or http on this machine) to the person and resolves with the query of the redirect. Rejects when
   * the person gave up or no browser could be opened. Stops waiting when `signal` aborts.
   */
  openAuthorization(url: URL, signal: AbortSignal): Promise<URLSearchParams>;
  /** An https URL of a document that describes this client (Client ID Metadata Documents). */
  readonly clientMetadataUrl?: string | undefined;
  /** A client that was registered by hand with the server's authorization server. */
  registeredClient?(serverId: string): StoredOAuthClientInformation | undefined;
}

/** What is kept of a sign-in. Secret; the SDK's stamps bind both parts to the authorization server they came from. */
export interface StoredSignIn {
  readonly client?: StoredOAuthClientInformation | undefined;
  readonly tokens?: StoredOAuthTokens | undefined;
}

/** Keeps sign-ins by the binding of their server. A write replaces the whole record at once: tokens may rotate. */
export interface TokenStore {
  read(binding: string): Promise<StoredSignIn | undefined>;
  write(binding: string, signIn: StoredSignIn): Promise<void>;
}

/** Sign-ins that last as long as the app runs. */
export class MemoryTokenStore implements TokenStore {
  readonly #kept = new Map<string, StoredSignIn>();

  read(binding: string): Promise<StoredSignIn | undefined> {
    return Promise.resolve(this.#kept.get(binding));
  }

  write(binding: string, signIn: StoredSignIn): Promise<void> {
    this.#kept.set(binding, signIn);
    return Promise.resolve();
  }
}
