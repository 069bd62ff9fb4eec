import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Report, rawStdio } from '../../../../e2e/servers/raw.ts';
import { isAlive, openForTest, TEST_CWD } from './fixtures/open.ts';
import { elicit, open, opened } from './fixtures/stdio.ts';
import { SessionError } from './session-error.ts';

describe('era over stdio', () => {
  it('finds a legacy server with one process', async () => {
    const it = await open({});
    expect(it.session).toMatchObject({ era: 'legacy', protocolVersion: '2025-11-25', transport: 'stdio' });
    const report = await it.report<Report>();
    expect(report.received.map((message) => message.method).slice(0, 3)).toEqual([
      'server/discover',
      'initialize',
      'notifications/initialized',
    ]);
  });

  it('finds a modern server and sends it neither a handshake nor a response', async () => {
    const it = await open({}, { serverEra: 'modern' });
    expect(it.session).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28' });
    const report = await it.report<Report>();
    expect(report.received.map((message) => message.method)).not.toContain('initialize');
    expect(report.answers).toEqual([]);
  });

  it('does not probe when the era is set or known', async () => {
    for (const options of [{ era: 'legacy' as const }, { priorEra: 'legacy' as const }]) {
      const it = await open({}, options);
      const report = await it.report<Report>();
      expect(report.received[0]).toMatchObject({ method: 'initialize' });
    }
  });

  it('asks again when a server that was legacy has become modern', async () => {
    const it = await open({}, { serverEra: 'modern', priorEra: 'legacy' });
    expect(it.session.era).toBe('modern');
  });

  it('does not fall back when the era is set to modern', async () => {
    await expect(open({}, { era: 'modern' })).rejects.toMatchObject({
      code: 'connect-failed',
      message: expect.stringContaining('2026-07-28'),
    });
  });

  it('E29 starts a server that ends on the probe again, as a legacy one', async () => {
    const it = await open({ on: { 'server/discover': [{ exit: 3 }] } });
    expect(it.session.era).toBe('legacy');
    const report = await it.report<Report>();
    expect(report.received[0]).toMatchObject({ method: 'initialize' });
  });

  it.each([-32602, -32000, -32603, -32601, -32001])(
    'E29 takes error %i on the probe for legacy',
    async (code) => {
      const it = await open({ on: { 'server/discover': [{ error: { code, message: 'no' } }] } });
      expect(it.session.era).toBe('legacy');
    },
  );

  it('takes a server that is silent on the probe for legacy, in the same process', async () => {
    const it = await open({ on: { 'server/discover': [{ never: true }] } });
    expect(it.session.era).toBe('legacy');
    const report = await it.report<Report>();
    expect(report.received.map((message) => message.method).slice(0, 2)).toEqual([
      'server/discover',
      'initialize',
    ]);
  });

  it('D21 does not take a modern server that starts slowly for a legacy one', async () => {
    const { command, args } = rawStdio({}, 'modern');
    const slow = `setTimeout(() => { process.argv.splice(1, 1); import(process.argv[1]); }, 4000)`;
    const target = { type: 'stdio' as const, command, args: ['-e', slow, '--', 'x', ...args] };
    const it = await openForTest({ target });
    opened.push(it);
    expect(it.session.era).toBe('modern');
  });

  it('E33 accepts every legacy version', async () => {
    for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      const it = await open({ protocolVersion });
      expect(it.session.protocolVersion).toBe(protocolVersion);
    }
  });
});

describe('capabilities on the wire', () => {
  it('declares exactly what is offered', async () => {
    const it = await open(
      {},
      {
        offered: {
          sampling: true,
          samplingTools: false,
          elicitation: true,
          elicitationUrl: false,
          roots: true,
        },
      },
    );
    const report = await it.report<Report>();
    const initialize = report.received.find((message) => message.method === 'initialize');
    const declared = { sampling: {}, elicitation: { form: {} }, roots: { listChanged: true } };
    const params = initialize?.params as { capabilities?: unknown } | undefined;
    expect(params?.capabilities).toEqual(declared);
    expect(it.session.clientCapabilities).toEqual(declared);
  });

  it('puts them on every request of a modern session', async () => {
    const it = await open({}, { serverEra: 'modern' });
    await it.session.list('tools');
    const report = await it.report<Report>();
    for (const message of report.received.filter(({ id }) => id !== undefined)) {
      const { _meta } = message.params as { _meta: Record<string, unknown> };
      expect(_meta['io.modelcontextprotocol/clientCapabilities']).toEqual(it.session.clientCapabilities);
      expect(_meta['io.modelcontextprotocol/protocolVersion']).toBe('2026-07-28');
    }
  });
});

