/** The last thing that went wrong on the way to a server, for a sentence about it. */
export type HttpTrouble =
  | {
      readonly type: 'status';
      readonly status: number;
      readonly redirect: string | undefined;
      /** What was asked for; the old HTTP transport posts to an address that the server names. */
      readonly at: string;
      /** How long it wants to be left alone, in milliseconds. */
      readonly retryAfterMs?: number | undefined;
    }
  | { readonly type: 'content'; readonly contentType: string }
  | { readonly type: 'network'; readonly code: string };

/** The code that Node gives a failure of the network, however deep it lies; `UNKNOWN` without one. */
export function networkCode(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = (at as NodeJS.ErrnoException).code;
    if (typeof code === 'string') return code;
    if (at instanceof AggregateError && at.errors[0] instanceof Error) {
      const first = (at.errors[0] as NodeJS.ErrnoException).code;
      if (typeof first === 'string') return first;
    }
  }
  return 'UNKNOWN';
}

/** One plain sentence and a next step. `status` 401 is told apart by the caller. */
export function troubleSentence(trouble: HttpTrouble, url: URL): string {
  const where = placeOf(url);
  if (trouble.type === 'content') {
    const what = /html/i.test(trouble.contentType)
      ? 'a web page'
      : trouble.contentType === ''
        ? 'something without a content type'
        : trouble.contentType.slice(0, 80);
    return `${where} answers with ${what}, not with MCP. Check the address, and whether a sign-in page stands before it.`;
  }
  if (trouble.type === 'status') return statusSentence(trouble);
  switch (trouble.code) {
    case 'ECONNREFUSED':
      return `Nothing answers at ${url.host}. Start the server or check the address.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${url.hostname} was not found. Check the address and the network.`;
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return `${url.host} broke the connection. Try again; if it stays so, look at the log of the server.`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
      return `${url.host} did not answer in time. Check the address and the network.`;
    default:
      if (isCertificate(trouble.code)) {
        return `The certificate of ${url.host} is not trusted (${trouble.code}). Have it signed by an authority this machine knows.`;
      }
      return `${url.host} could not be reached (${trouble.code}). Check the address and the network.`;
  }
}

/** An address without its query, which may be secret. */
export const placeOf = (url: URL): string => `${url.origin}${url.pathname}`;

function statusSentence(trouble: Extract<HttpTrouble, { type: 'status' }>): string {
  const { status, redirect, at: where } = trouble;
  if (redirect !== undefined) {
    return `${where} sends elsewhere (HTTP ${status}), which is not followed. Enter the new address yourself if you trust it${redirect ? `: ${redirect.slice(0, 200)}` : '.'}`;
  }
  if (status === 401) return `${where} wants a sign-in. Add its Authorization header to this server.`;
  if (status === 403) return `${where} refuses access (HTTP 403). Check the headers of this server.`;
  if (status === 404) return `There is nothing at ${where} (HTTP 404). Check the path of the address.`;
  if (status >= 500) return `${where} has trouble of its own (HTTP ${status}). Try again later.`;
  return `${where} refused the request (HTTP ${status}). Check the address and the headers.`;
}

/** Whether a network error says that the certificate is what is wrong: that does not pass by itself. */
export const isCertificate = (code: string): boolean => /CERT|SIGNATURE|TLS|SSL/.test(code);
