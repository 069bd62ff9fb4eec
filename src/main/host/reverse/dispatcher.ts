import type { AppSettings } from '../../../shared/model/app.ts';
import type { Cause } from '../../../shared/model/reverse-call.ts';
import type { ServerSettings } from '../../../shared/model/server.ts';
import { answerForm } from '../elicitation/form.ts';
import { answerLink } from '../elicitation/link.ts';
import type { Journal } from '../journal/types.ts';
import { answerSampling } from '../sampling/handler.ts';
import type { SamplingRoom } from '../sampling/types.ts';
import { alikeRefused, alikeTold } from './alike.ts';
import type { CardTexts } from './card.ts';
import type { DispatchEvent } from './dispatch-event.ts';
import { Ends, endOfThrown, quitting } from './ends.ts';
import { type Alike, type Flood, Floods } from './floods.ts';
import { FollowedLinks } from './followed-links.ts';
import { kindOf, passGates } from './gates.ts';
import type { DraftKeeping, Inbox, Question } from './inbox.ts';
import { LastMinute } from './last-minute.ts';
import { Ledger } from './ledger.ts';
import { type Parsed, readReverse } from './read.ts';
import { Records } from './records.ts';
import { type RuleBook, toolsOf } from './rule-book.ts';
import type { ReverseCall, ReverseInput, Settled, Withdrawal } from './types.ts';
import { withdrawalSentence } from './withdrawn.ts';

/** What the dispatcher needs of the other rooms. */
export interface DispatcherDeps {
  readonly inbox: Inbox;
  readonly journal: Journal;
  readonly sampling: SamplingRoom;
  readonly rootsOf: (serverId: string) => { uri: string; name: string }[];
  readonly openExternal: ((url: string) => Promise<void>) | undefined;
  readonly serverSettings: (serverId: string) => ServerSettings;
  readonly serverTexts: (serverId: string) => { name: string; title: string | undefined };
  readonly appSettings: () => AppSettings;
  readonly ruleBook: RuleBook;
  /** The tool (prompt, resource) of a call. */
  readonly toolOf: (callId: number) => string | undefined;
  readonly describeCause: (serverId: string, cause: Cause) => string;
  /** Told of every reverse call and how it ended; the headless command prints them. */
  readonly onEvent: ((event: DispatchEvent) => void) | undefined;
}

/** A reverse call past the gates, ready to be performed. */
export interface Admitted {
  readonly call: ReverseCall;
  readonly parsed: Parsed;
  /** It asks for the same folders as others before it. */
  readonly flood?: Flood;
}

/** A reverse call the gates let in, or one that they have settled. */
export type Admission =
  | { readonly ok: true; readonly admitted: Admitted }
  | { readonly ok: false; readonly call: ReverseCall; readonly settled: Settled };

/** The round of a modern call that a question of our own is about. */
export interface RoundFacts extends Pick<ReverseInput, 'serverId' | 'session' | 'road' | 'round'> {
  readonly callId: number;
  readonly trace: string;
}

/** What a road adds to performing a call. */
export interface PerformOptions extends DraftKeeping {
  readonly signal: AbortSignal;
  /** URLs this call already opened (URL mode, a server that returns the same one). */
  readonly openedUrls?: Set<string>;
  /** Legacy: the card of a link stays until this aborts. */
  readonly sessionClosed?: AbortSignal;
  /** Told of the admission before it is performed. */
  readonly onAdmitted?: (admitted: Admitted) => void;
}

/** What a person believes to have sent, or a rule in their place. */
const SENT: ReadonlySet<Settled['outcome']> = new Set(['accepted', 'declined', 'cancelled', 'denied']);

