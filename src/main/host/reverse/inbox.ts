import { randomBytes } from 'node:crypto';
import type { QuestionAnswer, QuestionBody, QuestionView } from '../../../shared/model/reverse-call.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { Replica } from '../replica/replica.ts';
import { Shelf } from '../replica/shelf.ts';
import { type CardTexts, cardOf, closedBy, nothingAsked } from './card.ts';
import { type Script, ScriptedQuestion } from './scripted-question.ts';
import type { ReverseCall, Settled } from './types.ts';

/** Which answers fit what is on the screen. */
const FITTING: Record<QuestionBody['type'], readonly QuestionAnswer['type'][]> = {
  'sampling-prompt': ['approve', 'deny'],
  'sampling-running': ['stop', 'deny'],
  'sampling-answer': ['send', 'dont-send', 'again'],
  form: ['submit', 'decline', 'cancel'],
  resend: ['resend', 'dont-send'],
  link: ['open', 'finished', 'open-again', 'decline', 'cancel'],
  none: [],
};

/** Closed cards kept for reading, at most; the journal has them all. */
const CLOSED_KEPT = 200;
const CLOSED_KEPT_BYTES = 32 * 1024 * 1024;

/** What a question begins with, from an earlier life, and who hears of its draft. */
export interface DraftKeeping {
  readonly draft?: unknown;
  readonly onDraft?: (draft: unknown) => void;
}

/** A question as its handler sees it: shows bodies, waits for answers, is closed once. */
export interface Question {
  readonly scripted: boolean;
  /** Shows `body` and waits. Rejects with the reason of `signal` (default: the reverse call's own signal). */
  ask(body: QuestionBody, signal?: AbortSignal): Promise<QuestionAnswer>;
  /** Shows `body` while we work; the person may still press one of its buttons, which `onAnswer` receives. */
  work(body: QuestionBody, onAnswer?: (answer: QuestionAnswer) => void): void;
  close(settled: Settled): void;
}

interface Open {
  signal: AbortSignal;
  readonly onDraft: ((draft: unknown) => void) | undefined;
  nonce: string | undefined;
  waiter: ((answer: QuestionAnswer) => void) | undefined;
}

/** The questions waiting, over all servers. It decides nothing: it keeps what a handler asks and a person answers. */
export class Inbox {
  readonly #replica: Replica;
  readonly #script: Script | undefined;
  readonly #isConnected: (serverId: string) => boolean;
  readonly #open = new Map<string, Open>();
  /** The calls behind the cards that are kept, for their wire view. */
  readonly #calls = new Map<string, ReverseCall>();
  readonly #closed = new Shelf(CLOSED_KEPT, CLOSED_KEPT_BYTES);
  readonly #listeners = new Set<(question: QuestionView) => void>();

  constructor(replica: Replica, script?: Script, isConnected: (serverId: string) => boolean = () => true) {
    this.#replica = replica;
    this.#script = script;
    this.#isConnected = isConnected;
  }

  /** Answered at once in the person's place: nothing is ever open. */
  get scripted(): boolean {
    return this.#script !== undefined;
  }

