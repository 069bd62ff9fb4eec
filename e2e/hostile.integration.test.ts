/** Hostile probes, one a gate: what a legacy server gets back, read on its own side. Nothing hangs. */
import { afterAll, describe, expect, it } from 'vitest';
import { headless, scratch } from './lib/headless.ts';
import { against, ask, expectRefusal, type Transport } from './lib/hostile.ts';
import { rawStdio, type Step } from './servers/raw.ts';

const place = scratch();
const { dir } = place;
afterAll(() => place.remove());

const everything = place.file({
  roots: ['.'],
  elicitation: [{ action: 'accept' }],
  sampling: [{ respond: { text: 'hello' } }],
});
const form = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } };
const link = { mode: 'url', message: 'Go', url: 'https://example.com', elicitationId: 'e' };
const prompt = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 };

describe.each<Transport>(['stdio', 'http', 'sse'])('legacy, over %s', (transport) => {
  const probe = (steps: Step[], ...flags: string[]) =>
    against({ onCall: { t: steps } }, { dir, transport, flags });

  it('known: F37 an unknown method is -32601, whatever its name, and ping is answered', async () => {
    const methods = [
      'foo/bar',
      '',
      '__proto__',
      'constructor',
      'toString',
      'Sampling/createMessage',
      'roots/list/',
      ' roots/list',
      'tools/call',
      'initialize',
      'server/discover',
      'tasks/get',
      'notifications/cancelled',
      'x'.repeat(10_000),
    ];
    const probed = await probe(
      [...methods.map((method, i) => ask(`m${i}`, method, {})), ask('p', 'ping'), ask('q', 'ping', { a: 1 })],
      '--answers',
      everything,
    );
    expect(probed.run.code).toBe(0);
    for (const i of methods.keys()) expectRefusal(probed, `m${i}`, -32601);
    for (const id of ['p', 'q']) expect(probed.answersTo(id)).toEqual([{ jsonrpc: '2.0', id, result: {} }]);
    const reverse = probed.run.all('reverse');
    expect(reverse.map(({ method }) => method)).toEqual(methods);
    expect(reverse.every(({ kind }) => kind === null)).toBe(true);
    expect(probed.run.all('answer').every(({ outcome }) => outcome === 'refused')).toBe(true);
  });

  it('capability: B03 what was not declared is -32601', async () => {
    const probed = await probe([
      ask('s', 'sampling/createMessage', prompt),
      ask('f', 'elicitation/create', form),
      ask('l', 'elicitation/create', link),
      ask('r', 'roots/list'),
    ]);
    for (const id of ['s', 'f', 'l', 'r']) expectRefusal(probed, id, -32601);
    expect(probed.run.all('reverse').map(({ kind }) => kind)).toEqual([
      'sampling',
      'elicitation',
      'elicitation',
      'roots',
    ]);
  });

  it('capability: an undeclared mode, and tools that were not declared, are -32602', async () => {
    const tools = [{ name: 'look', inputSchema: { type: 'object' } }];
    const probed = await probe(
      [
        ask('l', 'elicitation/create', link),
        ask('t', 'sampling/createMessage', { ...prompt, tools }),
        ask('c', 'sampling/createMessage', { ...prompt, toolChoice: { mode: 'auto' } }),
        ask('f', 'elicitation/create', form),
        ask('s', 'sampling/createMessage', prompt),
      ],
      '--answers',
      everything,
      '--without',
      'elicitation.url',
    );
    for (const id of ['l', 't', 'c']) expectRefusal(probed, id, -32602);
    expect(probed.answersTo('f')).toMatchObject([{ result: { action: 'accept' } }]);
    expect(probed.answersTo('s')).toMatchObject([{ result: { model: 'scripted' } }]);
  });

  it('association: out of the blue, sampling and elicitation are -32602, and roots/list is answered', async () => {
    const blue: Step[] = [
      ask('s', 'sampling/createMessage', prompt),
      ask('f', 'elicitation/create', form),
      ask('l', 'elicitation/create', link),
      ask('r', 'roots/list'),
      ask('p', 'ping'),
    ];
    const probed = await against(
      { on: { 'tools/list': blue } },
      { dir, transport, command: ['list', 'tools'], flags: ['--answers', everything] },
    );
    expect(probed.run.code).toBe(0);
    for (const id of ['s', 'f', 'l']) expectRefusal(probed, id, -32602);
    expect(probed.answersTo('r')).toMatchObject([{ result: { roots: [{ uri: expect.any(String) }] } }]);
    expect(probed.answersTo('p')).toMatchObject([{ result: {} }]);
    expect(probed.run.all('reverse').map(({ cause }) => cause)).toEqual(
      Array(4).fill({ callId: null, certainty: 'none', candidates: [] }),
    );
  });

  it('ids: a reverse id equal to the forward id disturbs neither, nor do two of a kind', async () => {
    const strange = ['', '0', 0, -1, 1.5, 2 ** 53 - 1, 'x'.repeat(2000), '1', 1, 2, 3];
    const twin = { id: 'twin', method: 'elicitation/create', params: form };
    const probed = await against(
      {
        onCall: {
          t: [
            ask('$callId', 'elicitation/create', form),
            ...strange.map((id) => ask(id, 'roots/list')),
            { request: twin },
            { request: twin },
            { wait: 'twin', count: 2, withinMs: 15_000 },
            { reply: { content: [{ type: 'text', text: 'mine' }] } },
          ],
        },
      },
      { dir, transport, flags: ['--answers', everything] },
    );
    expect(probed.run.code).toBe(0);
    expect(probed.run.one('result').result.content[0].text).toBe('mine');
    expect(probed.events.filter(({ name }) => name === 'timeout')).toEqual([]);
    const forward = probed.received.find(({ method }) => method === 'tools/call')?.id;
    expect(probed.answers.map(({ id }) => id)).toEqual([forward, ...strange, 'twin', 'twin']);
    expect(probed.answersTo(forward as number)[0]).toMatchObject({ result: { action: 'accept' } });
    expect(probed.answers.slice(1, -2).every(({ result }) => Array.isArray(result.roots))).toBe(true);
  });

  it('noise: answers to nothing and odd notifications are ignored, and the call goes on', async () => {
    const probed = await probe(
      [
        { send: { jsonrpc: '2.0', id: 999, result: {} } },
        { send: { jsonrpc: '2.0', id: 'never-sent', error: { code: 0, message: 'Request cancelled' } } },
        { notify: { method: 'notifications/progress', params: { progressToken: 'zzz', progress: 1 } } },
        { notify: { method: 'notifications/cancelled', params: { requestId: 'never-sent' } } },
        { notify: { method: 'notifications/cancelled' } },
        { notify: { method: 'notifications/elicitation/complete', params: { elicitationId: 'none' } } },
        { notify: { method: 'notifications/unheard-of', params: { a: [1] } } },
        { notify: { method: 'notifications/roots/list_changed' } },
        ask('p', 'ping'),
        ask('f', 'elicitation/create', form),
      ],
      '--answers',
      everything,
    );
    expect(probed.run.code).toBe(0);
    expect(probed.answers.map(({ id }) => id)).toEqual(['p', 'f']);
  });
});

