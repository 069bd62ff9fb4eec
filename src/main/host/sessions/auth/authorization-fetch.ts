import type { FetchLike } from '@modelcontextprotocol/client';

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 1024 * 1024;

/** Why a request of a sign-in was not made or not finished; `message` is one plain sentence. */
export class AuthorizationTrouble extends Error {
  /** Trying again later may help. */
  readonly transient: boolean;
  constructor(message: string, transient: boolean) {
    super(message);
    this.name = 'AuthorizationTrouble';
    this.transient = transient;
  }
}

/** The server that the sign-in is for, and who hears of trouble. */
export interface AuthorizationFetchOptions {
  /** The MCP server: its own origin may be asked over plain http, others only on this machine. */
  readonly serverUrl: URL;
  readonly signal: AbortSignal;
  /** Hears of every trouble, since the SDK swallows some. */
  readonly onTrouble: (trouble: AuthorizationTrouble, refreshing: boolean) => void;
}

/**
 * Fetches for the SDK's OAuth client, whose addresses come from a server nobody has to trust: none on this machine for a
 * server elsewhere, no secrets over plain http, a limit in time and size. What an authorization server writes about an
 * error is left out, because the SDK puts it into its warnings.
 */
export function authorizationFetch(options: AuthorizationFetchOptions): FetchLike {
  return async (input, init) => {
    const refreshing = isRefresh(init?.body);
    try {
      const response = await request(new URL(String(input)), init ?? {}, options);
      return init?.method === 'POST' && !response.ok ? await withoutText(response, refreshing) : response;
    } catch (error) {
      const trouble = troubleOf(error, new URL(String(input)));
      options.onTrouble(trouble, refreshing);
      throw trouble;
    }
  };
}

/** Redirects come back as they are: the SDK follows those within one origin, through here again. */
async function request(
  url: URL,
  init: RequestInit,
  { serverUrl, signal }: AuthorizationFetchOptions,
): Promise<Response> {
  if (!mayAsk(url, serverUrl)) {
    throw new AuthorizationTrouble(
      `The sign-in leads to ${url.origin}, which is not safe to use for this server, so it was not begun.`,
      false,
    );
  }
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  return whole(await fetch(url, { ...init, redirect: 'manual', signal: limited }));
}

/** https anywhere; http for the server's own origin, and on this machine if the server is there too. */
function mayAsk(url: URL, serverUrl: URL): boolean {
  if (isLoopback(url) && !isLoopback(serverUrl)) return false;
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && (url.origin === serverUrl.origin || isLoopback(url)))
  );
}

/** Whether an address leads to this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

async function whole(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new AuthorizationTrouble('The sign-in server answers with too much.', false);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, statusText, headers });
}

async function withoutText(response: Response, refreshing: boolean): Promise<Response> {
  if (refreshing && (response.status >= 500 || response.status === 429)) {
    throw new AuthorizationTrouble(`The sign-in server has trouble (HTTP ${response.status}).`, true);
  }
  let error = 'server_error';
  try {
    const body = (await response.json()) as { error?: unknown } | null;
    if (typeof body?.error === 'string' && /^[a-z_]{1,60}$/.test(body.error)) error = body.error;
  } catch {
    // Not an OAuth error (RFC 6749, 5.2).
  }
  return Response.json({ error }, { status: response.status });
}

function troubleOf(error: unknown, url: URL): AuthorizationTrouble {
  if (error instanceof AuthorizationTrouble) return error;
  return new AuthorizationTrouble(`${url.host} could not be reached for the sign-in. Try again later.`, true);
}

function isRefresh(body: unknown): boolean {
  return (
    (body instanceof URLSearchParams || typeof body === 'string') &&
    new URLSearchParams(body).get('grant_type') === 'refresh_token'
  );
}