  /** Opens a card. It appears to the person, and its `texts` are made, with the first `ask` or `work`. */
  begin(
    call: ReverseCall,
    texts: () => CardTexts,
    callSignal: AbortSignal,
    keeping: DraftKeeping = {},
  ): Question {
    if (this.#script) return new ScriptedQuestion(call, this.#script);
    const open: Open = { signal: callSignal, onDraft: keeping.onDraft, nonce: undefined, waiter: undefined };
    let shown = false;
    const put = (body: QuestionBody, state: QuestionView['state']) => {
      open.nonce = undefined;
      if (shown) this.#replica.update('questions', call.id, { body, state });
      else {
        this.#open.set(call.id, open);
        this.#calls.set(call.id, call);
        const { draft } = keeping;
        this.#replica.set('questions', call.id, {
          ...cardOf(call, texts(), body),
          state,
          ...(draft === undefined ? {} : { draft }),
        });
      }
      shown = true;
    };
    return {
      scripted: false,
      ask: (body, signal = callSignal) => {
        return new Promise((resolve, reject) => {
          const onAbort = () => reject(signal.reason);
          if (signal.aborted) return onAbort();
          const first = !shown;
          const suspended = call.session.era === 'modern' && !this.#isConnected(call.serverId);
          open.signal = signal;
          put(body, suspended ? 'suspended' : 'waiting');
          signal.addEventListener('abort', onAbort, { once: true });
          open.waiter = (answer) => {
            signal.removeEventListener('abort', onAbort);
            open.waiter = undefined;
            this.#replica.update('questions', call.id, { state: 'working' });
            resolve(answer);
          };
          if (first && !suspended) this.#announce(call.id);
        });
      },
      work: (body, onAnswer) => {
        if (callSignal.aborted) return;
        const old = this.#replica.get('questions', call.id)?.body;
        if (old?.type === body.type) this.#replica.update('questions', call.id, { body });
        else put(body, 'working');
        open.waiter = onAnswer;
      },
      close: (settled) => {
        this.#open.delete(call.id);
        open.waiter = undefined;
        if (!shown) return;
        this.#replica.update('questions', call.id, {
          ...closedBy(settled),
        });
        this.#keep(call.id);
      },
    };
  }

  /** A card for a call that was never a question: refused by a gate, or void; a line the person can see. */
  showClosed(
    call: ReverseCall,
    texts: CardTexts,
    settled: Settled,
    kept: { body?: QuestionBody; draft?: unknown } = {},
  ): void {
    this.#calls.set(call.id, call);
    this.#replica.set('questions', call.id, {
      ...cardOf(call, texts, kept.body ?? nothingAsked(call)),
      ...(kept.draft === undefined ? {} : { draft: kept.draft }),
      ...closedBy(settled),
    });
    this.#keep(call.id);
  }

  /** A closed card ended otherwise than it says. */
  correct(id: string, { outcome, reason }: Settled): void {
    if (this.#replica.get('questions', id)?.state !== 'closed') return;
    this.#replica.update('questions', id, { outcome, ...(reason === undefined ? {} : { reason }) });
  }

  /** One more of what a closed card says already; false when that card was taken away. */
  countUp(id: string): boolean {
    const view = this.#replica.get('questions', id);
    if (view?.state !== 'closed') return false;
    this.#replica.update('questions', id, { count: (view.count ?? 1) + 1, endedAt: Date.now() });
    return true;
  }

  onQuestion(listener: (question: QuestionView) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The nonce of what is on the screen; an answer uses it up, and every new body needs a new one. */
  show(id: string): { nonce: string } {
    const open = this.#mustBeOpen(id);
    open.nonce ??= randomBytes(16).toString('base64url');
    return { nonce: open.nonce };
  }

  saveDraft(id: string, draft: unknown): void {
    if (!this.#replica.get('questions', id)) return;
    this.#replica.update('questions', id, { draft });
    this.#open.get(id)?.onDraft?.(draft);
  }

  answer(id: string, nonce: string, answer: QuestionAnswer): void {
    const open = this.#mustBeOpen(id);
    const view = this.#replica.get('questions', id);
    if (open.nonce === undefined || open.nonce !== nonce || !view) {
      throw new SentenceError('stale', 'The question changed before your answer arrived. Look at it again.');
    }
    if (!FITTING[view.body.type].includes(answer.type) || !open.waiter) {
      throw new SentenceError('wrong-answer', 'That answer does not fit what this question shows now.');
    }
    open.nonce = undefined;
    open.waiter(answer);
  }

  /** Takes a closed card away. */
  dismiss(id: string): void {
    const view = this.#replica.get('questions', id);
    if (!view) return;
    if (view.state !== 'closed') throw new SentenceError('open', 'This question still waits for an answer.');
    this.#remove(id);
  }

  /** The reverse call behind a card that is still kept. */
  callOf(id: string): ReverseCall | undefined {
    return this.#calls.get(id);
  }

  /** Modern questions of a server whose connection is gone continue when answered; marks them so, or back. */
  setSuspended(serverId: string, suspended: boolean): void {
    for (const view of this.#replica.all('questions')) {
      if (view.serverId !== serverId || view.era !== 'modern') continue;
      if (suspended && view.state === 'waiting') {
        this.#replica.update('questions', view.id, { state: 'suspended' });
      } else if (!suspended && view.state === 'suspended') {
        this.#replica.update('questions', view.id, { state: 'waiting' });
      }
    }
  }

  /**
   * The server says that what happens behind a link is done (`notifications/elicitation/complete`). The modern era has no
   * such notice: there only the person says so, or a server could go through rounds of consent by itself.
   */
  finishLink(serverId: string, elicitationId: string): void {
    for (const [id, open] of this.#open) {
      const view = this.#replica.get('questions', id);
      if (view?.serverId !== serverId || view.era !== 'legacy' || view.body.type !== 'link') continue;
      if (view.body.elicitationId === elicitationId && view.body.phase === 'opened') {
        open.waiter?.({ type: 'finished' });
      }
    }
  }

  /** How many of a server's questions are open. */
  openOf(serverId: string): number {
    let count = 0;
    for (const id of this.#open.keys()) {
      if (this.#replica.get('questions', id)?.serverId === serverId) count += 1;
    }
    return count;
  }

  openViews(): QuestionView[] {
    return [...this.#open.keys()].flatMap((id) => this.#replica.get('questions', id) ?? []);
  }

  #mustBeOpen(id: string): Open {
    const open = this.#open.get(id);
    if (open && !open.signal.aborted) return open;
    throw new SentenceError('closed', 'This question is closed. Nothing was sent.');
  }

  #announce(id: string): void {
    const view = this.#replica.get('questions', id);
    if (view) for (const listener of this.#listeners) listener(view);
  }

  /** Keeps a card that has just been closed; the oldest ones go for it. */
  #keep(id: string): void {
    const what = [this.#replica.get('questions', id), this.#calls.get(id)?.params];
    for (const old of this.#closed.put(id, what)) this.#remove(old);
  }

  #remove(id: string): void {
    this.#closed.take(id);
    this.#calls.delete(id);
    this.#replica.delete('questions', id);
  }
}
