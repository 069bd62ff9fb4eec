import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createHost } from '../../src/main/host/host.ts';
import { Person } from '../../src/main/host/testing/person.ts';
import type {
  PromptEdits,
  QuestionAnswer,
  QuestionBody,
  QuestionView,
} from '../../src/shared/model/reverse-call.ts';
import type { ServerSettings } from '../../src/shared/model/server.ts';
import { type MessagesApi, startMessagesApi } from '../servers/messages-api.ts';
import { type Report, rawStdioFile, type Scenario, type Step } from '../servers/raw.ts';

export type Era = 'legacy' | 'modern';
export const ERAS: readonly Era[] = ['legacy', 'modern'];

const KEY = 'sk-canary-ca5e';
export const SONNET = 'anthropic/claude-sonnet-5-5';
export const HAIKU = 'anthropic/claude-haiku-5-5';
/** Lets everything of the server through, both gates. */
export const ALLOW = { id: 'a', server: 's', kind: 'sampling', decision: 'allow' };

export type Body<T extends QuestionBody['type']> = Extract<QuestionBody, { type: T }>;
type Meta = { readonly _meta?: Record<string, unknown> };

export interface CaseOptions {
  readonly rules?: readonly object[];
  readonly settings?: object;
  readonly takesTemperature?: boolean;
  /** Without one, there is no model. */
  readonly key?: string;
}

/**
 * A server of either era whose tool asks a model, a person, and a stand-in for the model: what went over both wires can be
 * compared whole.
 */
export class SamplingCase {
  readonly era: Era;
  readonly api: MessagesApi;
  person: Person;
  readonly #env: Record<string, string | undefined>;

  constructor(era: Era, api: MessagesApi, person: Person, env: Record<string, string | undefined>) {
    this.era = era;
    this.api = api;
    this.person = person;
    this.#env = env;
  }

  static async open(era: Era, options: CaseOptions = {}): Promise<SamplingCase> {
    const { takesTemperature = false, key = KEY } = options;
    const api = await startMessagesApi({ key: KEY, takesTemperature });
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-case-'));
    writeFileSync(path.join(dataDir, 'rules.json'), JSON.stringify({ rules: options.rules ?? [] }));
    writeFileSync(
      path.join(dataDir, 'settings.json'),
      JSON.stringify({ maxRounds: 50, ...options.settings }),
    );
    const env = { PATH: process.env.PATH, ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: api.url };
    const host = await createHost({ dataDir, version: '0.0.0', env });
    return new SamplingCase(era, api, new Person(host, dataDir), env);
  }