describe('requests of a legacy server', () => {
  it('hands them on raw, on the shared stream, and answers each once', async () => {
    const params = {
      message: 'x',
      requestedSchema: { type: 'object', properties: { a: { format: 'password' } } },
    };
    const it = await open(
      {
        onCall: { ask: [{ ask: elicit('a', params) }, { ask: { id: 'b', method: 'foo/bar', params: [1] } }] },
      },
      {
        answer: ({ method }) =>
          method === 'foo/bar'
            ? { type: 'error', code: -32601, message: 'Method not found' }
            : { type: 'result', result: { action: 'decline' } },
      },
    );
    await it.call('ask');
    expect(it.requests).toMatchObject([
      { requestId: 'a', method: 'elicitation/create', params, via: { stream: 'shared' } },
      { requestId: 'b', method: 'foo/bar', params: [1] },
    ]);
    const report = await it.report<Report>();
    expect(report.answers).toEqual([
      { jsonrpc: '2.0', id: 'a', result: { action: 'decline' } },
      { jsonrpc: '2.0', id: 'b', error: { code: -32601, message: 'Method not found' } },
    ]);
  });

  it('answers a fault of ours with a neutral error', async () => {
    const it = await open(
      { onCall: { ask: [{ ask: elicit(1) }] } },
      {
        answer: () => {
          throw new Error('secret text');
        },
      },
    );
    await it.call('ask');
    const report = await it.report<Report>();
    expect(report.answers).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } },
    ]);
  });

  it('gets requests that came before the session was ready', async () => {
    const it = await open({ onInitialized: [{ request: { id: 7, method: 'roots/list' } }] });
    await it.until(({ requests }) => requests.length === 1);
    expect(it.requests[0]).toMatchObject({ requestId: 7, method: 'roots/list' });
  });

  it('F39 answers ping at once while a question is open', async () => {
    let settle = (_answer: { type: 'result'; result: { action: string } }) => {};
    const it = await open(
      {
        onCall: {
          ask: [
            { request: elicit('form') },
            { ask: { id: 'p', method: 'ping' } },
            { notify: { method: 'notifications/message', params: { level: 'info', data: 'pinged' } } },
            { wait: 'form' },
          ],
        },
      },
      {
        answer: () =>
          new Promise((resolve) => {
            settle = resolve;
          }),
      },
    );
    const call = it.call('ask');
    await it.until(({ logs }) => logs.some(({ text }) => text === '[info] pinged'));
    settle({ type: 'result', result: { action: 'cancel' } });
    await call;
    const report = await it.report<Report>();
    expect(report.answers.map(({ id }) => id)).toEqual(['p', 'form']);
  });

  it('takes equal forward and reverse ids, and two live requests with one id', async () => {
    const ids = [1, 2, 3, '1'];
    const it = await open(
      {
        onCall: {
          ask: [
            ...ids.map((id) => ({ request: elicit(id) })),
            { request: elicit('twice') },
            { request: elicit('twice') },
            ...ids.map((id) => ({ wait: id })),
            { wait: 'twice', count: 2 },
          ],
        },
      },
      { answer: () => ({ type: 'result', result: { action: 'cancel' } }) },
    );
    await it.call('ask');
    const report = await it.report<Report>();
    expect(report.answers.map(({ id }) => id)).toEqual([...ids, 'twice', 'twice']);
  });

  it('F33 aborts a request the server cancels, and writes nothing', async () => {
    const reasons: unknown[] = [];
    const it = await open(
      {
        onCall: {
          ask: [
            { request: elicit('gone') },
            { cancel: 'gone', reason: 'changed my mind' },
            { ask: elicit('after') },
          ],
        },
      },
      {
        answer: ({ requestId, signal }) =>
          requestId === 'gone'
            ? new Promise((resolve) => {
                signal.addEventListener('abort', () => {
                  reasons.push(signal.reason);
                  resolve({ type: 'result', result: { action: 'accept' } });
                });
              })
            : { type: 'result', result: { action: 'cancel' } },
      },
    );
    await it.call('ask');
    expect(reasons).toEqual(['changed my mind']);
    const report = await it.report<Report>();
    expect(report.answers.map(({ id }) => id)).toEqual(['after']);
  });

  it('writes nothing at all for "none"', async () => {
    const it = await open(
      { onCall: { ask: [{ request: elicit('none') }, { ask: elicit('after') }] } },
      {
        answer: ({ requestId }) =>
          requestId === 'none' ? { type: 'none' } : { type: 'result', result: { action: 'cancel' } },
      },
    );
    await it.call('ask');
    const report = await it.report<Report>();
    expect(report.answers.map(({ id }) => id)).toEqual(['after']);
  });

  it('keeps the server waiting with rising progress when it asked for it', async () => {
    const it = await open(
      { onCall: { ask: [{ ask: elicit('k', { _meta: { progressToken: 'tok' } }) }, { ask: elicit('l') }] } },
      {
        answer: ({ keepAlive }) => {
          keepAlive?.();
          keepAlive?.();
          return { type: 'result', result: { action: 'cancel' } };
        },
      },
    );
    await it.call('ask');
    const report = await it.report<Report>();
    const sent = report.notifications.filter(({ method }) => method === 'notifications/progress');
    expect(sent.map(({ params }) => params)).toEqual([
      { progressToken: 'tok', progress: 1 },
      { progressToken: 'tok', progress: 2 },
    ]);
  });
});

