import { SentenceError } from '../../shared/model/sentence-error.ts';
import { readUrl } from '../../shared/url-view.ts';
import { RateCap } from './rate-cap.ts';

/** A browser that does not come up in this time is not coming. */
const OPEN_TIMEOUT_MS = 15_000;
const BURST = 5;
const PER_SECOND = 0.5;

export interface LinkPorts {
  /** Hands an address to the system. */
  readonly open: (href: string) => Promise<void>;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

/**
 * The only way an address leaves for the browser (2025-11-25 client/elicitation, "Safe URL Handling"): http and
 * https without a user name, one at a time, few in a row. Rejects with a sentence.
 */
export function createLinkOpener(ports: LinkPorts): (raw: string) => Promise<void> {
  const cap = new RateCap({ burst: BURST, perSecond: PER_SECOND, now: ports.now });
  let busy = false;

  return async (raw) => {
    const href = checkedHref(raw);
    if (busy || !cap.take()) {
      throw new SentenceError(
        'too-many',
        'Too many links were opened at once. Wait a moment and try again.',
        {
          retryable: true,
        },
      );
    }
    busy = true;
    let timer: NodeJS.Timeout | undefined;
    try {
      await Promise.race([
        ports.open(href),
        new Promise<never>((_resolve, reject) => {
          timer = setTimeout(() => reject(new Error('The browser did not answer.')), OPEN_TIMEOUT_MS);
        }),
      ]);
    } catch (cause) {
      throw new SentenceError(
        'no-browser',
        'The browser could not be opened. Copy the address and open it yourself.',
        {
          retryable: true,
          cause,
        },
      );
    } finally {
      clearTimeout(timer);
      busy = false;
    }
  };
}

function checkedHref(raw: string): string {
  const view = readUrl(raw);
  if (view.blocked !== undefined) throw new SentenceError('bad-link', view.blocked);
  if (!view.ok) throw new SentenceError('bad-link', view.reason ?? 'This address cannot be opened.');
  // Not only the reading that was shown decides, but also what is handed over.
  const url = new URL(view.href);
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') {
    throw new SentenceError('bad-link', 'Only http and https addresses can be opened.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new SentenceError(
      'bad-link',
      'This address carries a user name or password, so it is not opened from here.',
    );
  }
  return url.href;
}
