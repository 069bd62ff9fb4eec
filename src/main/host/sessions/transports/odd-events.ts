import { AsyncResource } from 'node:async_hooks';
import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/client';
import { malformedAnswer, readValue } from './read-message.ts';
import { MAX_MESSAGE_BYTES } from './stdio.ts';

/** In characters. The body of a longer one is broken off, so this is only a guard. */
const MAX_EVENT = MAX_MESSAGE_BYTES;

/**
 * The SDK throws an event away when it is not quite JSON-RPC; then a request is never answered, or a call waits for ever.
 * This looks at the events on their way to it and hands out what it would lose: requests with params that are no object,
 * malformed answers, and what comes in an array (2025-03-26). The bytes go on unchanged. `onEvent` is told of all values
 * that are not too long; `name` is that of an event that is no message.
 */
export function watchOddEvents(
  body: ReadableStream<Uint8Array>,
  onOdd: (message: JSONRPCMessage) => void,
  onEvent: (value: unknown, name: string | undefined) => void = () => {},
): ReadableStream<Uint8Array> {
  // In the context of the exchange, so that the cause of a request is known here as well.
  const events = new EventReader(
    AsyncResource.bind((text: string, name: string | undefined) => {
      const value = parsed(text);
      if (value === undefined) return;
      onEvent(value, name);
      if (name === undefined) inspect(value, onOdd);
    }),
  );
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        events.push(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
}

/** Reads the data of server-sent events, and passes over long ones. */
class EventReader {
  readonly #onData: (text: string, name: string | undefined) => void;
  readonly #decoder = new TextDecoder();
  #line = '';
  #data: string[] = [];
  #name = '';
  /** The last piece ended with CR, so an LF at the start of the next belongs to it. */
  #afterCr = false;
  #size = 0;

  constructor(onData: (text: string, name: string | undefined) => void) {
    this.#onData = onData;
  }

  push(chunk: Uint8Array): void {
    let text = this.#decoder.decode(chunk, { stream: true });
    if (this.#afterCr && text.startsWith('\n')) text = text.slice(1);
    else if (text === '') return;
    this.#afterCr = text.endsWith('\r');
    const parts = text.split(/\r\n|\n|\r/);
    const last = parts.pop() ?? '';
    for (const part of parts) {
      this.#add(part);
      this.#endLine();
    }
    this.#add(last);
  }

  #add(part: string): void {
    this.#size += part.length;
    // One character is kept of a long line, so that it is not taken for the blank line that ends an event.
    if (this.#size <= MAX_EVENT) this.#line += part;
    else this.#line ||= part.slice(0, 1);
  }

  #endLine(): void {
    const line = this.#line;
    this.#line = '';
    if (line.startsWith('event:')) this.#name = line.slice(line[6] === ' ' ? 7 : 6);
    if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5));
    if (line !== '') return;
    if (this.#size <= MAX_EVENT && this.#data.length > 0) {
      const other = this.#name !== '' && this.#name !== 'message';
      this.#onData(this.#data.join('\n'), other ? this.#name : undefined);
    }
    this.#data = [];
    this.#name = '';
    this.#size = 0;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function inspect(value: unknown, onOdd: (message: JSONRPCMessage) => void): void {
  try {
    parseJSONRPCMessage(value);
  } catch {
    for (const one of Array.isArray(value) ? value : [value]) {
      const reading = readValue(one);
      if (reading.type === 'malformed') onOdd(malformedAnswer(reading.id, reading.why));
      else if (reading.type === 'message') onOdd(reading.message);
    }
  }
}
