// Event streams (SSE) as channels of an engine: they remember what they sent, so that a GET can resume one.

/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * @param {string} id names the stream in event ids
 * @param {{ eventIds?: boolean }} options
 */
export function createStream(id, { eventIds = false } = {}) {
  /** @type {string[]} */
  const events = [];
  /** @type {ServerResponse | undefined} */
  let out;
  let broken = false;
  /** How many events some response took. */
  let delivered = 0;

  const isOpen = () => out !== undefined && !out.destroyed && !out.writableEnded;

  function write(index) {
    const name = eventIds ? `id: ${id}:${index}\n` : '';
    out?.write(`${name}event: message\ndata: ${events[index]}\n\n`);
  }

  return {
    id,
    /**
     * Sends what comes from now on to this response, after what was missed. Without `after`, only what nobody got.
     * @param {ServerResponse} response
     * @param {number} [after] index of the last event that the client has
     */
    attach(response, after) {
      const from = after === undefined ? delivered : after + 1;
      out = response;
      broken = false;
      if (!response.headersSent) {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
        response.flushHeaders();
      }
      for (let index = from; index < events.length; index++) write(index);
      delivered = events.length;
    },
    send(message) {
      events.push(JSON.stringify(message));
      if (!isOpen() || broken) return;
      write(events.length - 1);
      delivered = events.length;
    },
    raw(text) {
      if (isOpen()) out?.write(text);
    },
    /** Announces an id before anything happened, so that a client knows where to resume. */
    prime() {
      if (!eventIds) return;
      events.push('');
      out?.write(`id: ${id}:${events.length - 1}\ndata: \n\n`);
      delivered = events.length;
    },
    retry(ms) {
      if (isOpen()) out?.write(`retry: ${ms}\n\n`);
    },
    cut() {
      broken = true;
      out?.destroy();
    },
    end() {
      broken = true;
      out?.end();
    },
    isOpen,
  };
}
