import {
  AuthorizationServerMismatchError,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
} from '@modelcontextprotocol/client';
import { SessionError } from '../session-error.ts';
import { AuthorizationTrouble } from './authorization-fetch.ts';
import { type Challenge, isGranted, readChallenge, scopeFor } from './challenge.ts';
import { Flow, type FlowRequest, PersonNeeded } from './flow.ts';
import type { SignInPort, TokenStore } from './types.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Whom to sign in at, and who opens the browser and keeps the tokens. */
export interface SignInOptions {
  readonly serverId: string;
  readonly serverUrl: URL;
  /** What the tokens are kept under. */
  readonly binding: string;
  readonly port: SignInPort;
  readonly store: TokenStore;
}

interface Refusal extends Challenge {
  /** A token that had just been refreshed was refused, so another refresh would not help. */
  readonly renewed: boolean;
}

/** How many sign-ins may be in vain, one after the other, until a request with the new token succeeds. */
const MAX_ATTEMPTS = 3;
/** How long a person may take in the browser. */
const PERSON_MS = 600_000;
/** So many refreshes in a row that fail "for the moment" are taken for good: a person may sign in anew. */
const MAX_REFRESH_TROUBLES = 3;

/**
 * The sign-in at one server. Requests go through `wrap`: it adds the token and, when that has expired, refreshes it once
 * for all of them. It never asks a person; only `authorize` does, and whoever calls that acts for a person who waits.
 */
export class SignIn {
  readonly #options: SignInOptions;
  #wanted: Refusal | undefined;
  #problem: string | undefined;
  #renewing: { readonly token: string | undefined; readonly done: Promise<boolean> } | undefined;
  #asking: { readonly done: Promise<void>; readonly stop: AbortController; waiting: number } | undefined;
  #attempts = 0;
  #refreshTroubles = 0;
  #generation = 0;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** A request was refused for want of a sign-in, and none has succeeded since. */
  get wanted(): boolean {
    return this.#wanted !== undefined;
  }

  /** Rises with every new token. */
  get generation(): number {
    return this.#generation;
  }

