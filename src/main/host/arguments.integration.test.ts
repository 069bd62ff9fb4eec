import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawStdio, type Scenario, startRawHttp } from '../../../e2e/servers/raw.ts';
import type { CompletionRequest } from '../../shared/model/completion.ts';
import type { Era, Target } from '../../shared/model/server.ts';
import { Person } from './testing/person.ts';

let person: Person;
beforeEach(async () => {
  person = await Person.sitDown();
});
afterEach(() => person.leave());

const stdio = (scenario: Scenario, era: Era): Target => ({ type: 'stdio', ...rawStdio(scenario, era) });
const ask = (change: Partial<CompletionRequest> = {}): CompletionRequest => ({
  serverId: 's',
  ref: { type: 'ref/prompt', name: 'greet' },
  argument: { name: 'who', value: 'a' },
  context: {},
  ...change,
});
const suggest = (request: CompletionRequest) => person.host.handlers['arguments.suggest'](request);
const log = () => person.host.sessions.log('s').map(({ text }) => text);

interface Got {
  received: { method?: string; params?: Record<string, unknown> }[];
}
const asked = async () =>
  (await person.report<Got>('s')).received.filter(({ method }) => method === 'completion/complete');

it('the reference server offers what fits what was typed, and what was filled in before', async () => {
  const server = path.resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js');
  await person.connect('s', { type: 'stdio', command: process.execPath, args: [server, 'stdio'] });
  const ref = { type: 'ref/prompt' as const, name: 'completable-prompt' };
  expect(await suggest(ask({ ref, argument: { name: 'department', value: 'S' } }))).toEqual({
    values: ['Sales', 'Support'],
    hasMore: false,
  });
  const name = { name: 'name', value: '' };
  expect(await suggest(ask({ ref, argument: name, context: { department: 'Sales' } }))).toEqual({
    values: ['David', 'Eve', 'Frank'],
    hasMore: false,
  });
  const uri = { type: 'ref/resource' as const, uri: 'demo://resource/dynamic/text/{resourceId}' };
  expect(await suggest(ask({ ref: uri, argument: { name: 'resourceId', value: '7' } }))).toMatchObject({
    values: ['7'],
  });
});

describe.each(['legacy', 'modern'] as const)('suggestions (%s)', (era) => {
  const capabilities = { tools: {}, prompts: {}, completions: {} };
  const says = (completion: unknown) => ({ 'completion/complete': [{ reply: { completion } }] });

  it('the question is what the specification says, without what is not filled in', async () => {
    await person.connect('s', stdio({ capabilities, on: says({ values: ['anna'], hasMore: true }) }, era));
    expect(await suggest(ask())).toEqual({ values: ['anna'], hasMore: true });
    const uri = { type: 'ref/resource' as const, uri: 'x:///{a}/{b}' };
    await suggest(ask({ ref: uri, argument: { name: 'b', value: '' }, context: { a: '1' } }));
    const params = (await asked()).map(({ params: { _meta, ...rest } = {} }) => rest);
    expect(params).toEqual([
      { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'a' } },
      { ref: uri, argument: { name: 'b', value: '' }, context: { arguments: { a: '1' } } },
    ]);
  });

  it('a server that declares none is not asked, nor one that is not connected', async () => {
    await person.connect('s', stdio({ on: says({ values: ['anna'] }) }, era));
    expect(await suggest(ask())).toEqual({ values: [], hasMore: false });
    expect(await asked()).toEqual([]);
    await person.host.handlers['servers.disconnect']({ id: 's' });
    expect(await suggest(ask())).toEqual({ values: [], hasMore: false });
  });

  it('an error is nothing to offer, and a line in the log', async () => {
    const error = { error: { code: -32603, message: 'no such \u202eprompt' } };
    await person.connect('s', stdio({ capabilities, on: { 'completion/complete': [error] } }, era));
    expect(await suggest(ask())).toEqual({ values: [], hasMore: false });
    expect(log()).toContainEqual(expect.stringMatching(/could not be asked for suggestions.*no such/));
  });

  it('typing on ends the question before, and the server is told', async () => {
    const on = { 'completion/complete': [{ never: true as const }] };
    await person.connect('s', stdio({ capabilities, on }, era));
    const first = suggest(ask());
    void suggest(ask({ argument: { name: 'who', value: 'an' } }));
    expect(await first).toEqual({ values: [], hasMore: false });
    const { received } = await person.report<Got>('s');
    const ids = received.filter(({ method }) => method === 'completion/complete') as { id?: unknown }[];
    const told = received.filter(({ method }) => method === 'notifications/cancelled');
    expect(told.map(({ params }) => params?.requestId)).toEqual([ids[0]?.id]);
    expect(log()).not.toContainEqual(expect.stringMatching(/suggestions/));
  });
});

describe('x-mcp-header', () => {
  it('an argument of a call goes into its header as well, on a modern HTTP session', async () => {
    const inputSchema = {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, size: { type: 'integer' } },
    };
    const server = await startRawHttp({ tools: [{ name: 'go', inputSchema }], onCall: { go: [] } }, 'modern');
    try {
      await person.connect('s', { type: 'http', url: server.url });
      // The window lists the tools before one of them is run.
      await person.host.handlers['servers.list']({ id: 's', kind: 'tools' });
      expect(await person.run('s', 'go', { region: 'Zürich', size: 3 }).ended).toMatchObject({
        state: 'done',
      });
      const { events } = await person.report<{ events: { method?: string; headers?: object }[] }>('s');
      const sent = events.find(({ method }) => method === 'tools/call')?.headers;
      expect(sent).toMatchObject({ 'mcp-param-region': '=?base64?WsO8cmljaA==?=' });
      expect(sent).not.toHaveProperty('mcp-param-size');
    } finally {
      await server.stop();
    }
  });
});

describe('the last arguments', () => {
  const item = (name: string) => ({ serverId: 's', method: 'tools/call' as const, name });

  it('are given back for their tool, without secrets, and forgotten with the server', async () => {
    const { handlers } = person.host;
    await person.connect('s', stdio({}, 'legacy'));
    await handlers['arguments.remember']({ ...item('t'), args: { path: '/tmp', token: 'hunter2' } });
    expect(await handlers['arguments.last'](item('t'))).toEqual({ args: { path: '/tmp' } });
    expect(await handlers['arguments.last'](item('other'))).toEqual({});
    await handlers['servers.remove']({ id: 's' });
    await person.connect('s', stdio({}, 'legacy'));
    expect(await handlers['arguments.last'](item('t'))).toEqual({});
  });

  it('are forgotten when the person says so', async () => {
    const { handlers } = person.host;
    await person.connect('s', stdio({}, 'legacy'));
    await handlers['arguments.remember']({ ...item('t'), args: { path: '/tmp' } });
    await handlers['arguments.forget'](item('t'));
    expect(await handlers['arguments.last'](item('t'))).toEqual({});
  });
});
