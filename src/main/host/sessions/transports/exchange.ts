import { AsyncLocalStorage } from 'node:async_hooks';
import type { TransportSendOptions } from '@modelcontextprotocol/client';
import { isObject } from '../../../../shared/json.ts';
import { ResumePace } from './resume-pace.ts';

/** What a request of ours, whose answer is read raw, adds to the options of the SDK. */
export interface OwnSendOptions extends TransportSendOptions {
  /** No answer can come any more, though the connection is well. Called with what makes one plain sentence, perhaps late. */
  readonly onNoAnswer?: (sentence: () => string) => void;
  /** Something came that may have been meant for the answer. Called with one plain sentence. */
  readonly onOddity?: (sentence: string) => void;
}

/** One message that is posted over HTTP, and what comes of it, also on the streams that resume its answer. */
export class Exchange {
  /** Undefined for what wants no answer. */
  readonly id: string | number | undefined;
  /** Its answer is read here, and not by the SDK. */
  readonly own: boolean;
  readonly pace = new ResumePace();
  /** How its POST was answered, as far as no stream began. */
  reply: { readonly type: 'accepted' } | { readonly type: 'json'; readonly text: string } | undefined;
  /** Its stream is not opened again. Called with one plain sentence. */
  giveUp: (sentence: string) => void = () => {};
  /** Completes "The server sent ... instead of the answer." */
  odd: string | undefined;
  readonly #onOddity: OwnSendOptions['onOddity'];

  constructor(id: string | number | undefined, options: OwnSendOptions) {
    this.id = id;
    this.own = id !== undefined && options.onNoAnswer !== undefined;
    this.#onOddity = options.onOddity;
  }

  /** Looks at an event that the answer did not come with. `name`: of the event, where it is no message. */
  event(value: unknown, name: string | undefined): void {
    if (name !== undefined) {
      if (!isObject(value) || value.jsonrpc !== '2.0') return;
      this.odd = `an event named "${name.slice(0, 80)}"`;
      this.#onOddity?.(insteadOf(this.odd));
      return;
    }
    const what = wrongAnswer(value, this.id);
    if (what !== undefined) this.odd = what;
  }
}

/** The exchange that the code at hand is part of. */
export const exchanges = new AsyncLocalStorage<Exchange>();

/** The sentence for an answer that came as something else. */
export const insteadOf = (what: string): string => `The server sent ${what} instead of the answer.`;

/** What a body is that did not bring the answer to `id`: completes "The server sent ... instead of the answer." */
export function describeBody(text: string, id: string | number | undefined): string {
  if (text.trim() === '') return 'nothing';
  const value = parsed(text);
  if (value === undefined) return 'something that is not JSON';
  if (Array.isArray(value) && value.length === 0) return 'an empty list';
  const one = Array.isArray(value) ? (value as unknown[]).at(-1) : value;
  return wrongAnswer(one, id) ?? 'something that is not an answer';
}

function wrongAnswer(value: unknown, id: string | number | undefined): string | undefined {
  if (!isObject(value) || !(Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error')))
    return undefined;
  if (value.id === undefined || value.id === null) return 'an answer without an id';
  if (String(value.id) === String(id)) return undefined;
  return `an answer with the id ${JSON.stringify(value.id).slice(0, 80)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}
