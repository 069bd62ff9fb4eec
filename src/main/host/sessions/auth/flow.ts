import { randomBytes } from 'node:crypto';
import {
  auth,
  type FetchLike,
  type OAuthClientInformationContext,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { AuthorizationTrouble, authorizationFetch, isLoopback } from './authorization-fetch.ts';
import type { StoredSignIn, TokenStore } from './types.ts';

/** The SDK takes a provider without a way back for one that needs no person at all. */
const NO_WAY_BACK = 'http://127.0.0.1/';

/** Refreshing is not possible: a person has to sign in. */
export class PersonNeeded extends Error {
  constructor() {
    super('A person has to sign in.');
    this.name = 'PersonNeeded';
  }
}

/** What one attempt knows of the server and of the person. */
export interface FlowOptions {
  readonly serverUrl: URL;
  readonly binding: string;
  readonly store: TokenStore;
  /** The person's way back. Without one nobody is asked: what a refresh cannot do ends with PersonNeeded. */
  readonly redirectUrl: string | undefined;
  readonly clientMetadataUrl: string | undefined;
  readonly registered: StoredOAuthClientInformation | undefined;
  readonly signal: AbortSignal;
  /** A refresh that fails for the moment leads to a new sign-in; otherwise it ends the flow, and the tokens are kept. */
  readonly insist: boolean;
}

/** What the server wants of a sign-in. */
export interface FlowRequest {
  readonly scope: string | undefined;
  readonly resourceMetadataUrl: URL | undefined;
  /** More rights are wanted, which no refresh can give (RFC 6749, 6). */
  readonly newGrant: boolean;
}

/**
 * One attempt to get tokens with the SDK's OAuth client. What belongs to the attempt (verifier, state, discovery) lives
 * and dies with it; so the next attempt looks again which authorization server the MCP server names (SEP-2352).
 */
export class Flow implements OAuthClientProvider {
  readonly clientMetadataUrl?: string;
  readonly #options: FlowOptions;
  readonly #state = randomBytes(24).toString('base64url');
  readonly #fetch: FetchLike;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;
  #askedScope: string | undefined;
  #used: StoredOAuthTokens | undefined;
  #authorizationUrl: URL | undefined;
  #trouble: AuthorizationTrouble | undefined;
  #refreshTrouble: AuthorizationTrouble | undefined;

  constructor(options: FlowOptions) {
    this.#options = options;
    if (options.clientMetadataUrl !== undefined) this.clientMetadataUrl = options.clientMetadataUrl;
    this.#fetch = authorizationFetch({
      serverUrl: options.serverUrl,
      signal: options.signal,
      onTrouble: (trouble, refreshing) => {
        if (refreshing) this.#refreshTrouble = trouble;
        else this.#trouble = trouble;
      },
    });
  }

  /** A refresh failed, but may succeed later. */
  get refreshTrouble(): AuthorizationTrouble | undefined {
    return this.#refreshTrouble;
  }

  /** Undefined when a refresh was enough; else the page to show. @throws PersonNeeded, AuthorizationTrouble, SDK errors */
  async begin(request: FlowRequest): Promise<URL | undefined> {
    const result = await this.#auth({
      scope: request.scope,
      resourceMetadataUrl: request.resourceMetadataUrl,
      forceReauthorization: request.newGrant,
    });
    return result === 'AUTHORIZED' ? undefined : this.#authorizationUrl;
  }

  /** Takes the query of the redirect and gets the tokens. @throws AuthorizationTrouble, SDK errors */
  async finish(answer: URLSearchParams, request: FlowRequest): Promise<void> {
    if (answer.get('state') !== this.#state) {
      throw new AuthorizationTrouble(
        'The answer to the sign-in belongs to another one. Sign in again.',
        false,
      );
    }
    const code = answer.get('code');
    if (code === null) throw refusal(answer.get('error'));
    const result = await this.#auth({
      scope: request.scope,
      resourceMetadataUrl: request.resourceMetadataUrl,
      authorizationCode: code,
      // Compared with the issuer the attempt began at (RFC 9207).
      iss: answer.get('iss') ?? undefined,
    });
    if (result !== 'AUTHORIZED') throw new AuthorizationTrouble('The sign-in was not finished.', false);
  }

  async #auth(options: Omit<Parameters<typeof auth>[1], 'serverUrl' | 'fetchFn'>) {
    try {
      return await auth(this, { ...options, serverUrl: this.#options.serverUrl, fetchFn: this.#fetch });
    } catch (error) {
      throw this.#trouble ?? error;
    }
  }

  get redirectUrl(): string {
    return this.#options.redirectUrl ?? NO_WAY_BACK;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Gatehouse',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    };
  }

  state(): string {
    return this.#state;
  }

  async clientInformation(
    context?: OAuthClientInformationContext,
  ): Promise<StoredOAuthClientInformation | undefined> {
    const { client, tokens } = await this.#read();
    // A registration for another way back is good for refreshing only.
    const usable = client && (tokens?.refresh_token || fits(client, this.redirectUrl));
    const known = usable ? client : await this.#registered(client, context);
    // Nothing is registered behind the person's back.
    if (this.#options.redirectUrl === undefined && !isOf(known, context?.issuer)) throw new PersonNeeded();
    return known;
  }

  /** A client registered by hand belongs to the authorization server it is first used at, and to no other (SEP-2352). */
  async #registered(
    client: StoredOAuthClientInformation | undefined,
    context: OAuthClientInformationContext | undefined,
  ): Promise<StoredOAuthClientInformation | undefined> {
    const { registered } = this.#options;
    if (!registered || client || !context) return undefined;
    const stamped = { ...registered, issuer: registered.issuer ?? context.issuer };
    await this.saveClientInformation(stamped);
    return stamped;
  }

  async saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    await this.#write({ ...(await this.#read()), client });
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    this.#used = (await this.#read()).tokens;
    return this.#used;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    const before = await this.#read();
    // An answer without a scope means the scope that was asked for, or the one before (RFC 6749, 5.1 and 6).
    const scope = tokens.scope ?? this.#askedScope ?? before.tokens?.scope;
    await this.#write({ ...before, tokens: { ...tokens, ...(scope === undefined ? {} : { scope }) } });
    this.#discovery = undefined;
  }

  redirectToAuthorization(url: URL): void {
    const { redirectUrl, insist } = this.#options;
    const trouble = this.#trouble ?? (insist ? undefined : this.#refreshTrouble);
    if (trouble) throw trouble;
    if (redirectUrl === undefined) throw new PersonNeeded();
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
      throw new AuthorizationTrouble(`The page to sign in at ${url.host} is not protected by https.`, false);
    }
    this.#askedScope = url.searchParams.get('scope') ?? undefined;
    this.#authorizationUrl = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  async invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    const kept = await this.#read();
    // Another one may have refreshed meanwhile; its tokens are good.
    const rotated = kept.tokens?.refresh_token !== this.#used?.refresh_token;
    const dropTokens = (what === 'all' || what === 'tokens') && !rotated;
    const dropClient = what === 'all' || what === 'client';
    if (dropTokens || dropClient) {
      await this.#write({
        client: dropClient ? undefined : kept.client,
        tokens: dropTokens ? undefined : kept.tokens,
      });
    }
    if (what === 'all' || what === 'discovery') this.#discovery = undefined;
  }

  async #read(): Promise<StoredSignIn> {
    return (await this.#options.store.read(this.#options.binding)) ?? {};
  }

  #write(signIn: StoredSignIn): Promise<void> {
    return this.#options.store.write(this.#options.binding, signIn);
  }
}

function isOf(client: StoredOAuthClientInformation | undefined, issuer: string | undefined): boolean {
  const bare = (text: string | undefined) => text?.replace(/\/$/, '');
  return client !== undefined && (client.issuer === undefined || bare(client.issuer) === bare(issuer));
}

function fits(client: StoredOAuthClientInformation, redirectUrl: string): boolean {
  const uris = 'redirect_uris' in client ? client.redirect_uris : undefined;
  return !Array.isArray(uris) || uris.length === 0 || uris.includes(redirectUrl);
}

function refusal(error: string | null): AuthorizationTrouble {
  if (error === 'access_denied') return new AuthorizationTrouble('The sign-in was declined.', false);
  const code = error !== null && /^[a-z_]{1,60}$/.test(error) ? ` (${error})` : '';
  return new AuthorizationTrouble(`The sign-in server refused the sign-in${code}.`, false);
}
