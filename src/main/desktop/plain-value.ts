/** Deeper than any form or argument; a value that contains itself is always deeper. */
const MAX_DEPTH = 200;

export type PlainCheck = 'ok' | 'too-large' | 'not-plain';

/**
 * Looks at what the window sent before anything else does: JSON-like values only (structured cloning also carries
 * maps, dates, buffers and cycles), and at most `maxBytes` by a cheap estimate of their JSON.
 */
export function checkPlain(value: unknown, maxBytes: number): PlainCheck {
  let bytes = 0;
  const stack: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { value: here, depth } = top;
    if (typeof here === 'string') bytes += here.length + 2;
    else if (typeof here === 'object' && here !== null) {
      if (depth >= MAX_DEPTH) return 'not-plain';
      bytes += 2;
      if (Array.isArray(here)) {
        bytes += here.length;
        if (bytes > maxBytes) return 'too-large';
        for (const item of here) stack.push({ value: item, depth: depth + 1 });
      } else {
        const prototype: unknown = Object.getPrototypeOf(here);
        if (prototype !== Object.prototype && prototype !== null) return 'not-plain';
        for (const [key, item] of Object.entries(here)) {
          bytes += key.length + 4;
          if (bytes > maxBytes) return 'too-large';
          stack.push({ value: item, depth: depth + 1 });
        }
      }
    } else if (typeof here === 'bigint' || typeof here === 'symbol' || typeof here === 'function') {
      return 'not-plain';
    } else bytes += 8;
    if (bytes > maxBytes) return 'too-large';
  }
  return 'ok';
}
