import { placeOf } from '../../../../shared/url-view.ts';

/** An address that can be used, or one plain sentence about why not. */
export type AddressReading =
  | {
      readonly ok: true;
      /** As a provider's client takes it: no slash at the end, no `/v1`. */
      readonly baseUrl: string;
      /** Scheme, host and port: what a key is bound to. */
      readonly origin: string;
      /** What a person reads as the place: host and port. */
      readonly host: string;
      /** One sentence to weigh, where nothing encrypts what is sent. */
      readonly warning?: string;
    }
  | { readonly ok: false; readonly message: string };

const no = (message: string): AddressReading => ({ ok: false, message });

/** Endings people copy with an address; the client adds them itself. */
const COPIED = /\/v1(?:\/messages|\/models)?\/?$/;

/**
 * Reads the address of a provider: keys and prompts go there, so it is https, or http to this computer or the person's
 * own network. Never throws.
 */
export function readBaseUrl(raw: string): AddressReading {
  const text = raw.trim();
  if (text === '') return no('Give the address of the provider, such as https://api.anthropic.com.');
  if (!/^https?:\/\/[^/?#]/i.test(text) || /[\s\p{Cc}\p{Cf}\\]/u.test(text) || !URL.canParse(text)) {
    return no('That is not an http or https address; give one such as https://api.anthropic.com.');
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return no('The address has a name or password in it; leave them out and take the key by itself.');
  }
  if (url.search !== '' || url.hash !== '') return no('Leave out what follows "?" or "#" in the address.');
  const secure = url.protocol === 'https:';
  const place = placeOf(url.hostname);
  if (!secure && place === 'public') {
    return no('Use https: over http everybody on the way could read your key and your prompts.');
  }
  const warning = secure
    ? undefined
    : place === 'here'
      ? 'It is a program on this computer.'
      : 'The way there is not encrypted, so others in your network can read the key and the prompts.';
  return {
    ok: true,
    baseUrl: `${url.origin}${url.pathname.replace(COPIED, '').replace(/\/+$/, '')}`,
    origin: url.origin,
    host: url.host,
    ...(warning === undefined ? {} : { warning }),
  };
}
