/** The most bytes that a UTF-16 unit takes as UTF-8. */
const MOST = 3;

/**
 * Whether a JSON value is larger than so many bytes, counted roughly (text as UTF-8, what JSON puts around it, eight
 * for anything else) and without writing it out. Stops as soon as it is.
 */
export const isLargerThan = (value: unknown, maxBytes: number): boolean =>
  // Bytes are counted one by one only where it may matter.
  exceeds(value, maxBytes, (text) => text.length * MOST) &&
  exceeds(value, maxBytes, (text) => Buffer.byteLength(text));

function exceeds(value: unknown, maxBytes: number, bytesOf: (text: string) => number): boolean {
  let left = maxBytes;
  const stack: unknown[] = [value];
  while (stack.length > 0 && left >= 0) {
    const one = stack.pop();
    if (typeof one === 'string') left -= bytesOf(one) + 2;
    else if (typeof one !== 'object' || one === null) left -= 8;
    else if (Array.isArray(one)) {
      left -= one.length + 2;
      for (const item of one) stack.push(item);
    } else {
      left -= 2;
      for (const key of Object.keys(one)) {
        left -= bytesOf(key) + 4;
        stack.push((one as Record<string, unknown>)[key]);
      }
    }
  }
  return left < 0;
}
