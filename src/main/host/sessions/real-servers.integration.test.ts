import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Target } from '../../../shared/model/server.ts';
import { type Opened, type OpenForTest, openForTest } from './fixtures/open.ts';

const cleanUp: (() => Promise<unknown>)[] = [];
const EVERYTHING = path.join(
  path.dirname(
    createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json'),
  ),
  'dist/index.js',
);
const DEMO = path.join(import.meta.dirname, '../../../../resources/demo-server/index.ts');

afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

async function open(target: Target, options: Partial<OpenForTest> = {}): Promise<Opened> {
  const it = await openForTest({ target, ...options });
  cleanUp.push(() => it.session.close());
  return it;
}

/** Starts a server that has to be told its port, and waits until it says that it listens. */
async function listen(args: string[], env: Record<string, string>, ready: RegExp): Promise<RegExpExecArray> {
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  cleanUp.push(() => {
    child.kill('SIGKILL');
    return exited;
  });
  let text = '';
  return new Promise((resolve, reject) => {
    const look = (chunk: Buffer) => {
      text += chunk.toString();
      const found = ready.exec(text);
      if (found) resolve(found);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', () => reject(new Error(`The server ended: ${text}`)));
  });
}

async function everything(transport: 'stdio' | 'http' | 'sse'): Promise<Target> {
  if (transport === 'stdio') return { type: 'stdio', command: process.execPath, args: [EVERYTHING, 'stdio'] };
  const port = await freePort();
  const args = [EVERYTHING, transport === 'sse' ? 'sse' : 'streamableHttp'];
  await listen(args, { PORT: String(port) }, /listening on port|running on port/i);
  return { type: transport, url: `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}` };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe.each(['stdio', 'http', 'sse'] as const)('server-everything over %s', (transport) => {
  it('asks back, and is answered', async () => {
    const it = await open(await everything(transport), {
      answer: ({ method }) => {
        if (method === 'roots/list')
          return { type: 'result', result: { roots: [{ uri: 'file:///tmp/x', name: 'x' }] } };
        if (method === 'elicitation/create') return { type: 'result', result: { action: 'decline' } };
        return {
          type: 'result',
          result: { role: 'assistant', model: 'm', content: { type: 'text', text: 'from the person' } },
        };
      },
    });
    expect(it.session).toMatchObject({ era: 'legacy', transport, protocolVersion: '2025-11-25' });
    await it.until(({ requests }) => requests.some(({ method }) => method === 'roots/list'));
    const tools = await it.session.list('tools');
    expect(tools.problems).toEqual([]);
    expect(tools.items.map(({ name }) => name)).toContain('trigger-elicitation-request');
    expect((await it.session.list('prompts')).items.length).toBeGreaterThan(0);
    expect((await it.session.list('resources')).items.length).toBeGreaterThan(0);
    expect((await it.session.list('templates')).items.length).toBeGreaterThan(0);

    await it.call('trigger-elicitation-request', { callId: 41 });
    const sampled = await it.call('trigger-sampling-request', {
      callId: 42,
      args: { prompt: 'p', maxTokens: 5 },
    });
    expect(JSON.stringify(sampled)).toContain('from the person');
    const asked = it.requests.filter(({ method }) => method !== 'roots/list');
    expect(asked.map(({ method }) => method)).toEqual(['elicitation/create', 'sampling/createMessage']);
    expect(asked.map(({ via }) => via)).toEqual(
      transport === 'http'
        ? [
            { stream: 'post', callId: 41 },
            { stream: 'post', callId: 42 },
          ]
        : [{ stream: 'shared' }, { stream: 'shared' }],
    );
  });
});

describe.each(['stdio', 'http'] as const)('the bundled server over %s', (transport) => {
  async function demo(): Promise<Target> {
    if (transport === 'stdio') return { type: 'stdio', command: process.execPath, args: [DEMO] };
    const found = await listen([DEMO, '--http'], {}, /"url":\s*"([^"]+)"/);
    return { type: 'http', url: found[1] as string };
  }

  it('is modern, and asks with input_required', async () => {
    const it = await open(await demo());
    expect(it.session.era).toBe('modern');
    const tools = await it.session.list('tools');
    expect(tools.problems).toEqual([]);
    const first = (await it.call('deploy', { args: { service: 'web', environment: 'staging' } })) as {
      type?: string;
      inputRequests?: Record<string, { method: string }>;
    };
    expect(first.type).toBe('input_required');
    const methods = Object.values(first.inputRequests ?? {}).map(({ method }) => method);
    expect(methods).toContain('elicitation/create');
  });

  it('is legacy when it is asked to be', async () => {
    const it = await open(await demo(), {
      era: 'legacy',
      answer: () => ({ type: 'result', result: { action: 'cancel' } }),
    });
    expect(it.session.era).toBe('legacy');
    await it.call('deploy', { callId: 7, args: { service: 'web', environment: 'staging' } });
    const via = transport === 'http' ? { stream: 'post', callId: 7 } : { stream: 'shared' };
    expect(it.requests[0]).toMatchObject({ method: 'elicitation/create', via });
  });
});
