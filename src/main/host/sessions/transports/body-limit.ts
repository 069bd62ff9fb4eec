/** An event ends with a blank line, and a line with CR, LF or both (HTML, server-sent events). */
const BLANK_LINE = /\n\r?\n|\r\r/g;

/**
 * Breaks a body after `limit` bytes, so that nobody can fill the memory; of a stream of events it breaks the one that is
 * longer. The bytes count as they are after decompression.
 */
export function limitBody(
  body: ReadableStream<Uint8Array>,
  limit: number,
  events: boolean,
): ReadableStream<Uint8Array> {
  let size = 0;
  let before = '';
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        size += chunk.length;
        if (events) {
          // With the end of the chunk before, since a blank line may be cut in two.
          const text = before + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
          for (const { index, 0: blank } of text.matchAll(BLANK_LINE)) {
            size = text.length - index - blank.length;
          }
          before = text.slice(-3);
        }
        if (size > limit) controller.error(new Error(`The answer is longer than ${limit} bytes.`));
        else controller.enqueue(chunk);
      },
    }),
  );
}
