import { describe, expect, it } from 'vitest';
import { limitBody } from './body-limit.ts';

/** What comes out of the pieces, and whether the source was told to stop. */
async function through(pieces: readonly string[], events: boolean, limit = 10) {
  let stopped = false;
  let onStopped = () => {};
  const stop = new Promise<void>((resolve) => {
    onStopped = resolve;
  });
  const left = [...pieces];
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = left.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(Buffer.from(piece));
    },
    cancel: () => {
      stopped = true;
      onStopped();
    },
  });
  try {
    return { text: await new Response(limitBody(source, limit, events)).text(), stopped };
  } catch {
    await stop;
    return { text: undefined, stopped };
  }
}

describe('limitBody', () => {
  it('lets what is within the limit through as it is', async () => {
    expect(await through(['12345', '67890'], false)).toEqual({ text: '1234567890', stopped: false });
  });

  it('breaks a body that is longer, and stops its source', async () => {
    expect(await through(['12345', '67890', '1', '2'], false)).toEqual({ text: undefined, stopped: true });
  });

  it.each(['\n\n', '\r\n\r\n', '\r\r'])('lets events follow each other without end: %j', async (end) => {
    const event = `data:1${end}`;
    const all = event.repeat(50);
    for (let size = 1; size <= event.length; size += 1) {
      const pieces = all.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect((await through(pieces, true, 12)).text).toBe(all);
    }
  });

  it.each([
    ['data:1\n\n', 'data:', '7890', '12'],
    ['data: 1\ndata: 2\n', 'data: 3'],
  ])('breaks an event that is longer: %j', async (...pieces) => {
    expect((await through([...pieces, 'x', 'y', 'z'], true)).text).toBeUndefined();
  });
});
