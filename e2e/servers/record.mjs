// What a fixture server saw and did, kept in memory for `report` and, if wanted, in a file that survives a kill.
import { appendFileSync } from 'node:fs';

const LONGEST = 4000;

/** Shortens long text, so that a report about large messages is not large itself. */
function shorten(_key, value) {
  return typeof value === 'string' && value.length > LONGEST
    ? `${value.slice(0, 100)}… (${value.length} characters)`
    : value;
}

/** @param {string | undefined} file where to append every entry as a JSON line */
export function createRecord(file) {
  const start = performance.now();
  /** @type {any[]} */
  let entries = [];
  return {
    /**
     * @param {'in' | 'out' | 'event'} kind
     * @param {any} what the message, or the event with its `name`
     */
    add(kind, what) {
      const text = JSON.stringify({ at: Math.round(performance.now() - start), kind, what }, shorten);
      entries.push(JSON.parse(text));
      if (file) appendFileSync(file, `${text}\n`);
    },
    clear() {
      entries = [];
    },
    /** Messages in the order of arrival, and responses among them once more as `answers`. */
    report() {
      const of = (kind) => entries.filter((entry) => entry.kind === kind).map((entry) => entry.what);
      const received = of('in');
      return {
        pid: process.pid,
        received,
        answers: received.filter((message) => message && !message.method && 'id' in message),
        notifications: received.filter((message) => message?.method && !('id' in message)),
        sent: of('out'),
        events: of('event'),
        log: [...entries],
      };
    },
  };
}
