import { describe, expect, test, vi } from 'vitest';
import { contract, type Handlers } from '../../shared/contract.ts';
import { CALL_NAMES, type CallName, type Reply } from '../../shared/contract-names.ts';
import { SentenceError } from '../../shared/model/sentence-error.ts';
import { createRouter, MAX_INPUT_BYTES } from './router.ts';

function router(
  handlers: Partial<Record<CallName, (input: never) => unknown>> = {},
  options: { checkOutput?: boolean; now?: () => number } = {},
) {
  const log = vi.fn();
  let clock = 0;
  const all = Object.fromEntries(CALL_NAMES.map((name) => [name, handlers[name] ?? (() => undefined)]));
  const route = createRouter({
    contract: async () => contract,
    handlers: async () => all as unknown as Handlers,
    checkOutput: options.checkOutput ?? true,
    log,
    // Slow enough that no cap is reached unless a test wants it.
    now: options.now ?? (() => (clock += 1000)),
  });
  return { route, log };
}

const errorOf = (reply: Reply<unknown>) => (reply.ok ? undefined : reply.error);

describe('answers', () => {
  test('parsed input goes in, the value comes out', async () => {
    const seen = vi.fn(() => ({ command: 'npx', args: [] }));
    const { route } = router({ 'servers.parseCommand': seen });
    expect(await route('servers.parseCommand', [{ text: 'npx' }])).toEqual({
      ok: true,
      value: { command: 'npx', args: [] },
    });
    expect(seen).toHaveBeenCalledWith({ text: 'npx' });
  });

  test('a procedure without input takes none', async () => {
    const { route } = router({ 'demo.start': () => ({ serverId: 'demo', callId: 1 }) });
    expect(await route('demo.start', [])).toMatchObject({ ok: true });
    expect(await route('demo.start', [undefined])).toMatchObject({ ok: true });
    expect(errorOf(await route('demo.start', [{}]))?.code).toBe('bad-input');
  });

  test('a sentence for the person passes as it is', async () => {
    const { route, log } = router({
      'servers.remove': () => {
        throw new SentenceError('busy', 'files is running a call. Cancel it first.', { retryable: true });
      },
    });
    expect(await route('servers.remove', [{ id: 'files' }])).toEqual({
      ok: false,
      error: { code: 'busy', message: 'files is running a call. Cancel it first.', retryable: true },
    });
    expect(log).not.toHaveBeenCalled();
  });

  test.each([
    ['an error', new Error('ENOENT /home/me/.secret')],
    ['a string', 'sk-123'],
    ['undefined', undefined],
  ])('anything else that is thrown is a fault without its text: %s', async (_what, thrown) => {
    const { route, log } = router({
      'servers.remove': async () => {
        throw thrown;
      },
    });
    expect(errorOf(await route('servers.remove', [{ id: 'files' }]))).toEqual({
      code: 'fault',
      message: 'Gatehouse could not do this because of a fault of its own. Try again.',
      retryable: true,
    });
    expect(log).toHaveBeenCalledWith('servers.remove', thrown);
  });

  test('a host that could not start says why', async () => {
    const route = createRouter({
      contract: async () => contract,
      handlers: () => Promise.reject(new SentenceError('no-data', 'The data folder cannot be written.')),
      checkOutput: true,
      log: () => {},
      now: () => 0,
    });
    expect(errorOf(await route('app.snapshot', []))?.message).toBe('The data folder cannot be written.');
  });

  test('our own sentence about a field reaches the person', async () => {
    const { route } = router();
    const target = { type: 'http', url: 'http://127.0.0.1/' };
    expect(errorOf(await route('servers.add', [{ name: ' ', target }]))?.message).toBe(
      'Give the server a name.',
    );
  });

  test('what zod says by itself does not, and no value is logged', async () => {
    const { route, log } = router();
    const reply = await route('servers.remove', [{ id: 5, apiKey: 'sk-secret' }]);
    expect(errorOf(reply)?.message).toBe('Gatehouse did not understand this request.');
    expect(log.mock.calls.flat().join(' ')).not.toContain('sk-secret');
  });

  test('an answer out of contract is a fault where answers are checked', async () => {
    const wrong = { 'servers.connect': () => ({ state: 'perhaps', token: 'sk-secret' }) };
    const checked = router(wrong);
    expect(errorOf(await checked.route('servers.connect', [{ id: 'a' }]))?.code).toBe('fault');
    expect(checked.log.mock.calls.flat().join(' ')).not.toContain('sk-secret');
    const packaged = router(wrong, { checkOutput: false });
    expect(await packaged.route('servers.connect', [{ id: 'a' }])).toMatchObject({ ok: true });
  });
});

