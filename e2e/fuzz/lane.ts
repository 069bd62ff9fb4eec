import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HostEvent } from '../../src/main/host/events.ts';
import { createHost, type Host } from '../../src/main/host/host.ts';
import { createScripted } from '../../src/main/host/sampling/providers/scripted.ts';
import type { QuestionAnswer, QuestionBody } from '../../src/shared/model/reverse-call.ts';
import { DEFAULT_SERVER_SETTINGS } from '../../src/shared/model/server.ts';
import { HttpPeer } from './http-peer.ts';
import { Ledger, Unsettled } from './ledger.ts';
import { mutate } from './mutate.ts';
import { type Peer, StdioPeer } from './peer.ts';
import type { Random } from './random.ts';
import { anyMessage, type Message, plainAnswer } from './traffic.ts';

export type Era = 'legacy' | 'modern';
export type Wire = 'stdio' | 'http';

/** Longer than anything here takes, on a busy machine too. */
const HANG_MS = 60_000;
const CALLS = ['tools/call', 'prompts/get', 'resources/read'] as const;

/** One host with one session, and the peer that plays its server. */
export class Lane {
  readonly #random: Random;
  readonly #peer: Peer;
  readonly #host: Host;
  readonly #dataDir: string;
  readonly #ledger: Ledger;
  readonly era: Era;
  readonly wire: Wire;
  readonly ends: Record<string, number> = {};
  readonly outcomes: Record<string, number> = {};
  /** The lines of the batch at hand. */
  lines: string[] = [];
  #next = 0;

  private constructor(parts: {
    random: Random;
    peer: Peer;
    host: Host;
    wire: Wire;
    dataDir: string;
    counts: Lane['outcomes'];
  }) {
    this.#random = parts.random;
    this.#peer = parts.peer;
    this.#host = parts.host;
    this.#dataDir = parts.dataDir;
    this.outcomes = parts.counts;
    this.era = parts.peer.era;
    this.wire = parts.wire;
    this.#ledger = new Ledger(this.era, parts.wire);
    parts.peer.onAnswer = (message) => this.#ledger.answered(message);
  }

  static async open(era: Era, wire: Wire, random: Random): Promise<Lane> {
    const peer = await (wire === 'http' ? HttpPeer : StdioPeer).listen(era);
    const dataDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-fuzz-'));
    const counts: Record<string, number> = {};
    const host = await createHost({
      dataDir,
      version: '0.0.0',
      env: process.env,
      roots: [dataDir],
      servers: [
        {
          id: 'peer',
          target: peer.target,
          // Half of the world has calls in flight; what comes in between is let through, to be looked at as well.
          settings: { ...DEFAULT_SERVER_SETTINGS, era, allowUnassociated: true, callTimeoutMs: 600_000 },
        },
      ],
      providers: [
        createScripted(() => ({ content: [{ type: 'text', text: 'made' }], model: 'scripted' }), {
          tools: true,
        }),
      ],
      script: (_call, body) => reply(random, body),
      onEvent: (event: HostEvent) => {
        if (event.type === 'settled')
          counts[event.settled.outcome] = (counts[event.settled.outcome] ?? 0) + 1;
      },
    });
    await host.handlers['app.updateSettings']({ maxPerMinute: 10_000, maxOpenPerServer: 1000 });
    await host.sessions.connect('peer');
    return new Lane({ random, peer, host, wire, dataDir, counts });
  }

  /** Sends `count` mutated messages while calls are in flight, and sees that all that waits comes to its end. */
  async batch(count: number): Promise<void> {
    this.lines = [];
    const calls = this.#startCalls(this.#random.int(1, 3));
    await this.#hangs(
      'the requests of calls',
      this.#peer.until(() => this.#peer.open.size >= calls.length),
    );
    const lines = Array.from({ length: count }, () => this.#line());
    this.#ledger.demand(lines);
    this.#send(...lines);
    let over = false;
    const ended = Promise.all(calls).then((ends) => {
      over = true;
      for (const end of ends) this.ends[end] = (this.ends[end] ?? 0) + 1;
    });
    // Whatever still asks gets a plain answer; more mutated ones would keep it going for ever.
    this.#peer.onRequest = (id, method) => this.#finish(id, method);
    for (const [id, method] of this.#peer.open) this.#finish(id, method);
    await this.#hangs('the end of calls', ended);
    this.#peer.onRequest = () => {};
    if (!over) throw new Error('unreachable');
    await this.#hangs(
      'answers',
      this.#peer.until(() => this.#ledger.complete),
    );
    this.#ledger.check();
  }

  async close(): Promise<void> {
    await this.#host.close();
    await this.#peer.close();
    this.#ledger.check();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  #send(...lines: string[]): void {
    this.lines.push(...lines);
    this.#peer.send(...lines);
  }

  #finish(id: unknown, method: string): void {
    this.#peer.open.delete(id);
    this.#peer.answer(id, JSON.stringify(plainAnswer(this.era, method, id)));
  }

  #startCalls(count: number): Promise<string>[] {
    return Array.from({ length: count }, () => {
      const method = this.#random.pick(CALLS);
      const { ended } = this.#host.calls.start({ serverId: 'peer', method, name: 'n', args: {} });
      return ended.then(({ state, error }) => (error ? `${state} ${error.code}` : state));
    });
  }

  #line(): string {
    const forward = [...this.#peer.open.keys()].sort();
    const recent = (n: number) => `q${Math.max(0, this.#next - n)}`;
    this.#next += 1;
    const own = [recent(1), recent(2), recent(this.#random.int(1, 30))];
    const message = (): Message => anyMessage(this.#random, this.era, { next: recent(0), forward, own });
    const line = mutate(this.#random, message(), [...forward, ...own, 'q0'], message);
    // As it is after the wire: half of a pair of surrogates does not pass it.
    return Buffer.from(line).toString();
  }

  async #hangs(what: string, done: Promise<unknown>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        const key = this.#ledger.missing;
        const which = key === undefined ? '' : `; without an answer: ${key.slice(0, 200)}`;
        reject(new Unsettled(`${what} did not come within ${HANG_MS / 1000} s${which}`, key));
      }, HANG_MS);
    });
    try {
      await Promise.race([done, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** A person who answers at once, not always the same. */
function reply(random: Random, body: QuestionBody): QuestionAnswer {
  const often = random.chance(0.8);
  switch (body.type) {
    case 'sampling-prompt':
      return often ? { type: 'approve' } : { type: 'deny' };
    case 'sampling-answer':
      return often ? { type: 'send' } : { type: 'dont-send' };
    case 'form':
      return often ? { type: 'submit', values: {} } : { type: 'decline' };
    case 'link':
      return often ? { type: body.phase === 'ask' ? 'open' : 'finished' } : { type: 'decline' };
    default:
      return { type: 'cancel' };
  }
}
