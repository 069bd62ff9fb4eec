import { demandOf, idKey } from './oracle.ts';
import type { Message } from './traffic.ts';

/** An id that was not treated as it must be. */
export class Unsettled extends Error {
  readonly key: string | undefined;
  constructor(message: string, key: string | undefined) {
    super(message);
    this.name = 'Unsettled';
    this.key = key;
  }
}

/** Keeps account of what must be answered and what was. Throws with the id where the two differ. */
export class Ledger {
  readonly #era: 'legacy' | 'modern';
  readonly #wire: 'stdio' | 'http';
  /** Answers that are due, and answers that may come, by id. */
  readonly #due = new Map<string, { must: number; may: number }>();
  #outstanding = 0;
  #wrong: Unsettled | undefined;
  answers = 0;

  constructor(era: 'legacy' | 'modern', wire: 'stdio' | 'http') {
    this.#era = era;
    this.#wire = wire;
  }

  /** A batch is about to be sent; what was due before it is settled. */
  demand(lines: readonly string[]): void {
    this.#due.clear();
    this.#outstanding = 0;
    if (this.#era === 'modern') return;
    for (const line of lines) {
      const { must, may, cancelled } = demandOf(line, this.#wire);
      for (const key of must) this.#entry(key).must += 1;
      for (const key of may) this.#entry(key).may += 1;
      for (const key of cancelled) {
        const due = this.#due.get(key);
        if (due) Object.assign(due, { must: 0, may: due.may + due.must });
      }
    }
    for (const { must } of this.#due.values()) this.#outstanding += must;
  }

  answered(message: Message): void {
    this.answers += 1;
    const key = idKey(message.id);
    const wrong = flawOf(message) ?? this.#settle(message, key);
    if (wrong !== undefined) this.#wrong ??= new Unsettled(wrong, key);
  }

  #settle(message: Message, key: string | undefined): string | undefined {
    const id = JSON.stringify(message.id)?.slice(0, 200);
    if (this.#era === 'modern') return `an answer was sent on a modern session, to id ${id}`;
    const due = key === undefined ? undefined : this.#due.get(key);
    if (due && due.must > 0) {
      due.must -= 1;
      this.#outstanding -= 1;
    } else if (due && due.may > 0) due.may -= 1;
    else return `id ${id} was answered too often, or never asked`;
    return undefined;
  }

  get complete(): boolean {
    return this.#outstanding === 0 || this.#wrong !== undefined;
  }

  /** The first that has no answer yet. */
  get missing(): string | undefined {
    for (const [key, { must }] of this.#due) if (must > 0) return key;
    return undefined;
  }

  check(): void {
    if (this.#wrong !== undefined) throw this.#wrong;
  }

  #entry(key: string): { must: number; may: number } {
    let due = this.#due.get(key);
    if (!due) {
      due = { must: 0, may: 0 };
      this.#due.set(key, due);
    }
    return due;
  }
}

/** What is wrong with an answer of ours, whatever it answers. */
function flawOf(message: Message): string | undefined {
  const { jsonrpc, result, error, ...rest } = message;
  const extra = Object.keys(rest).filter((key) => key !== 'id');
  if (jsonrpc !== '2.0' || extra.length > 0 || (result === undefined) === (error === undefined)) {
    return `an answer is not JSON-RPC: ${JSON.stringify(message).slice(0, 300)}`;
  }
  if (error === undefined) return undefined;
  const { code, message: said } = error as { code?: unknown; message?: unknown };
  if (!Number.isInteger(code) || typeof said !== 'string') return 'an error has no code or no message';
  if (said.length > 200 || /\n|\bat \S+:\d|\/src\/|node:/.test(said)) {
    return `an error says too much: ${said.slice(0, 200)}`;
  }
  return undefined;
}
