import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isObject } from '../../../../shared/json.ts';

/**
 * One line or body as we read it. `malformed` means: an answer to something (it carries an id), but not JSON-RPC; the
 * one who waits must hear of it. A request that is not JSON-RPC becomes a message with the method INVALID_REQUEST, since
 * its server waits too. `noise` is everything else.
 */
export type Reading =
  | { readonly type: 'message'; readonly message: JSONRPCMessage }
  | { readonly type: 'malformed'; readonly id: string | number; readonly why: string }
  | { readonly type: 'noise' };

const NOISE: Reading = { type: 'noise' };

/** 1e400 is read as a number that JSON cannot write, so nothing can be answered to it. */
function isId(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isFinite(value);
}

/** Stands in for the method of a broken request; JSON-RPC keeps names that begin so for itself. */
export const INVALID_REQUEST = 'rpc.invalid';

/** Reads one JSON value as a JSON-RPC message. Params are not judged here: a bad request still deserves an answer. */
export function readValue(value: unknown): Reading {
  if (!isObject(value)) return NOISE;
  if (typeof value.method === 'string' && value.jsonrpc === '2.0') {
    if (value.id !== undefined && !isId(value.id)) return NOISE;
    return { type: 'message', message: value as unknown as JSONRPCMessage };
  }
  if (value.id === undefined || value.id === null) return readIdless(value);
  if (!isId(value.id)) return NOISE;
  if (!(Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'))) {
    if (!Object.hasOwn(value, 'method')) return NOISE;
    return { type: 'message', message: { jsonrpc: '2.0', id: value.id, method: INVALID_REQUEST } };
  }
  if (value.jsonrpc !== '2.0')
    return { type: 'malformed', id: value.id, why: 'it does not say jsonrpc "2.0"' };
  if (Object.hasOwn(value, 'result') && Object.hasOwn(value, 'error')) {
    return { type: 'malformed', id: value.id, why: 'it carries both a result and an error' };
  }
  if (Object.hasOwn(value, 'error')) {
    const error = value.error;
    if (!isObject(error) || typeof error.code !== 'number' || typeof error.message !== 'string') {
      return { type: 'malformed', id: value.id, why: 'its error has no code or no message' };
    }
  } else if (!isObject(value.result)) {
    return { type: 'malformed', id: value.id, why: 'its result is not an object' };
  }
  // What else it carries would make the SDK drop it, and a method that is none would make it a request.
  const { id } = value;
  const answer = Object.hasOwn(value, 'error') ? { error: value.error } : { result: value.result };
  const plain = Object.keys(value).length === 3;
  const message = plain ? value : { jsonrpc: '2.0', id, ...answer };
  return { type: 'message', message: message as unknown as JSONRPCMessage };
}

/**
 * An answer without an id: to a message that could not be read (JSON-RPC 2.0, 5), or of a server that gives no ids back.
 * It belongs to nothing, and is passed on so that those who wait can be told.
 */
function readIdless({ jsonrpc, result, error }: Record<string, unknown>): Reading {
  if (jsonrpc !== '2.0' || isObject(result) === isObject(error)) return NOISE;
  const answer = isObject(result) ? { result } : { error };
  return { type: 'message', message: { jsonrpc, ...answer } as unknown as JSONRPCMessage };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal control sequences are what is taken away here.
const TERMINAL_CODES = /\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g;

/**
 * Reads one line of stdout. A batch (2025-03-26) gives several readings, a blank line none. Terminal control codes
 * around a message are forgiven.
 */
export function readLine(line: string): readonly Reading[] {
  const text = line.trim();
  if (text === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (!text.includes('\x1b')) return [NOISE];
    const plain = text.replace(TERMINAL_CODES, '').trim();
    if (plain === '') return [];
    try {
      value = JSON.parse(plain);
    } catch {
      return [NOISE];
    }
  }
  if (Array.isArray(value)) return value.length === 0 ? [NOISE] : value.map(readValue);
  return [readValue(value)];
}

/** Our own code for an answer that is not JSON-RPC, so that the one who waits for it hears of it. */
export const MALFORMED_ANSWER = -32099;

/** Stands in for a malformed answer. `why` completes "is not JSON-RPC: ...". */
export function malformedAnswer(id: string | number, why: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: MALFORMED_ANSWER, message: why } };
}
