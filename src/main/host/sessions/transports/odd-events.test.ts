import { AsyncLocalStorage } from 'node:async_hooks';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { watchOddEvents } from './odd-events.ts';

const odd = { jsonrpc: '2.0', id: 9, method: 'foo/bar', params: [1] };
const fine = { jsonrpc: '2.0', id: 10, method: 'foo/bar', params: { a: 1 } };
const long = { ...fine, params: { text: 'x'.repeat(200_000) } };
const event = (value: unknown) => `id: 1\r\nevent: message\r\ndata: ${JSON.stringify(value)}\r\n\r\n`;

async function run(text: string, size: number): Promise<{ found: JSONRPCMessage[]; through: string }> {
  const found: JSONRPCMessage[] = [];
  const bytes = Buffer.from(text);
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });
  const parts: Uint8Array[] = [];
  for await (const part of watchOddEvents(source, (message) => found.push(message))) parts.push(part);
  return { found, through: Buffer.concat(parts).toString() };
}

it.each([1, 7, 65_536])(
  'finds what the SDK would lose, in pieces of %i bytes, and changes nothing',
  async (size) => {
    const text = `: hello\n\n${event(fine)}${event(odd)}data: {"jsonrpc":"2.0",\ndata: "id":3,"result":7}\n\ndata: noise\n\n`;
    const { found, through } = await run(text, size);
    expect(found).toMatchObject([odd, { id: 3, error: { message: 'its result is not an object' } }]);
    expect(through).toBe(text);
  },
);

it.each([1, 7, 65_536])('reads lines that end with CR alone, in pieces of %i bytes', async (size) => {
  const crOnly = event(odd).replaceAll('\r\n', '\r');
  expect((await run(`: hello\r\r${crOnly}${event(odd)}${crOnly}`, size)).found).toEqual([odd, odd, odd]);
});

it('tells of values under another name, which the SDK passes over', async () => {
  const told: unknown[] = [];
  const text = `event: ping\ndata: {}\n\nevent: answer\ndata: ${JSON.stringify(odd)}\n\n${event(fine)}event: x\ndata: no\n\n`;
  const source = new Blob([text]).stream() as ReadableStream<Uint8Array>;
  const found: JSONRPCMessage[] = [];
  const watched = watchOddEvents(
    source,
    (message) => found.push(message),
    (value, name) => told.push([value, name]),
  );
  await new Response(watched).text();
  expect(told).toEqual([
    [{}, 'ping'],
    [odd, 'answer'],
    [fine, undefined],
  ]);
  expect(found).toEqual([]);
});

it('finds long ones too, and each of an array', async () => {
  const oddAndLong = { ...long, params: ['x'.repeat(100_000)] };
  const { found } = await run(`${event(long)}${event(oddAndLong)}${event([fine, 7, odd])}`, 5000);
  expect(found).toEqual([oddAndLong, fine, odd]);
});

it('tells of them in the context of the exchange', async () => {
  const context = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const source = new Blob([event(odd)]).stream() as ReadableStream<Uint8Array>;
  const watched = context.run('exchange', () => watchOddEvents(source, () => seen.push(context.getStore())));
  await context.run('elsewhere', () => new Response(watched).text());
  expect(seen).toEqual(['exchange']);
});
