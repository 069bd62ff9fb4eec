import { displayHostOf, mixesScripts } from './punycode.ts';

/** A link as a person should judge it. `href` is exactly what would be opened; empty when `ok` is false. */
export interface UrlView {
  ok: boolean;
  /** One plain sentence, when the link may not be opened. */
  reason?: string;
  href: string;
  /** `https` or `http`, without the colon. */
  scheme: string;
  /** Host with its port, in ASCII, as the browser will use it. */
  host: string;
  /** The same host with international labels decoded. */
  displayHost: string;
  /** Plain sentences to weigh before opening. */
  warnings: string[];
  /** One plain sentence, when the link is a web address and still not opened from here. */
  blocked?: string;
}

const MAX_LENGTH = 8_192;
const LONG = 512;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const CREDENTIALS = 'This address carries a user name or password, so it is not opened from here.';
/** What URL parsers drop, fold or show differently from what is opened. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Cs}]/u;

/**
 * Reads the URL of an elicitation (2025-11-25 client/elicitation, "Safe URL Handling"). Only http and https may be
 * opened. Never throws, never touches the network.
 */
export function readUrl(raw: string): UrlView {
  if (typeof raw !== 'string' || raw === '') return refuse('The server sent no address.');
  if (raw.length > MAX_LENGTH) return refuse(`This address is longer than ${MAX_LENGTH} characters.`);
  if (UNSEEN.test(raw)) return refuse('This address contains spaces or invisible characters.');
  if (raw.includes('\\'))
    return refuse('This address contains a backslash, which programs read in different ways.');
  const scheme = SCHEME.exec(raw)?.[1]?.toLowerCase();
  if (!scheme) return refuse('This is not a full web address.');
  if (scheme !== 'http' && scheme !== 'https') {
    return refuse(`Only http and https addresses can be opened, not "${scheme.slice(0, 40)}".`, scheme);
  }
  if (!/^https?:\/\/[^/]/i.test(raw)) return refuse('This is not a full web address.', scheme);
  let url: URL;
  try {
    url = new URL(raw);
  } catch {
    return refuse('This is not a valid web address.', scheme);
  }
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    return refuse('This is not a valid web address.', scheme);
  }
  const hostname = displayHostOf(url.hostname);
  return {
    ok: true,
    href: url.href,
    scheme,
    host: url.host,
    displayHost: url.port === '' ? hostname : `${hostname}:${url.port}`,
    warnings: warningsFor(raw, url, hostname),
    ...(url.username === '' && url.password === '' ? {} : { blocked: CREDENTIALS }),
  };
}

function refuse(reason: string, scheme = ''): UrlView {
  return { ok: false, reason, href: '', scheme, host: '', displayHost: '', warnings: [] };
}

function warningsFor(raw: string, url: URL, displayHost: string): string[] {
  const warnings: string[] = [];
  if (url.protocol === 'http:')
    warnings.push('This address is not encrypted: others on the network can read and change it.');
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(raw)) {
    warnings.push(`The part before "@" is not the site: this address leads to ${url.host}.`);
  }
  const place = placeOf(url.hostname);
  if (place === 'here') warnings.push('This address leads to a program on this computer.');
  else if (place === 'private')
    warnings.push('This address leads into your own network, not to the public internet.');
  if (isAddress(url.hostname)) warnings.push('This address names a machine by number instead of by name.');
  if (url.hostname.split('.').some((label) => label.startsWith('xn--'))) {
    warnings.push(
      `The site's name uses international letters: it reads "${displayHost}" and is really "${url.hostname}".`,
    );
  }
  if (mixesScripts(displayHost)) {
    warnings.push("The site's name mixes alphabets, so some letters may be look-alikes.");
  }
  if (url.port !== '') warnings.push(`This address uses the unusual port ${url.port}.`);
  if (raw.length > LONG) warnings.push(`This address is very long (${raw.length} characters).`);
  return warnings;
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Where a host stands as its name or number tells; names are not looked up. */
export function placeOf(raw: string): 'here' | 'private' | 'public' {
  const hostname = raw.replace(/\.$/, '');
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return 'here';
  if (hostname.startsWith('[')) return placeOfV6(hostname.slice(1, -1));
  const parts = hostname.split('.').map(Number);
  if (isAddress(hostname)) return placeOfV4(parts);
  if (!hostname.includes('.')) return 'private';
  return /\.(?:local|internal|intranet|lan|home|corp|private|home\.arpa)$/.test(hostname)
    ? 'private'
    : 'public';
}

function placeOfV4([a = 0, b = 0]: number[]): 'here' | 'private' | 'public' {
  if (a === 127 || a === 0) return 'here';
  if (a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)) return 'private';
  if ((a === 169 && b === 254) || (a === 100 && b >= 64 && b <= 127)) return 'private';
  return 'public';
}

function placeOfV6(address: string): 'here' | 'private' | 'public' {
  if (address === '::1' || address === '::') return 'here';
  const mapped = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (mapped) {
    const high = Number.parseInt(mapped[1] ?? '0', 16);
    return placeOfV4([high >> 8, high & 255]);
  }
  return /^f[cd]|^fe[89ab]/.test(address) ? 'private' : 'public';
}
