import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawStdio, type Scenario } from '../../../e2e/servers/raw.ts';
import type { Target } from '../../shared/model/server.ts';
import { Person } from './testing/person.ts';

let person: Person;
beforeEach(async () => {
  person = await Person.sitDown();
});
afterEach(() => person.leave());

const target = (scenario: Scenario): Target => ({ type: 'stdio', ...rawStdio(scenario) });
const says = (text: string) => [{ reply: { content: [{ type: 'text', text }] } }];
const form = {
  message: 'Name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
};

describe('tools of the same name', () => {
  it.each([
    ['one', 'two'],
    ['two', 'one'],
  ])('F21 belong to their server, whichever was connected first (%s, %s)', async (...order) => {
    for (const name of order) {
      const ask = [{ later: [{ ask: { id: 'late', method: 'elicitation/create', params: form } }] }];
      await person.connect(name, target({ onCall: { search: says(`from ${name}`), ask } }), {
        // What is allowed to the one is not allowed to the other.
        allowUnassociated: name === 'one',
      });
    }
    for (const name of order) {
      expect(await person.run(name, 'search').ended).toMatchObject({
        result: { content: [{ text: `from ${name}` }] },
      });
      await person.run(name, 'ask').ended;
    }
    expect(await person.question()).toMatchObject({ serverId: 'one' });
    const refused = await person.until(() =>
      person.host.replica.all('questions').find(({ outcome }) => outcome === 'refused'),
    );
    expect(refused).toMatchObject({ serverId: 'two' });
  });

  it('F19 have no other name than their own, however long', async () => {
    const server = 's'.repeat(64);
    const tool = 'a.tool/with-a_long.name'.repeat(10);
    const tools = [{ name: tool, inputSchema: { type: 'object' } }];
    await person.connect(server, target({ tools, onCall: { [tool]: says('here') } }));
    expect(await person.run(server, tool).ended).toMatchObject({ result: { content: [{ text: 'here' }] } });
  });
});

describe('a result', () => {
  it.each([
    ['draft-07', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }],
    ['a reference to nowhere', { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }],
    ['a reference to the network', { $ref: 'https://example.com/schema.json' }],
    ['a pattern that is none', { type: 'object', properties: { a: { type: 'string', pattern: '(' } } }],
    ['no type', { $id: 'x' }],
    ['no schema at all', 'text'],
  ])('F15 F17 F23 is shown whole, whatever its schema is: %s', async (_, outputSchema) => {
    const result = { content: [{ type: 'text', text: 'ok' }], structuredContent: { a: 'x', b: [1] } };
    const tools = [{ name: 't', inputSchema: { type: 'object' }, outputSchema }];
    await person.connect('s', target({ tools, onCall: { t: [{ reply: result }] } }));
    const list = await person.host.handlers['servers.list']({ id: 's', kind: 'tools' });
    expect(list.items.map(({ name }) => name)).toEqual(['t']);
    expect(await person.run('s', 't').ended).toMatchObject({ state: 'done', isError: false, result });
  });
});

it('F43 twenty calls at once of a megabyte each, and changed lists all the while, keep nobody waiting', async () => {
  const text = { $repeat: ['x', 1_000_000] };
  const changed = { notify: { method: 'notifications/tools/list_changed' } };
  const onCall = {
    big: [{ repeat: 10, steps: [changed] }, { reply: { content: [{ type: 'text', text }] } }],
  };
  await person.connect('s', target({ onCall }));
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const views = await Promise.all(Array.from({ length: 20 }, () => person.run('s', 'big').ended));
  delay.disable();
  for (const view of views) expect(view.state).toBe('done');
  expect(delay.max / 1e6).toBeLessThan(1000);
  expect(person.host.replica.get('servers', 's')?.listRevision ?? 0).toBeLessThan(50);
});

it('F35 a call at a server that gives no ids back says so while it waits, and when it ends', async () => {
  const answer = { jsonrpc: '2.0', id: 0, result: { content: [] } };
  await person.connect('s', {
    type: 'stdio',
    ...rawStdio({ onCall: { go: [{ send: answer }, { never: true }] } }),
  });
  const { callId, ended } = person.host.calls.start(
    { serverId: 's', method: 'tools/call', name: 'go' },
    { timeoutMs: 1500 },
  );
  const waiting = await person.until(() => {
    const call = person.host.replica.get('calls', String(callId));
    return call?.hint && call;
  });
  expect(waiting).toMatchObject({ state: 'running', hint: expect.stringContaining('without the id') });
  expect(await ended).toMatchObject({
    state: 'failed',
    error: { code: 'timeout', message: expect.stringContaining('without the id of the question') },
  });
});