describe('requests on a modern session', () => {
  it('are dropped, counted, and never answered', async () => {
    const it = await open(
      { onCall: { ask: [{ request: elicit('stray') }, { request: { id: 'p', method: 'ping' } }] } },
      { serverEra: 'modern' },
    );
    await it.call('ask');
    expect(it.strays).toEqual(['elicitation/create', 'ping']);
    expect(it.requests).toEqual([]);
    const report = await it.report<Report>();
    expect(report.answers).toEqual([]);
  });
});

describe('notifications', () => {
  it('are passed on', async () => {
    const it = await open({
      capabilities: { tools: { listChanged: true }, resources: {}, logging: {} },
      onCall: {
        go: [
          { notify: { method: 'notifications/elicitation/complete', params: { elicitationId: 'e-1' } } },
          {
            notify: {
              method: 'notifications/message',
              params: { level: 'warning', logger: 'db', data: { a: 1 } },
            },
          },
          { repeat: 50, steps: [{ notify: { method: 'notifications/tools/list_changed' } }] },
          { notify: { method: 'notifications/resources/list_changed' } },
        ],
      },
    });
    await it.call('go');
    expect(it.completed).toEqual(['e-1']);
    expect(it.logs).toContainEqual({ source: 'log', text: '[warning] db: {"a":1}' });
    await it.until(({ changed }) => changed.length === 3);
    expect(it.changed).toEqual(['tools', 'resources', 'templates']);
  });

  it('of a modern server come over a subscription, which is opened by itself', async () => {
    const _meta = { 'io.modelcontextprotocol/subscriptionId': '$callId' };
    const it = await open(
      {
        capabilities: { tools: { listChanged: true }, prompts: {}, logging: {} },
        on: {
          'subscriptions/listen': [
            {
              notify: {
                method: 'notifications/subscriptions/acknowledged',
                params: { _meta, notifications: { toolsListChanged: true } },
              },
            },
            { notify: { method: 'notifications/tools/list_changed', params: { _meta } } },
            { never: true },
          ],
        },
      },
      { serverEra: 'modern' },
    );
    await it.until(({ changed }) => changed.length === 1);
    expect(it.changed).toEqual(['tools']);
    const report = await it.report<Report>();
    const listens = report.received.filter(({ method }) => method === 'subscriptions/listen');
    expect(listens).toMatchObject([{ params: { notifications: { toolsListChanged: true } } }]);
    const call = report.received.find(({ method }) => method === 'tools/call');
    expect(call?.params).toMatchObject({ _meta: { 'io.modelcontextprotocol/logLevel': 'info' } });
  });

  it('tells a legacy server that the roots changed, and a modern one nothing', async () => {
    for (const serverEra of ['legacy', 'modern'] as const) {
      const it = await open({}, { serverEra });
      it.session.rootsChanged();
      const report = await it.report<Report>();
      const sent = report.notifications.filter(({ method }) => method === 'notifications/roots/list_changed');
      expect(sent).toHaveLength(serverEra === 'legacy' ? 1 : 0);
    }
  });
});

