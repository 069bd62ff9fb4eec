// A server without SDK that does what a scenario says, however wrong, and remembers everything.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRecord } from './record.mjs';
import { fill, VERBS } from './scenario.mjs';
import { createTasks } from './tasks.mjs';

/**
 * @typedef {object} Channel where messages leave: stdout, the stream of one POST, the GET stream
 * @property {(message: unknown) => void} send one message
 * @property {(text: string) => void} raw bytes outside any framing
 * @property {() => void} [cut] breaks the connection
 * @property {() => void} [end] ends the stream in an orderly way
 * @property {(ms: number) => void} [retry] sets the reconnection time (SSE)
 */

const META = 'io.modelcontextprotocol/';
const WAIT_MS = 60_000;

/**
 * @param {Record<string, any>} scenario
 * @param {'legacy' | 'modern'} era
 * @param {Channel} background where to send when no request is being answered, or a step says `"via": "get"`
 */
export function createEngine(scenario, era, background) {
  const record = createRecord(scenario.record ?? process.env.RAW_RECORD);
  const tasks = createTasks(era === 'modern' ? scenario : {});
  const info = { name: scenario.name ?? 'raw', version: '1.0.0' };
  /** Rounds taken so far, by method and name. @type {Map<string, number>} */
  const rounds = new Map();
  /** @type {Map<string, any[]>} */
  const answers = new Map();
  /** @type {Map<string, number>} */
  const methods = new Map();
  /** @type {Set<() => void>} */
  const watchers = new Set();
  let lastId = 0;

  const keyOf = (id) => JSON.stringify(id);

  function deliver(channel, message) {
    record.add('out', message);
    channel.send(message);
  }

  /** Waits until `ready` holds; looks again after each message. */
  function until(ready, what, withinMs = WAIT_MS) {
    return new Promise((resolve) => {
      const stop = () => {
        clearTimeout(timer);
        watchers.delete(look);
        resolve(undefined);
      };
      const look = () => {
        if (ready()) stop();
      };
      const timer = setTimeout(() => {
        record.add('event', { name: 'timeout', what });
        stop();
      }, withinMs);
      watchers.add(look);
      look();
    });
  }

  const complete = (result) =>
    era === 'modern'
      ? { resultType: 'complete', ...result, _meta: { [`${META}serverInfo`]: info, ...result._meta } }
      : result;
  const listed = (result) =>
    complete(era === 'modern' ? { ttlMs: 0, cacheScope: 'private', ...result } : result);

  function answer(ctx, body) {
    if (ctx.replied) record.add('event', { name: 'second-reply', id: ctx.request?.id });
    ctx.replied = true;
    const message = { jsonrpc: '2.0', id: ctx.request?.id ?? null, ...body };
    if (ctx.request?.params?.name !== 'report') return deliver(ctx.channel, message);
    // A report that held the reports before it would double each time.
    record.add('out', { jsonrpc: '2.0', id: message.id, result: '(report)' });
    ctx.channel.send(message);
  }

  function send(ctx, step, { id, ...rest }) {
    const chosen = id === undefined ? `raw-${++lastId}` : id;
    // Answers to an earlier request with the same id are not answers to this one.
    if (!ctx.asked.has(chosen)) ctx.asked.set(chosen, responses(chosen).length);
    const channel = step.via === 'get' ? background : ctx.channel;
    deliver(channel, { jsonrpc: '2.0', id: chosen, ...rest });
    return chosen;
  }

  const responses = (id) => answers.get(keyOf(id)) ?? [];
  const responsesIn = (ctx, id) => responses(id).slice(ctx.asked.get(id) ?? 0);

  /** @type {Record<string, (value: any, step: any, ctx: any) => unknown>} */
  const verbs = {
    request: (message, step, ctx) => void send(ctx, step, message),
    ask: (message, step, ctx) => {
      const before = message.id === undefined ? 0 : responses(message.id).length;
      const id = send(ctx, step, message);
      return until(() => responses(id).length > before, `answer to ${id}`, step.withinMs);
    },
    wait: (target, step, ctx) => {
      const count = step.count ?? 1;
      if (target !== null && typeof target === 'object') {
        return until(() => (methods.get(target.method) ?? 0) >= count, target.method, step.withinMs);
      }
      return until(() => responsesIn(ctx, target).length >= count, `answer to ${target}`, step.withinMs);
    },
    sleep: (ms) => sleep(ms),
    notify: (message, step, ctx) =>
      deliver(step.via === 'get' ? background : ctx.channel, { jsonrpc: '2.0', ...message }),
    cancel: (requestId, step, ctx) =>
      deliver(step.via === 'get' ? background : ctx.channel, {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId, ...(step.reason === undefined ? {} : { reason: step.reason }) },
      }),
    send: (message, step, ctx) => deliver(step.via === 'get' ? background : ctx.channel, message),
    line: (text, _step, ctx) => {
      record.add('event', { name: 'line', text });
      ctx.channel.raw(`${text}\n`);
    },
    bytes: (base64, _step, ctx) => ctx.channel.raw(Buffer.from(base64, 'base64')),
    stderr: (text) => process.stderr.write(`${text}\n`),
    reply: (result, step, ctx) => answer(ctx, { result: step.bare ? result : complete(result) }),
    error: (error, _step, ctx) => answer(ctx, { error }),
    inputRequired: (result, _step, ctx) =>
      answer(ctx, { result: { resultType: 'input_required', ...result } }),
    take: (_value, _step, ctx) => void tasks.answer(ctx.request),
    task: (definition, _step, ctx) => answer(ctx, { result: tasks.begin(definition) }),
    never: (_value, _step, ctx) => {
      ctx.replied = true;
    },
    together: (branches, _step, ctx) => Promise.all(branches.map((steps) => run(steps, ctx))),
    repeat: async (times, step, ctx) => {
      for (let turn = 0; turn < times; turn++) await run(step.steps, ctx);
    },
    later: (steps, _step, ctx) => void ctx.later.push(steps),
    spawn: (options) => spawnChild(options),
    exit: (code) => {
      record.add('event', { name: 'exit', code });
      process.exit(code === true ? 0 : code);
    },
    kill: (signal) => process.kill(process.pid, signal),
    cut: (_value, _step, ctx) => {
      ctx.replied = true;
      record.add('event', { name: 'cut' });
      ctx.channel.cut?.();
    },
    endStream: (_value, _step, ctx) => {
      record.add('event', { name: 'endStream' });
      ctx.channel.end?.();
    },
    retry: (ms, _step, ctx) => ctx.channel.retry?.(ms),
  };

  async function run(steps, ctx) {
    for (const step of steps) {
      const verb = VERBS.find((name) => name in step) ?? 'never';
      const names = {
        callId: ctx.request?.id,
        progressToken: ctx.request?.params?._meta?.progressToken,
        params: ctx.request?.params,
        pid: process.pid,
      };
      const isList = verb === 'together' || verb === 'later' || verb === 'repeat';
      await verbs[verb]?.(isList ? step[verb] : fill(step[verb], names), step, ctx);
    }
  }

  /** A grandchild that outlives a careless host; it ends by itself after a while, whatever happens. */
  function spawnChild({ ignoreSigterm = true, lifeMs = WAIT_MS, marker = 'raw-grandchild' } = {}) {
    const code = `${ignoreSigterm ? "process.on('SIGTERM', () => {});" : ''} setTimeout(() => {}, ${lifeMs})`;
    const child = spawn(process.execPath, ['-e', code, marker], { stdio: 'inherit' });
    record.add('event', { name: 'spawn', pid: child.pid });
  }

  const context = (channel, request) => ({ channel, request, replied: false, asked: new Map(), later: [] });

  async function runBackground(steps) {
    if (steps) await run(steps, context(background, undefined));
  }

  /** The steps for a request, or undefined if the scenario says nothing about it. */
  function stepsFor({ method, params }) {
    const name = method === 'tools/call' ? params?.name : undefined;
    const entry = method === 'tools/call' ? scenario.onCall?.[name] : undefined;
    const found = entry ?? scenario.on?.[method];
    if (found === undefined || Array.isArray(found)) return found;
    const key = `${method} ${name}`;
    const fresh = params?.inputResponses === undefined && params?.requestState === undefined;
    const round = fresh ? 0 : (rounds.get(key) ?? 0) + 1;
    rounds.set(key, round);
    return found.rounds[Math.min(round, found.forever ? found.rounds.length - 1 : round)] ?? [];
  }

  async function serve(request, channel) {
    const steps = stepsFor(request);
    const ctx = context(channel, request);
    if (steps) await run(steps, ctx);
    if (!ctx.replied) answer(ctx, builtIn(request, ctx, steps !== undefined));
    for (const later of ctx.later) void runBackground(later);
    if (request.method === 'initialize') void runBackground(scenario.onInitialize);
  }

  function builtIn({ method, params }, ctx, scripted) {
    const ofTask = scripted ? undefined : tasks.answer({ method, params });
    if (ofTask) return ofTask.error ? ofTask : { result: complete(ofTask.result) };
    const known = {
      initialize: () => ({
        protocolVersion: scenario.protocolVersion ?? '2025-11-25',
        capabilities: scenario.capabilities ?? { tools: {} },
        serverInfo: info,
      }),
      ping: () => ({}),
      'logging/setLevel': () => ({}),
      'server/discover': () =>
        listed({
          supportedVersions: [scenario.protocolVersion ?? '2026-07-28'],
          capabilities: scenario.capabilities ?? { tools: {} },
        }),
      'tools/list': () => listed({ tools: scenario.tools ?? defaultTools() }),
      'tools/call': () => callResult(params, ctx),
    };
    const eraOnly = { legacy: 'server/discover', modern: 'initialize' };
    const build = method === eraOnly[era] ? undefined : known[method];
    if (build) return { result: build() };
    if (scripted) return { result: complete({}) };
    return { error: { code: -32601, message: `Method not found: ${method}` } };
  }

  function defaultTools() {
    return [...Object.keys(scenario.onCall ?? {}), 'report'].map((name) => ({
      name,
      inputSchema: { type: 'object' },
    }));
  }

  /** A tool that did not reply by its steps says what the client answered; `report` says everything. */
  function callResult(params, ctx) {
    if (params?.name === 'report') {
      const report = { era, ...record.report() };
      if (params.arguments?.clear) record.clear();
      return textAndData(report);
    }
    const { inputResponses, requestState } = params ?? {};
    return textAndData({
      answers: [...ctx.asked.keys()].flatMap((id) => responsesIn(ctx, id)),
      ...(inputResponses === undefined ? {} : { inputResponses }),
      ...(requestState === undefined ? {} : { requestState }),
    });
  }

  const textAndData = (data) =>
    complete({ content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data });

  return {
    record,
    start: () => runBackground(scenario.onStart),
    /**
     * Takes one message. Settles when a request is answered, or never will be.
     * @param {any} message
     * @param {Channel} channel where its answer goes
     */
    async receive(message, channel) {
      record.add('in', message);
      const method = message?.method;
      if (typeof method === 'string') methods.set(method, (methods.get(method) ?? 0) + 1);
      else if (message !== null && typeof message === 'object' && 'id' in message) {
        const key = keyOf(message.id);
        answers.set(key, [...(answers.get(key) ?? []), message]);
      }
      for (const look of [...watchers]) look();
      if (typeof method !== 'string') return;
      if ('id' in message) return serve(message, channel);
      if (method === 'notifications/initialized') await runBackground(scenario.onInitialized);
      const steps = scenario.on?.[method];
      if (steps) await run(steps, context(background, message));
    },
  };
}
