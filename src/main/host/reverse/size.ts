/**
 * Whether a JSON value is larger than so many bytes, counted roughly (characters of strings and keys, eight for
 * anything else) and without writing it out. Stops as soon as it is.
 */
export function isLargerThan(value: unknown, maxBytes: number): boolean {
  let left = maxBytes;
  const stack: unknown[] = [value];
  while (stack.length > 0 && left >= 0) {
    const one = stack.pop();
    if (typeof one === 'string') left -= one.length;
    else if (typeof one !== 'object' || one === null) left -= 8;
    else if (Array.isArray(one)) {
      left -= one.length;
      for (const item of one) stack.push(item);
    } else {
      for (const key of Object.keys(one)) {
        left -= key.length;
        stack.push((one as Record<string, unknown>)[key]);
      }
    }
  }
  return left < 0;
}
