import { describe, expect, it } from 'vitest';
import { INVALID_REQUEST, readLine, readValue } from './read-message.ts';

describe('readLine', () => {
  it('D19 takes what is not a message for noise, and blank lines for nothing', () => {
    expect(readLine('')).toEqual([]);
    expect(readLine('   \r')).toEqual([]);
    expect(readLine('\u001b[0m')).toEqual([]);
    for (const line of ['Starting...', '{"half":', '42', 'null', '"text"', '[]', '{"log":"x"}', '{"id":1}']) {
      expect(readLine(line)).toEqual([{ type: 'noise' }]);
    }
  });

  it('finds a message between terminal codes', () => {
    const message = { jsonrpc: '2.0', method: 'x' };
    expect(readLine(`\u001b[2K\u001b[1G${JSON.stringify(message)}\u001b[0m`)).toEqual([
      { type: 'message', message },
    ]);
  });

  it('E19 takes a batch apart', () => {
    const one = { jsonrpc: '2.0', id: 1, result: {} };
    expect(readLine(JSON.stringify([one, 'x']))).toEqual([
      { type: 'message', message: one },
      { type: 'noise' },
    ]);
  });
});

describe('readValue', () => {
  it('F37 lets requests with any params through: they deserve an answer', () => {
    for (const params of [[1], 'x', 7, null, undefined]) {
      const message = { jsonrpc: '2.0', id: 9, method: 'foo/bar', params };
      expect(readValue(message)).toEqual({ type: 'message', message });
    }
  });

  it.each([
    { id: 1, method: 'ping' },
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: 1, method: 7 },
  ])('F37 finds a request that is broken but has an id: %j', (value) => {
    const message = { jsonrpc: '2.0', id: 1, method: INVALID_REQUEST };
    expect(readValue(value)).toEqual({ type: 'message', message });
  });

  it('takes an id that JSON cannot write for none', () => {
    for (const id of ['1e400', '-1e400']) {
      expect(readLine(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)).toEqual([{ type: 'noise' }]);
    }
  });

  it.each([
    [{ jsonrpc: '2.0', id: 1, result: {}, error: null }],
    [{ id: 1, result: {} }],
    [{ jsonrpc: '2.0', id: 'a', result: null }],
    [{ jsonrpc: '2.0', id: 1, error: { message: 'no code' } }],
    [{ jsonrpc: '2.0', id: 1, error: 'text' }],
  ])('F07 finds an answer that is not JSON-RPC: %j', (value) => {
    expect(readValue(value)).toMatchObject({ type: 'malformed', id: value.id });
  });

  it.each([undefined, null])('F35 passes on an answer whose id is %s', (id) => {
    expect(readValue({ jsonrpc: '2.0', id, result: { a: 1 } })).toEqual({
      type: 'message',
      message: { jsonrpc: '2.0', result: { a: 1 } },
    });
    const error = { code: -32700, message: 'Parse error' };
    expect(readValue({ jsonrpc: '2.0', id, error })).toEqual({
      type: 'message',
      message: { jsonrpc: '2.0', error },
    });
    for (const odd of [
      { result: 1 },
      { error: 'x' },
      { result: {}, error: {} },
      { jsonrpc: '1.0', result: {} },
    ]) {
      expect(readValue({ jsonrpc: '2.0', id, ...odd })).toEqual({ type: 'noise' });
    }
  });
});