/**
 * One dispatcher for every road. A road admits its reverse calls (all of a round before anything is asked) and then
 * performs them; the dispatcher never sees a transport.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #recent = new LastMinute();
  readonly #records: Records;
  readonly #ends: Ends;
  readonly #floods: Floods;
  /** Of a round, let in and not asked yet, by server: they are as good as open. */
  readonly #admitted = new Map<string, number>();
  readonly #links: FollowedLinks;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#records = new Records(
      deps.journal,
      (serverId) => deps.serverTexts(serverId).name,
      (call) => toolsOf(call, deps.toolOf),
    );
    this.#ends = new Ends(this.#records, deps.onEvent);
    this.#links = new FollowedLinks(deps);
    this.#floods = new Floods((alike, times) => this.#records.flood(alike, times));
  }

  /** Writes down what is only counted yet. */
  close(): void {
    this.#floods.close();
  }

  /** All gates in order. A refusal is journaled, shown as a card, and returned settled. */
  admit(input: ReverseInput): Admission {
    const { journal } = this.#deps;
    const app = this.#deps.appSettings();
    // A steady clock: one that is set back would refuse for as long.
    const inLastMinute = this.#recent.count(input.serverId, performance.now());
    const passed = passGates(input, {
      settings: this.#deps.serverSettings(input.serverId),
      app,
      openNow: this.#deps.inbox.openOf(input.serverId) + (this.#admitted.get(input.serverId) ?? 0),
      inLastMinute,
      tokensToday: () => journal.tokensToday(input.serverId),
      decision: () => this.#deps.ruleBook.decide(input),
    });
    const call = this.#callOf(input, passed.ok ? passed.repairs : []);
    const flood = passed.ok
      ? this.#told(call, inLastMinute >= app.maxPerMinute)
      : this.#floods.count(alikeRefused(call, passed.refusal), call.id, call.receivedAt);
    if (!flood?.counted) this.#records.asked(call);
    this.#deps.onEvent?.({ type: 'reverse', call });
    if (passed.ok) {
      this.#waits(call, 1);
      return { ok: true, admitted: { call, parsed: passed.parsed, ...(flood && { flood }) } };
    }
    const { settled, gate } = passed.refusal;
    this.#show(call, settled, flood, alikeRefused(call, passed.refusal));
    if (flood?.counted) this.#ends.tell(call, settled);
    else this.#ends.settle(call, settled, gate);
    return { ok: false, call, settled };
  }

  /** Folders are told without limit. Those told within a minute over the limit of others are only counted. */
  #told(call: ReverseCall, over: boolean): Flood | undefined {
    if (call.kind !== 'roots' || call.road !== 'request') return undefined;
    const single = over ? 0 : Number.POSITIVE_INFINITY;
    return this.#floods.count(this.#alikeTold(call), call.id, call.receivedAt, single);
  }

  #alikeTold(call: ReverseCall): Alike {
    return alikeTold(call, this.#deps.rootsOf(call.serverId));
  }

  /** Counts up the card of those that are alike, or shows one. */
  #show(call: ReverseCall, settled: Settled, flood: Flood | undefined, alike: Alike): void {
    if (flood?.card && this.#deps.inbox.countUp(flood.card)) return;
    this.#deps.inbox.showClosed(call, this.#texts(call), settled);
    this.#floods.replaceCard(alike, call.id);
  }

  /** Admits and performs one reverse call. Never rejects. */
  async dispatch(input: ReverseInput, options: PerformOptions): Promise<Settled> {
    const admission = this.admit(input);
    if (admission.ok) options.onAdmitted?.(admission.admitted);
    return admission.ok ? this.perform(admission.admitted, options) : admission.settled;
  }

  /** What went back (road `request`) did not arrive, or may not have: `reason` says so on the card and in the journal. */
  undelivered({ call, flood }: Admitted, settled: Settled, reason: string): void {
    if (!SENT.has(settled.outcome)) return;
    const { result: _result, error: _error, ...known } = settled;
    const failed: Settled = { ...known, outcome: 'failed', reason };
    if (!flood?.counted) this.#records.undelivered(call, failed);
    this.#links.undelivered(call.id, failed);
    this.#deps.inbox.correct(call.id, failed);
    this.#ends.tell(call, failed);
  }

  /** Settles an admitted call that is never asked, because another of its round was refused. */
  abandon({ call }: Admitted): void {
    this.#waits(call, -1);
    this.#ends.settle(call, { outcome: 'withdrawn', reason: withdrawalSentence('sibling-refused') });
  }

  /** Lets the person (or a rule, or a script) decide, performs, checks, journals. Never rejects. */
  async perform(admitted: Admitted, options: PerformOptions): Promise<Settled> {
    const { call, parsed } = admitted;
    this.#waits(call, -1);
    const ledger = new Ledger((tokens) => this.#deps.journal.addTokens(call.serverId, tokens));
    const question = this.#deps.inbox.begin(call, () => this.#texts(call), options.signal, options);
    let settled: Settled;
    try {
      options.signal.throwIfAborted();
      settled = await this.#answer(call, parsed, question, options, ledger);
      options.signal.throwIfAborted();
    } catch (cause) {
      settled = endOfThrown(cause, options.signal);
    }
    settled = ledger.close(settled);
    // A modern question outlives the app: it has not ended, so there is nothing to record.
    if (call.session.era === 'modern' && quitting(options.signal)) {
      question.close(settled);
      return settled;
    }
    if (admitted.flood?.counted) this.#ends.tell(call, settled);
    else if (settled.rule && settled.outcome === 'refused') this.#refusedByRule(call, settled);
    else settled = this.#ends.settled(call, settled);
    if (parsed.kind === 'roots' && !question.scripted && call.cause.certainty !== 'none') {
      this.#show(call, settled, admitted.flood, this.#alikeTold(call));
    }
    if (this.#links.follow(call, parsed, question, settled, options.sessionClosed)) return settled;
    question.close(settled);
    return settled;
  }

  /** A rule for a model can refuse only once the model is chosen, which is after the gates. */
  #refusedByRule(call: ReverseCall, settled: Settled): void {
    this.#ends.settled(call, settled, 'rules');
    this.#deps.inbox.showClosed(call, this.#texts(call), settled);
  }

  #waits(call: ReverseCall, change: 1 | -1): void {
    if (call.kind === 'roots' || this.#deps.inbox.scripted) return;
    this.#admitted.set(call.serverId, (this.#admitted.get(call.serverId) ?? 0) + change);
  }

  /** Asks whether answers whose fate is unknown are to be sent again. Rejects with the signal's reason. */
  async confirmResend(
    round: RoundFacts & { readonly answers: Readonly<Record<string, unknown>> },
    signal: AbortSignal,
  ): Promise<boolean> {
    const sent = { method: 'tools/call', params: { inputResponses: round.answers } };
    const call = this.#callOf(inputOf(round, sent));
    const question = this.#deps.inbox.begin(call, () => this.#texts(call), signal);
    let again = false;
    try {
      const answer = await question.ask({
        type: 'resend',
        answers: JSON.stringify(round.answers, null, 2),
      });
      again = answer.type === 'resend';
    } catch (cause) {
      question.close(endOfThrown(cause, signal));
      throw cause;
    }
    const settled: Settled = again
      ? { outcome: 'accepted', reason: 'You sent the answers again.' }
      : { outcome: 'cancelled', reason: 'You did not send the answers again.' };
    question.close(this.#ends.settled(call, settled));
    return again;
  }

  /** A question of an earlier life that can no longer be answered: its card says why and keeps the text. */
  showVoid(
    round: RoundFacts,
    request: { readonly method: string; readonly params: unknown; readonly draft: unknown },
    why: Withdrawal,
  ): void {
    const call = this.#callOf(inputOf(round, request));
    const settled: Settled = { outcome: 'withdrawn', reason: withdrawalSentence(why) };
    const read = readReverse(call.method, call.params, call.session.protocolVersion);
    const form =
      read.ok && read.parsed.kind === 'elicitation' && read.parsed.mode === 'form' ? read.parsed : undefined;
    this.#deps.inbox.showClosed(call, this.#texts(call), settled, {
      ...(form ? { body: { type: 'form', message: form.message, schema: form.schema, errors: [] } } : {}),
      draft: request.draft,
    });
    this.#ends.settled(call, settled);
  }

  /** A method nobody serves is shown as an elicitation. */
  #callOf(input: ReverseInput, repairs: readonly string[] = []): ReverseCall {
    return {
      ...input,
      id: `r-${this.#deps.journal.nextId('reverse')}`,
      kind: kindOf(input.method) ?? 'elicitation',
      receivedAt: Date.now(),
      repairs,
    };
  }

  /** The one switch: a new reverse method is one more case. */
  #answer(
    call: ReverseCall,
    parsed: Parsed,
    question: Question,
    options: PerformOptions,
    ledger: Ledger,
  ): Promise<Settled> {
    const { ruleBook } = this.#deps;
    switch (parsed.kind) {
      case 'sampling':
        return answerSampling(parsed.request, question, {
          room: this.#deps.sampling,
          defaultModel: this.#deps.appSettings().defaultModel,
          allowedModels: this.#deps.serverSettings(call.serverId).models,
          protocolVersion: call.session.protocolVersion,
          ruleFor: (model, tokens) => ruleBook.decide(call, model, tokens),
          use: (rule, tokens) => ruleBook.use(rule, call.serverId, tokens),
          holds: (rule) => ruleBook.holds(rule),
          ledger,
          signal: options.signal,
        });
      case 'elicitation': {
        if (parsed.mode === 'form') return answerForm(parsed, question);
        const opened = options.openedUrls;
        const link = answerLink(parsed, question, {
          openExternal: this.#deps.openExternal,
          openedBefore: opened?.has(parsed.url) ?? false,
          waitUntilFinished: call.road === 'url_required',
        });
        return link.then((settled) => {
          if (settled.outcome === 'accepted') opened?.add(parsed.url);
          return settled;
        });
      }
      case 'roots':
        return Promise.resolve({
          outcome: 'accepted',
          result: { roots: this.#deps.rootsOf(call.serverId) },
        });
    }
  }

  /** Records what is about to leave; a road says when that is. */
  leaves(call: ReverseCall, settled: Settled): void {
    this.#ends.leaves(call, settled);
  }

  #texts(call: ReverseCall): CardTexts {
    const { name, title } = this.#deps.serverTexts(call.serverId);
    return {
      serverName: name,
      serverTitle: title,
      causeText: this.#deps.describeCause(call.serverId, call.cause),
      hardLimitAt: call.receivedAt + this.#deps.appSettings().hardLimitHours * 3_600_000,
    };
  }
}

/** A question of our own about a round, as if it had come on the round's road. */
function inputOf(
  { serverId, session, road, callId, trace, round }: RoundFacts,
  { method, params }: { readonly method: string; readonly params: unknown },
): ReverseInput {
  const cause: Cause = { callId, certainty: 'proven', candidates: [] };
  return { serverId, session, road, method, params, cause, trace, round, roundSize: 1 };
}
