import { SSEClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { HttpTrouble } from './http-trouble.ts';
import { StreamableTransport } from './streamable.ts';
import { type FetchHooks, WatchedFetch } from './watched-fetch.ts';

/** Where a connection over HTTP leads, and who is told what it meets on the way. */
export interface HttpOptions extends FetchHooks {
  readonly target: {
    readonly type: 'http' | 'sse';
    readonly url: string;
    readonly headers?: Record<string, string> | undefined;
  };
}

/** A transport over HTTP and what must be known of it besides. */
export interface HttpConnection {
  readonly transport: Transport;
  readonly url: URL;
  /** Undefined as long as nothing went wrong. */
  readonly trouble: () => HttpTrouble | undefined;
  /** How often, one after another, a message was answered with 502, 503 or 504: nobody behind the door. */
  readonly unavailable: () => number;
  /** Ends the server's session (DELETE), if it has one; never rejects. */
  readonly terminate: () => Promise<void>;
}

/** The address or a header cannot be used; `message` is one plain sentence. */
export class BadAddress extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BadAddress';
  }
}

const TERMINATE_MS = 1000;
/** Makes the transport; asks for nothing yet. `target` has its variables filled in. @throws BadAddress */
export function connectHttp(options: HttpOptions): HttpConnection {
  const url = addressOf(options.target.url);
  const headers = headersOf(options.target.headers ?? {});
  const watch = new WatchedFetch(options.target.type, options);
  const common = { fetch: watch.fetch, requestInit: { headers }, redirectPolicy: 'same-origin' as const };
  if (options.target.type === 'sse') {
    const transport = new SSEClientTransport(url, common);
    return { transport, url, ...watched(watch), terminate: () => Promise.resolve() };
  }
  const transport = new StreamableTransport(url, common);
  watch.onListening = (listening) => {
    if (listening) transport.listening = true;
    else transport.notListening();
  };
  return { transport, url, ...watched(watch), terminate: () => terminate(transport) };
}

function watched(watch: WatchedFetch): Pick<HttpConnection, 'trouble' | 'unavailable'> {
  return { trouble: () => watch.trouble, unavailable: () => watch.unavailable };
}

function addressOf(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new BadAddress('The address of this server is not a URL. Write it like https://example.com/mcp.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new BadAddress(`The address must begin with http:// or https://, not ${url.protocol}//.`);
  }
  return url;
}

function headersOf(own: Record<string, string>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(own)) {
    try {
      headers.set(name, value);
    } catch {
      throw new BadAddress(`The header ${name} has a name or a value that HTTP does not allow. Correct it.`);
    }
  }
  return headers;
}

async function terminate(transport: StreamableTransport): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, TERMINATE_MS);
  });
  await Promise.race([transport.terminateSession().catch(() => undefined), limit]);
  clearTimeout(timer);
}