  /** The app ends and starts again, and its server is connected. */
  async restart(): Promise<void> {
    const { host, dataDir } = this.person;
    await host.close();
    const again = await createHost({ dataDir, version: '0.0.0', env: this.#env });
    this.person = new Person(again, dataDir);
    await again.handlers['servers.connect']({ id: 's' });
    await this.person.until(() => again.replica.get('servers', 's')?.status === 'connected');
  }

  async close(): Promise<void> {
    await this.person.leave();
    await this.api.close();
  }

  /**
   * Connects the server. Its tool asks these, one after the other (a list in the list: side by side); legacy takes refusals
   * and goes on.
   */
  async connect(
    questions: readonly unknown[],
    options: { protocolVersion?: string; settings?: Partial<ServerSettings> } = {},
  ): Promise<void> {
    const rounds = questions.map((one) => (Array.isArray(one) ? (one as unknown[]) : [one]));
    let next = 0;
    const numbered = rounds.map((round) => round.map((params) => ({ id: `q${next++}`, params })));
    const onCall = this.era === 'legacy' ? asRequests(numbered) : asRounds(numbered);
    const { protocolVersion, settings } = options;
    const scenario: Scenario = { onCall, ...(protocolVersion === undefined ? {} : { protocolVersion }) };
    await this.connectTo(scenario, settings);
  }

  async connectTo(scenario: Scenario, settings: Partial<ServerSettings> = {}): Promise<void> {
    // Long ones do not fit into a command line.
    const file = path.join(this.person.dataDir, 'scenario.json');
    writeFileSync(file, JSON.stringify(scenario));
    await this.person.connect('s', { type: 'stdio', ...rawStdioFile(file, this.era) }, settings);
  }

  run() {
    return this.person.run('s', 't');
  }

  /** Runs the tool where rules answer everything it asks, and it ends well. */
  async done(): Promise<void> {
    const asked = this.person.question().then(({ body }) => {
      throw new Error(`The person is asked: ${JSON.stringify(body).slice(0, 2000)}`);
    });
    const view = await Promise.race([this.run().ended, asked]);
    if (view.state !== 'done' || view.isError) throw new Error(JSON.stringify(view));
  }

  /** The question once it shows that, and waits (or works). */
  async shows<T extends QuestionBody['type']>(
    type: T,
    when: (body: Body<T>) => boolean = () => true,
  ): Promise<QuestionView & { body: Body<T> }> {
    const state = type === 'sampling-running' ? 'working' : 'waiting';
    const found = await this.person.until(() =>
      this.person.host.replica
        .all('questions')
        .find((one) => one.body.type === type && one.state === state && when(one.body as Body<T>)),
    );
    return found as QuestionView & { body: Body<T> };
  }

  async approve(edits?: PromptEdits): Promise<void> {
    const { id } = await this.shows('sampling-prompt');
    await this.person.answer(id, { type: 'approve', ...(edits && { edits }) });
  }

  async deny(): Promise<void> {
    await this.person.answer((await this.shows('sampling-prompt')).id, { type: 'deny' });
  }

  /** Sends the answer that waits for review; gives what the person saw of it. */
  async send(answer: Omit<Extract<QuestionAnswer, { type: 'send' }>, 'type'> = {}) {
    const { id, body } = await this.shows('sampling-answer');
    await this.person.answer(id, { type: 'send', ...answer });
    return body.answer;
  }

  /** The whole bodies the provider received, in order. */
  get bodies(): unknown[] {
    return this.api.requests.map(({ body }) => body);
  }

  report(): Promise<Report> {
    return this.person.report<Report>('s');
  }

  /** All that the server received since the handshake, whole; of requests without what differs each time. */
  async received(): Promise<unknown[]> {
    const { received } = await this.report();
    return received.flatMap((message) => {
      const { method, params } = message as { method?: string; params?: Meta & { name?: string } };
      if (method === undefined) return [message];
      if (HANDSHAKE.includes(method) || params?.name === 'report') return [];
      const { _meta, ...rest } = params ?? {};
      return [{ method, ...rest }];
    });
  }

  /** What `received` is when the server got these answers to its questions and nothing else. */
  answered(...answers: Answer[]): unknown[] {
    const call = { method: 'tools/call', name: 't', arguments: {} };
    if (this.era === 'legacy') {
      return [call, ...answers.map((answer, at) => ({ jsonrpc: '2.0', id: `q${at}`, ...answer }))];
    }
    const rounds = answers.flatMap((answer, at) =>
      'error' in answer
        ? []
        : [{ ...call, inputResponses: { [`q${at}`]: answer.result }, requestState: `s${at}` }],
    );
    return [call, ...rounds];
  }

  /** What the host declared when it was asked last. */
  async declared(): Promise<Record<string, unknown> | undefined> {
    const { received } = await this.report();
    const found = received.map(({ method, params }) => {
      const { capabilities, _meta } = (params ?? {}) as Meta & { capabilities?: unknown };
      return method === 'initialize' ? capabilities : _meta?.['io.modelcontextprotocol/clientCapabilities'];
    });
    return found.findLast((one) => one !== undefined) as Record<string, unknown> | undefined;
  }
}

export type Answer = { readonly result: unknown } | { readonly error: unknown };

const HANDSHAKE = [
  'initialize',
  'notifications/initialized',
  'server/discover',
  'tools/list',
  'subscriptions/listen',
];

type Numbered = readonly (readonly { readonly id: string; readonly params: unknown }[])[];
const METHOD = 'sampling/createMessage';
const DONE: Step = { reply: { content: [{ type: 'text', text: 'done' }] } };

const asRequests = (rounds: Numbered): Scenario['onCall'] => ({
  t: [
    ...rounds.flatMap((round): Step[] => [
      ...round.map(({ id, params }): Step => ({ request: { id, method: METHOD, params } })),
      ...round.map(({ id }): Step => ({ wait: id })),
    ]),
    DONE,
  ],
});

const asRounds = (rounds: Numbered): Scenario['onCall'] => ({
  t: {
    rounds: [
      ...rounds.map((round, at): Step[] => {
        const asked = round.map(({ id, params }) => [id, { method: METHOD, params }]);
        return [{ inputRequired: { inputRequests: Object.fromEntries(asked), requestState: `s${at}` } }];
      }),
      [DONE],
    ],
  },
});

export const user = (...content: unknown[]) => turn('user', content);
export const assistant = (...content: unknown[]) => turn('assistant', content);
const turn = (role: string, content: unknown[]) => ({
  role,
  content: content.length === 1 ? content[0] : content,
});
export const text = (value: string) => ({ type: 'text', text: value });
export const ask = (value: string, more: object = {}) => ({
  messages: [user(text(value))],
  maxTokens: 100,
  ...more,
});

/** The body the provider gets for `ask('hi')`, but for what `more` says. */
export const bodyOf = (more: object = {}) => ({
  model: 'claude-sonnet-5-5',
  max_tokens: 100,
  messages: [{ role: 'user', content: [text('hi')] }],
  stream: true,
  ...more,
});

/** The result the server gets where the stand-in said "ok", but for what `more` says. */
export const resultOf = (more: object = {}) => ({
  role: 'assistant',
  content: text('ok'),
  model: 'claude-sonnet-5-5-really',
  stopReason: 'endTurn',
  ...more,
});
