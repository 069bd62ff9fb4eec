import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Person } from './testing/person.ts';
import { web } from './testing/web.ts';

/** Answers that do not reach a server: the card, the journal and the call say so. */
let person: Person;
const cleanUp: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  person = await Person.sitDown();
});
afterEach(async () => {
  await person.leave();
  for (const work of cleanUp.splice(0).reverse()) await work();
});

const form = {
  message: 'Name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
};

/** The decisions of the journal about one question, oldest first. */
async function decisionsOf(reverseId: string) {
  const { entries } = await person.host.handlers['activity.page']({ limit: 500 });
  return entries
    .filter(
      (entry) => entry.reverseId === reverseId && (entry.type === 'answer' || entry.type === 'decision'),
    )
    .reverse();
}

/** A legacy server over stdio: `ask` asks, closes its stdin, and lives on. With `GO` in its parameters it answers then. */
const deafLegacy = `
import { closeSync } from 'node:fs';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
let text = '';
process.stdin.on('data', (chunk) => {
  text += chunk;
  for (let end; (end = text.indexOf('\\n')) >= 0; text = text.slice(end + 1)) {
    const { id, method, params } = JSON.parse(text.slice(0, end));
    if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'd', version: '1' } } });
    else if (method === 'tools/list') send({ id, result: { tools: [{ name: 'ask', inputSchema: { type: 'object' } }] } });
    else if (method === 'tools/call') {
      process.stdin.destroy();
      closeSync(0);
      send({ id: 'q', method: 'elicitation/create', params: ${JSON.stringify(form)} });
      setTimeout(() => send({ id, result: { content: [] } }), params.arguments.endsAfter ?? 60000);
    } else if (id !== undefined) send({ id, error: { code: -32601, message: 'no' } });
  }
});
setTimeout(() => {}, 60000);
`;

/** A modern one that closes its stdin once it has asked, in its first life only. */
const deafModern = `
import { closeSync, existsSync, writeFileSync } from 'node:fs';
const [flag] = process.argv.slice(-1);
const send = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } }) + '\\n');
let text = '';
process.stdin.on('data', (chunk) => {
  text += chunk;
  for (let end; (end = text.indexOf('\\n')) >= 0; text = text.slice(end + 1)) {
    const { id, method, params } = JSON.parse(text.slice(0, end));
    if (method === 'server/discover') send(id, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private' });
    else if (method === 'tools/list') send(id, { tools: [], ttlMs: 0, cacheScope: 'private' });
    else if (method === 'tools/call' && params.inputResponses) send(id, { content: [], structuredContent: { got: params.inputResponses } });
    else if (method === 'tools/call') {
      send(id, { resultType: 'input_required', requestState: 's', inputRequests: { name: { method: 'elicitation/create', params: ${JSON.stringify(form)} } } });
      if (!existsSync(flag)) {
        writeFileSync(flag, '');
        process.stdin.destroy();
      closeSync(0);
      }
    }
  }
});
setTimeout(() => {}, 60000);
`;

const node = (script: string, ...args: string[]) => ({
  type: 'stdio' as const,
  command: process.execPath,
  args: ['--input-type=module', '-e', script, '--', ...args],
});

const accept = { type: 'submit', values: { name: 'Ada' } } as const;

describe('a server over stdio that closes its stdin and lives on', () => {
  it('legacy: the question has failed, on its card and in the journal, and its call says what may come of it', async () => {
    await person.connect('s', node(deafLegacy), { era: 'legacy' });
    const { callId } = person.run('s', 'ask');
    const { id } = await person.question();
    await person.answer(id, accept);
    const card = await person.card(id, ({ outcome }) => outcome === 'failed');
    const reason = 'The answer could not be delivered: the server no longer reads what is sent to it.';
    expect(card).toMatchObject({ state: 'closed', reason });
    expect((await decisionsOf(id)).at(-1)).toMatchObject({
      type: 'decision',
      text: `elicitation failed: ${reason}`,
      detail: { outcome: 'failed' },
    });
    expect(person.host.replica.get('calls', String(callId))).toMatchObject({
      hint: expect.stringContaining('not delivered'),
    });
  });

  it('legacy: what the server still says counts', async () => {
    await person.connect('s', node(deafLegacy), { era: 'legacy' });
    const { ended } = person.run('s', 'ask', { endsAfter: 1500 });
    const { id } = await person.question();
    await person.answer(id, accept);
    expect(await ended).toMatchObject({ state: 'done' });
    expect(person.host.replica.get('questions', id)).toMatchObject({ outcome: 'failed' });
  });

  it('modern: the answers are kept, and go out on the next connection', async () => {
    const flag = `${person.dataDir}/closed-once`;
    await person.connect('s', node(deafModern, flag), { era: 'modern' });
    const { ended } = person.run('s', 'ask');
    const { id } = await person.question();
    await person.answer(id, accept);
    expect(await ended).toMatchObject({
      state: 'done',
      result: { structuredContent: { got: { name: { action: 'accept', content: { name: 'Ada' } } } } },
    });
    expect(person.host.replica.all('questions')).toHaveLength(1);
  });
});

describe('an answer over HTTP that is not taken', () => {
  /** A legacy server that asks in a call and does `refuse` with the answer. */
  async function serve(refuse: (answer: import('node:http').ServerResponse) => void): Promise<string> {
    const server = await web(async (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      let text = '';
      for await (const chunk of request) text += chunk;
      const { id, method } = JSON.parse(text) as { id?: number; method?: string };
      const json = (result: object) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      };
      const serverInfo = { name: 's', version: '1' };
      if (method === 'initialize')
        return json({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo });
      if (method === 'tools/list') return json({ tools: [{ name: 'ask', inputSchema: { type: 'object' } }] });
      if (method === undefined) return refuse(response);
      if (method !== 'tools/call') return void response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const question = { jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: form };
      response.write(`data: ${JSON.stringify(question)}\n\n`);
    });
    cleanUp.push(server.close);
    return server.url;
  }

  it.each([
    ['refused', 400, /^The answer could not be delivered: .* refused the request \(HTTP 400\)/],
    ['in trouble', 500, /^The answer could not be delivered: .* trouble of its own \(HTTP 500\)/],
    ['gone on the way', 0, /^Nobody knows whether the answer arrived: .* broke the connection/],
  ])('has failed: %s', async (_name, status, sentence) => {
    const url = await serve((response) => {
      if (status === 0) response.destroy();
      else response.writeHead(status).end();
    });
    await person.connect('s', { type: 'http', url }, { era: 'legacy' });
    person.run('s', 'ask');
    const { id } = await person.question();
    await person.answer(id, accept);
    const card = await person.card(id, ({ outcome }) => outcome === 'failed');
    expect(card.reason).toMatch(sentence);
    expect((await decisionsOf(id)).map(({ type }) => type)).toEqual(['answer', 'decision']);
  });
});
