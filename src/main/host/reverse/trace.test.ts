import { expect, it } from 'vitest';
import { traceparent, traceparentOf } from './trace.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';

it('each request is a span of its own in the trace of its call', () => {
  const [one, two] = [traceparent(trace), traceparent(trace)];
  expect(one).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
  expect(one).not.toBe(two);
});

it('reads a trace context of a server only where it is one', () => {
  const given = `00-${trace}-00f067aa0ba902b7-01`;
  expect(traceparentOf({ _meta: { traceparent: given } })).toBe(given);
  for (const params of [undefined, null, 7, {}, { _meta: null }, { _meta: { traceparent: `${given}\n` } }]) {
    expect(traceparentOf(params)).toBeUndefined();
  }
});