describe('shape: bad params are -32602 with one plain sentence', () => {
  const user = { role: 'user', content: { type: 'text', text: 'a' } };
  const sampling: [string, unknown][] = [
    ['none', undefined],
    ['null', null],
    ['a list', []],
    ['a text', 'x'],
    ['a number', 5],
    ['a truth', true],
    ['empty', {}],
    ['messages of another type', { messages: 'x', maxTokens: 1 }],
    ['no messages', { messages: [], maxTokens: 1 }],
    ['a message that is none', { messages: [null], maxTokens: 1 }],
    ['a role that is none', { messages: [{ ...user, role: 'system' }], maxTokens: 1 }],
    ['no content', { messages: [{ role: 'user' }], maxTokens: 1 }],
    ['no maxTokens', { messages: [user] }],
    ['maxTokens of another type', { messages: [user], maxTokens: '9' }],
    ['maxTokens of nothing', { messages: [user], maxTokens: 0 }],
    ['maxTokens below nothing', { messages: [user], maxTokens: -1 }],
    ['a system prompt of another type', { messages: [user], maxTokens: 1, systemPrompt: 7 }],
    [
      'a tool result for nothing',
      {
        messages: [{ role: 'user', content: [{ type: 'tool_result', toolUseId: 'a', content: [] }] }],
        maxTokens: 1,
      },
    ],
    [
      'a tool use without its result',
      {
        messages: [
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 't', input: {} }] },
          user,
        ],
        maxTokens: 1,
      },
    ],
  ];
  const schema = { type: 'object', properties: {} };
  const elicitation: [string, unknown][] = [
    ['none', undefined],
    ['null', null],
    ['a list', []],
    ['a text', 'x'],
    ['a number', 5],
    ['empty', {}],
    ['A13 the schema under another name', { message: 'm', schema }],
    ['a schema that is null', { message: 'm', requestedSchema: null }],
    ['a schema that is a list', { message: 'm', requestedSchema: [] }],
    ['a schema that is a text', { message: 'm', requestedSchema: '{}' }],
    ['a mode that is none', { mode: 'popup', message: 'm', requestedSchema: schema }],
    ['a mode of another type', { mode: 5, message: 'm', requestedSchema: schema }],
    ['a message of another type', { message: 5, requestedSchema: schema }],
    ['a link to nowhere', { mode: 'url', message: 'm', elicitationId: 'e' }],
    ['a link of another type', { ...link, url: 5 }],
    ['a link id of another type', { ...link, elicitationId: 5 }],
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' \tjavascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      'blob:https://example.com/a',
      'about:blank',
      'gatehouse://x',
      'example.com',
      '//example.com',
      'https://',
      '',
    ].map((url): [string, unknown] => [`A65 the link ${JSON.stringify(url)}`, { ...link, url }]),
  ];
  const roots: [string, unknown][] = [
    ['a list', []],
    ['a text', 'x'],
    ['a number', 5],
  ];
  const fine: [string, unknown][] = [
    ['none', undefined],
    ['null', null],
    ['empty', {}],
    ['only _meta', { _meta: { progressToken: 1 } }],
    ['unknown keys', { cursor: 'x', extra: [] }],
  ];

  it.each<[string, string, [string, unknown][]]>([
    ['sampling/createMessage', 'sampling', sampling],
    ['elicitation/create', 'elicitation', elicitation],
    ['roots/list', 'roots', roots],
  ])('%s', async (method, kind, table) => {
    const steps = table.map(([what, params]) => ask(what, method, params));
    const probed = await against({ onCall: { t: steps } }, { dir, flags: ['--answers', everything] });
    expect(probed.run.code).toBe(0);
    for (const [what] of table) expectRefusal(probed, what, -32602);
    // The person sees a line for each.
    expect(probed.run.all('reverse').map((event) => event.kind)).toEqual(table.map(() => kind));
    expect(probed.run.all('answer').every(({ outcome }) => outcome === 'refused')).toBe(true);
    expect(probed.run.all('warning')).toHaveLength(table.length);
  });

  it('roots/list is answered with any params that are an object, or none', async () => {
    const steps = fine.map(([what, params]) => ask(what, 'roots/list', params));
    const probed = await against({ onCall: { t: steps } }, { dir, flags: ['--answers', everything] });
    for (const [what] of fine) {
      expect(probed.answersTo(what)).toMatchObject([{ result: { roots: [expect.anything()] } }]);
    }
  });
});