  /** One plain sentence about a refused request, and what to do. */
  sentence(): string {
    const { origin, pathname } = this.#options.serverUrl;
    const where = `${origin}${pathname}`;
    if (this.#problem !== undefined) return `Not signed in at ${where}. ${this.#problem}`;
    return this.#wanted?.wants === 'scope'
      ? `${where} wants more rights for this than it was given. Run it again to be asked for them.`
      : `${where} wants a sign-in. Connect the server to sign in.`;
  }

  /** The person asks for it: what was refused before does not count any more. */
  again(): void {
    this.#attempts = 0;
  }

  wrap(base: Fetch): Fetch {
    return async (url, init) => {
      if (new URL(url).origin !== this.#options.serverUrl.origin) return base(url, init);
      const token = await this.#token();
      let used = token;
      let renewed = false;
      let response = await base(url, withToken(init, token));
      if (response.status === 401) {
        const challenge = readChallenge(response);
        if (challenge && (await this.#renew(token, challenge))) {
          await response.body?.cancel().catch(() => undefined);
          used = await this.#token();
          renewed = true;
          response = await base(url, withToken(init, used));
        }
      }
      const challenge = readChallenge(response);
      if (challenge) {
        this.#wanted = { ...challenge, renewed };
      } else if (response.ok && used !== undefined) {
        this.#wanted = undefined;
        this.#problem = undefined;
        this.#attempts = 0;
      }
      return response;
    };
  }

  async #token(): Promise<string | undefined> {
    return (await this.#kept())?.access_token;
  }

  async #kept() {
    return (await this.#options.store.read(this.#options.binding))?.tokens;
  }

  /** Whether there is another token than `refused` now. Refreshes once for all that ask about the same one. */
  async #renew(refused: string | undefined, challenge: Challenge): Promise<boolean> {
    const now = await this.#kept();
    if (now?.access_token !== refused) return now !== undefined;
    if (!now?.refresh_token || this.#asking) return false;
    if (this.#renewing?.token !== refused) {
      const done = this.#refresh(refused, challenge).finally(() => {
        this.#renewing = undefined;
      });
      this.#renewing = { token: refused, done };
    }
    return this.#renewing?.done ?? false;
  }

  async #refresh(refused: string | undefined, challenge: Challenge): Promise<boolean> {
    if ((await this.#token()) !== refused) return true;
    const flow = this.#flow(new AbortController().signal, undefined);
    try {
      if (await flow.begin(requestOf(challenge, undefined, false))) return false;
      this.#refreshTroubles = 0;
      this.#generation += 1;
      return true;
    } catch (error) {
      if (flow.refreshTrouble) {
        this.#refreshTroubles += 1;
        this.#problem = `${flow.refreshTrouble.message} Your sign-in is kept; try again later.`;
      } else {
        this.#problem = error instanceof PersonNeeded ? undefined : sentenceOf(error);
      }
      return false;
    }
  }

  /**
   * Asks the person to sign in, or for more rights, once for all that wait for it. Returns at once when nothing is
   * wanted. Rejects with SessionError `needs-sign-in` or `aborted`; when all who wait have gone, the attempt is ended.
   */
  async authorize(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw gaveUp();
    await this.#renewing?.done;
    if (!this.#wanted) return;
    this.#asking ??= this.#ask(this.#wanted);
    const asking = this.#asking;
    asking.waiting += 1;
    let onAbort = () => {};
    const gone = new Promise<never>((_, reject) => {
      onAbort = () => reject(gaveUp());
      signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      await Promise.race([asking.done, gone]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      asking.waiting -= 1;
      if (asking.waiting === 0) asking.stop.abort();
    }
  }

  #ask(challenge: Refusal) {
    const stop = new AbortController();
    const done = this.#signIn(challenge, AbortSignal.any([stop.signal, AbortSignal.timeout(PERSON_MS)])).then(
      () => {
        this.#wanted = undefined;
        this.#problem = undefined;
        this.#refreshTroubles = 0;
        this.#generation += 1;
      },
      (error) => {
        this.#problem = sentenceOf(error);
        throw new SessionError('needs-sign-in', this.sentence());
      },
    );
    const asking = { done, stop, waiting: 0 };
    const over = () => {
      if (this.#asking === asking) this.#asking = undefined;
    };
    done.then(over, over);
    return asking;
  }

  async #signIn(challenge: Refusal, signal: AbortSignal): Promise<void> {
    const granted = (await this.#kept())?.scope;
    if (isGranted(challenge, granted)) {
      throw new AuthorizationTrouble(
        'You gave it the rights it asks for, and it refuses all the same.',
        false,
      );
    }
    if (this.#attempts >= MAX_ATTEMPTS) {
      const text = `It refused ${MAX_ATTEMPTS} sign-ins in a row. Check the account you use, then connect it again.`;
      throw new AuthorizationTrouble(text, false);
    }
    if (this.#refreshTroubles > 0 && this.#refreshTroubles < MAX_REFRESH_TROUBLES) {
      throw new AuthorizationTrouble(
        this.#problem ?? 'The sign-in server has trouble. Try again later.',
        true,
      );
    }
    const flow = this.#flow(signal, await this.#options.port.redirectUrl());
    const request = requestOf(challenge, granted, challenge.wants === 'scope' || challenge.renewed);
    const page = await flow.begin(request);
    if (!page) return;
    let answer: URLSearchParams;
    try {
      answer = await this.#options.port.openAuthorization(page, signal);
    } catch {
      throw new AuthorizationTrouble('The sign-in was not finished. Connect it again to start over.', false);
    }
    await flow.finish(answer, request);
    this.#attempts += 1;
  }

  /** Without a way back it is a silent one, which asks nobody. */
  #flow(signal: AbortSignal, redirectUrl: string | undefined): Flow {
    const { port, serverId, serverUrl, binding, store } = this.#options;
    return new Flow({
      serverUrl,
      binding,
      store,
      redirectUrl,
      clientMetadataUrl: port.clientMetadataUrl,
      registered: port.registeredClient?.(serverId),
      signal,
      insist: this.#refreshTroubles >= MAX_REFRESH_TROUBLES,
    });
  }
}

/**
 * Runs `run` for a person who waits; when it fails for want of a sign-in, asks for one and runs it again. A request that
 * was refused so has not been carried out.
 */
export async function withSignIn<T>(
  signIn: SignIn | undefined,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const generation = signIn?.generation;
    try {
      return await run();
    } catch (error) {
      const refused = error instanceof SessionError && error.code === 'needs-sign-in';
      if (!signIn || !refused || tries > MAX_ATTEMPTS + 1) throw error;
      if (signIn.wanted) await signIn.authorize(signal);
      // Another one signed in while this one failed.
      else if (signIn.generation === generation) throw error;
    }
  }
}

function requestOf(challenge: Challenge, granted: string | undefined, newGrant: boolean): FlowRequest {
  const { resourceMetadataUrl } = challenge;
  return { scope: scopeFor(challenge, granted), resourceMetadataUrl, newGrant };
}

function withToken(init: RequestInit | undefined, token: string | undefined): RequestInit | undefined {
  if (token === undefined) return init;
  const headers = new Headers(init?.headers);
  headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
}

function gaveUp(): SessionError {
  return new SessionError('aborted', 'The sign-in was stopped.');
}

/** What went wrong, for a person; never a text of a server. */
function sentenceOf(error: unknown): string {
  if (error instanceof AuthorizationTrouble) return error.message;
  if (error instanceof IssuerMismatchError || error instanceof AuthorizationServerMismatchError) {
    return 'An answer of the sign-in came from another server than it should, so it was not used.';
  }
  if (error instanceof InsecureTokenEndpointError)
    return 'Its sign-in server is not protected by https, so no sign-in was begun.';
  if (error instanceof OAuthError) return `The sign-in server refused it (${error.code.slice(0, 60)}).`;
  if (error instanceof Error && /^Protected resource .* does not match/.test(error.message)) {
    return 'Its description names another address than its own, so no sign-in was begun.';
  }
  return 'The sign-in could not be done with what the server says about it.';
}
