/** No server keeps us waiting longer than this, in milliseconds. */
const MOST_MS = 3_600_000;

/**
 * How long a server asks to be left alone (RFC 9110, 10.2.3: seconds, or a date), in milliseconds, at most an hour.
 * Undefined when it says nothing usable.
 */
export function readRetryAfter(header: string | null, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(MOST_MS, Math.max(0, ms));
}