describe('limits', () => {
  test('more than 1 MiB is refused before it is parsed', async () => {
    const seen = vi.fn();
    const { route } = router({ 'questions.saveDraft': seen });
    const draft = 'x'.repeat(MAX_INPUT_BYTES);
    expect(errorOf(await route('questions.saveDraft', [{ id: 'q', draft }]))?.code).toBe('too-large');
    expect(seen).not.toHaveBeenCalled();
    expect(await route('questions.saveDraft', [{ id: 'q', draft: draft.slice(100) }])).toMatchObject({
      ok: true,
    });
  });

  test('a small value that unfolds without end is refused at once', async () => {
    const { route } = router();
    let folded: unknown = 1;
    for (let depth = 0; depth < 60; depth += 1) folded = { a: folded, b: folded };
    expect(errorOf(await route('questions.saveDraft', [{ id: 'q', draft: folded }]))?.code).toBe('too-large');
  });

  test('a flood of one procedure is refused, others go on, and it passes', async () => {
    let now = 0;
    const { route } = router({}, { checkOutput: false, now: () => now });
    const replies = await Promise.all(
      Array.from({ length: 300 }, () => route('servers.remove', [{ id: 'a' }])),
    );
    expect(replies.filter((reply) => reply.ok)).toHaveLength(200);
    expect(errorOf(replies[299] as Reply<unknown>)).toMatchObject({ code: 'too-many', retryable: true });
    expect(await route('servers.disconnect', [{ id: 'a' }])).toMatchObject({ ok: true });
    now += 100;
    expect(await route('servers.remove', [{ id: 'a' }])).toMatchObject({ ok: true });
  });
});

/** Deterministic, so that a failure can be seen again. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
  };
}

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;

const ODD: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  '',
  'x',
  '\0',
  '\u202e',
  '__proto__',
  'x'.repeat(600),
  [],
  {},
  [null],
  cyclic,
  deep,
  new Map([['id', 'x']]),
  new Set([1]),
  new Date(Number.NaN),
  /x/,
  new Error('x'),
  new Uint8Array(16),
  new ArrayBuffer(8),
  10n,
  Object.create(null),
  JSON.parse('{"__proto__": {"id": "x"}, "constructor": 1}'),
];
const KEYS = [
  'id',
  'name',
  'nonce',
  'answer',
  'type',
  'target',
  'text',
  'limit',
  'callId',
  '__proto__',
  'toString',
];

function junk(next: () => number, depth = 0): unknown {
  const pick = next();
  if (depth < 3 && pick < 0.45) {
    const count = Math.floor(next() * 5);
    return Object.fromEntries(
      Array.from({ length: count }, () => [KEYS[Math.floor(next() * KEYS.length)], junk(next, depth + 1)]),
    );
  }
  if (depth < 3 && pick < 0.55) {
    return Array.from({ length: Math.floor(next() * 5) }, () => junk(next, depth + 1));
  }
  return ODD[Math.floor(next() * ODD.length)];
}

describe.each(CALL_NAMES)('fuzz %s', (name) => {
  test('200 junk inputs: always a typed reply, and only what is in the contract gets through', async () => {
    const seen: unknown[] = [];
    const { route } = router({ [name]: (input: never) => seen.push(input) }, { checkOutput: false });
    const next = random(name.length * 7919);
    for (let turn = 0; turn < 200; turn += 1) {
      const args =
        turn < ODD.length ? [ODD[turn]] : Array.from({ length: next() < 0.9 ? 1 : 2 }, () => junk(next));
      const before = seen.length;
      const reply = await route(name, args);
      if (reply.ok) {
        expect(contract[name].input.safeParse(args[0]).success).toBe(true);
        expect(seen.length).toBe(before + 1);
      } else {
        expect(reply.error.code).toMatch(/^(bad-input|too-large)$/);
        expect(reply.error.message).toMatch(/^\S.*\.$/);
        expect(seen.length).toBe(before);
      }
    }
  });
});