it('association: what came out of the blue is let through where the person allowed it for this server', async () => {
  const blue = [ask('s', 'sampling/createMessage', prompt), ask('f', 'elicitation/create', form)];
  const { command, args } = rawStdio({ on: { 'tools/list': blue } });
  const gatehouse = { era: 'legacy', allowUnassociated: true };
  const config = place.file({ mcpServers: { raw: { command, args, gatehouse } } });
  const run = await headless([
    'list',
    'tools',
    '--server',
    'raw',
    '--config',
    config,
    '--answers',
    everything,
  ]);
  expect(run.code).toBe(0);
  expect(run.all('answer').map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
});

describe('limits over stdio', () => {
  it('a flood gets cancel and -1 over the limit, while roots/list and ping are answered', async () => {
    const flood: Step[] = Array.from({ length: 121 }, (_, i) => ({
      request: { id: `f${i}`, method: 'elicitation/create', params: form },
    }));
    const probed = await against(
      {
        onCall: {
          t: [
            ...flood,
            { wait: 'f120', withinMs: 15_000 },
            ask('s', 'sampling/createMessage', prompt),
            ask('r', 'roots/list'),
            ask('p', 'ping'),
          ],
        },
      },
      { dir, flags: ['--answers', everything] },
    );
    const actions = Array.from({ length: 121 }, (_, i) => probed.answersTo(`f${i}`)[0]?.result?.action);
    expect(actions.slice(0, 120)).toEqual(Array(120).fill('accept'));
    expect(actions[120]).toBe('cancel');
    expectRefusal(probed, 's', -1);
    expect(probed.answersTo('r')).toMatchObject([{ result: { roots: [expect.anything()] } }]);
    expect(probed.answersTo('p')).toMatchObject([{ result: {} }]);
  });
});

describe('framing over stdio', () => {
  it('what is not JSON-RPC is shown, and refused where it says whom; a batch is answered one by one', async () => {
    const lines = [
      '{"jsonrpc":"2.0","id":null,"method":"roots/list"}',
      '{"jsonrpc":"2.0","id":{"a":1},"method":"roots/list"}',
      '{"jsonrpc":"1.0","id":"old","method":"roots/list"}',
      '{"jsonrpc":"2.0","id":"odd","method":7}',
      '{"jsonrpc":"2.0","id":"half","method":"roots/li',
      '[]',
      '42',
    ];
    const batch = [
      { jsonrpc: '2.0', id: 'b1', method: 'ping' },
      { jsonrpc: '2.0', id: 'b2', method: 'roots/list' },
    ];
    const probed = await against(
      {
        onCall: {
          t: [
            ...lines.map((line): Step => ({ line })),
            { send: batch },
            { wait: 'b2', withinMs: 15_000 },
            ask('last', 'ping'),
          ],
        },
      },
      { dir, flags: ['--answers', everything] },
    );
    expect(probed.run.code).toBe(0);
    expect(probed.answers.map(({ id }) => id)).toEqual(['old', 'odd', 'b1', 'b2', 'last']);
    for (const id of ['old', 'odd']) expectRefusal(probed, id, -32600);
    expect(probed.run.all('warning')).toHaveLength(lines.length);
  });
});