describe('what is not a message', () => {
  it('D19 is skipped and logged, and the session goes on', async () => {
    const it = await open({
      banner: ['Starting...', '', '\u001b[32mready\u001b[0m', '{"half":'],
      onCall: {
        go: [
          { line: '\r\n\r\n' },
          {
            line: '\u001b[2K{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"ansi"}}\r\n',
          },
          { line: 'npm notice\n' },
        ],
      },
    });
    await it.call('go');
    const garbage = it.logs.filter(({ source }) => source === 'garbage').map(({ text }) => text);
    expect(garbage).toEqual(['Starting...', '\u001b[32mready\u001b[0m', '{"half":', 'npm notice']);
    expect(it.logs).toContainEqual({ source: 'log', text: '[info] ansi' });
  });

  it('D33 D35 large messages pass', async () => {
    const it = await open({
      onCall: {
        go: [
          {
            reply: {
              content: [{ type: 'image', mimeType: 'image/png', data: { $repeat: ['x', 12_000_000] } }],
            },
          },
        ],
      },
    });
    const result = (await it.call('go')) as { content: { data: string }[] };
    expect(result.content[0]?.data).toHaveLength(12_000_000);
  });

  it('D33 a message over the limit ends the session, and it says so', async () => {
    const it = await open({ onCall: { go: [{ reply: { text: { $repeat: ['x', 70 * 1024 * 1024] } } }] } });
    await expect(it.call('go')).rejects.toMatchObject({
      code: 'closed',
      message: 'The server sent a message longer than 64 MiB and was stopped.',
    });
    expect(it.closed).toHaveLength(1);
  });

  it('D23 stderr becomes neutral lines', async () => {
    const it = await open({ onCall: { go: [{ stderr: 'INFO one\nINFO two\n' }] } });
    await it.call('go');
    await it.until(({ logs }) => logs.length >= 2);
    expect(it.logs).toEqual([
      { source: 'stderr', text: 'INFO one' },
      { source: 'stderr', text: 'INFO two' },
    ]);
  });
});

describe('the end of a server', () => {
  it('D37 says how it ended, aborts its requests and rejects its calls', async () => {
    const it = await open(
      { onCall: { go: [{ request: elicit('q') }, { wait: { method: 'never' } }] } },
      {
        answer: ({ signal }) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve({ type: 'none' }))),
      },
    );
    const { pid } = await it.report<Report>();
    const call = it.call('go');
    await it.until(({ requests }) => requests.length === 1);
    process.kill(pid, 'SIGKILL');
    await expect(call).rejects.toMatchObject({ code: 'closed', message: expect.stringContaining('SIGKILL') });
    expect(it.requests[0]?.signal.aborted).toBe(true);
    expect(it.closed).toEqual([expect.stringContaining('SIGKILL')]);
    expect(it.session.closed.aborted).toBe(true);
    await expect(it.call('go')).rejects.toBeInstanceOf(SessionError);
  });

  it('D37 D03 says at once why a server cannot be connected', async () => {
    const target = (command: string, ...args: string[]) => ({ type: 'stdio' as const, command, args });
    await expect(openForTest({ target: target('no-such-program-here') })).rejects.toMatchObject({
      code: 'connect-failed',
      message: expect.stringMatching(/no-such-program-here was not found.*looked for in: /),
    });
    await expect(
      openForTest({ target: target(process.execPath, '-e', 'process.exit(0)') }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('ended normally (exit code 0) before it answered'),
    });
    await expect(
      openForTest({ target: target(process.execPath, '-e', 'process.exit(7)') }),
    ).rejects.toMatchObject({ message: expect.stringContaining('exit code 7') });
    await expect(
      openForTest({ target: { ...target('true'), cwd: '/no/such/folder' } }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('/no/such/folder does not exist'),
    });
    await expect(openForTest({ target: target('x', `${'$'}{NOT_SET_HERE}`) })).rejects.toMatchObject({
      code: 'connect-failed',
      message: expect.stringContaining('NOT_SET_HERE'),
    });
  });

  it('can be stopped while it is being connected', async () => {
    const record = path.join(TEST_CWD, 'stopped.jsonl');
    const stop = new AbortController();
    const { command, args } = rawStdio({
      on: { 'server/discover': [{ never: true }] },
      record,
      onStart: [{ send: { pid: '$pid' } }],
    });
    const connecting = openForTest({ target: { type: 'stdio', command, args }, signal: stop.signal });
    const pid = await waitForPid(record);
    stop.abort();
    await expect(connecting).rejects.toMatchObject({ code: 'aborted' });
    expect(isAlive(pid)).toBe(false);
  });
});

/** The scripted server writes its id into its record at the start. */
async function waitForPid(record: string): Promise<number> {
  for (;;) {
    try {
      const pid = /"pid":(\d+)/.exec(readFileSync(record, 'utf8'))?.[1];
      if (pid) return Number(pid);
    } catch {
      // Not written yet.
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
