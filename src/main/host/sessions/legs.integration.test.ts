import { describe, expect, it } from 'vitest';
import type { Report, Scenario } from '../../../../e2e/servers/raw.ts';
import { never, open } from './fixtures/stdio.ts';

describe('legs', () => {
  it.each([undefined, '', 'a\u0000b\u{1f600}'])(
    'hands out requestState %j as it came',
    async (requestState) => {
      const inputRequests = { key: { method: 'elicitation/create', params: { odd: true } } };
      const it = await open(
        {
          onCall: {
            go: {
              rounds: [
                [
                  {
                    inputRequired: { inputRequests, ...(requestState === undefined ? {} : { requestState }) },
                  },
                ],
                [{ reply: { content: [] } }],
              ],
            },
          },
        },
        { serverEra: 'modern' },
      );
      const leg = await it.session.leg('tools/call', { name: 'go' }, { signal: never, callId: 1 });
      expect(leg).toEqual({ type: 'input_required', inputRequests, requestState });
      const again = { name: 'go', inputResponses: { key: { action: 'cancel' } } };
      await it.session.leg('tools/call', requestState === undefined ? again : { ...again, requestState }, {
        signal: never,
        callId: 1,
      });
      const report = await it.report<Report>();
      const calls = report.received.filter(
        ({ method, params }) => method === 'tools/call' && (params as { name: string }).name === 'go',
      );
      const second = calls[1]?.params as Record<string, unknown>;
      expect(second.inputResponses).toEqual(again.inputResponses);
      expect('requestState' in second ? second.requestState : undefined).toBe(requestState);
      expect(calls[0]?.id).not.toBe(calls[1]?.id);
    },
  );

  it('refuses input_required from a legacy server, and where it does not belong', async () => {
    const steps = [
      { reply: { resultType: 'input_required', inputRequests: { a: {} } }, bare: true as const },
    ];
    const legacy = await open({ onCall: { go: steps } });
    await expect(legacy.call('go')).rejects.toMatchObject({ code: 'protocol' });
    const modern = await open({ on: { 'tools/list': steps } }, { serverEra: 'modern' });
    await expect(modern.session.list('tools')).rejects.toMatchObject({ code: 'protocol' });
  });

  it('E41 takes input_required on prompts/get and resources/read', async () => {
    const asks = [{ inputRequired: { inputRequests: { a: { method: 'roots/list' } } } }];
    const it = await open({ on: { 'prompts/get': asks, 'resources/read': asks } }, { serverEra: 'modern' });
    for (const method of ['prompts/get', 'resources/read'] as const) {
      const leg = await it.session.leg(method, { name: 'x' }, { signal: never, callId: 1 });
      expect(leg.type).toBe('input_required');
    }
  });

  it.each(['legacy', 'modern'] as const)('F23 hands out odd results whole (%s)', async (serverEra) => {
    const odd = {
      content: [
        { type: 'new-kind', x: 1 },
        { type: 'text', text: 'kept' },
      ],
      extra: [1],
    };
    const it = await open({ onCall: { go: [{ reply: odd }] } }, { serverEra });
    expect(await it.call('go')).toMatchObject(odd);
  });

  it('gives errors of the server with code and data', async () => {
    const data = { elicitations: [{ mode: 'url', url: 'https://example.com', elicitationId: 'e' }] };
    const it = await open({ onCall: { go: [{ error: { code: -32042, message: 'URL', data } }] } });
    await expect(it.call('go')).rejects.toMatchObject({ code: 'rpc', rpcCode: -32042, rpcData: data });
  });

  it.each(['legacy', 'modern'] as const)(
    'F31 tells the server when a call is aborted (%s)',
    async (serverEra) => {
      const it = await open(
        { onCall: { go: [{ wait: { method: 'notifications/cancelled' } }] } },
        { serverEra },
      );
      const stop = new AbortController();
      const call = it.call('go', { signal: stop.signal });
      stop.abort(new Error('the person'));
      await expect(call).rejects.toMatchObject({ code: 'aborted' });
      const report = await it.report<Report>();
      const cancelled = report.notifications.filter(({ method }) => method === 'notifications/cancelled');
      expect(cancelled).toHaveLength(1);
      const sent = report.received.find(
        ({ params }) => (params as { name?: string } | undefined)?.name === 'go',
      );
      expect(cancelled[0]?.params).toMatchObject({ requestId: sent?.id });
      expect(it.closed).toEqual([]);
    },
  );

  it('F29 F35 ignores what belongs to nothing, and reports progress', async () => {
    const it = await open({
      onCall: {
        go: [
          { notify: { method: 'notifications/progress', params: { progressToken: 'zzz', progress: 1 } } },
          { send: { jsonrpc: '2.0', id: 4711, result: {} } },
          {
            notify: {
              method: 'notifications/progress',
              params: { progressToken: '$progressToken', progress: 1, total: 2, message: 'half' },
            },
          },
        ],
      },
    });
    const progress: unknown[] = [];
    await it.session.leg(
      'tools/call',
      { name: 'go' },
      { signal: never, callId: 1, onProgress: (value) => progress.push(value) },
    );
    expect(progress).toEqual([{ progress: 1, total: 2, message: 'half' }]);
    expect(it.logs.map(({ text }) => text)).toEqual([
      'Progress for an unknown request was ignored.',
      'An answer with id 4711 belongs to no open request and was ignored.',
    ]);
  });

  it.each([
    ['0 always', { jsonrpc: '2.0', id: 0, result: { content: [] } }],
    ['no id', { jsonrpc: '2.0', result: { content: [] } }],
    ['null', { jsonrpc: '2.0', id: null, result: { content: [] } }],
    ['null, with an error', { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }],
    ['one of its own', { jsonrpc: '2.0', id: 'abc', result: { content: [] } }],
  ])('F35 tells the call that waits when answers come under another id: %s', async (_name, answer) => {
    const it = await open({ onCall: { go: [{ send: answer }, { never: true }] } });
    const stop = new AbortController();
    const hinted = new Promise<string>((onHint) => {
      it.session
        .leg('tools/call', { name: 'go' }, { signal: stop.signal, callId: 1, onHint: (hint) => onHint(hint) })
        .catch(() => undefined);
    });
    expect(await hinted).toContain('without the id of the question');
    stop.abort();
    expect(await it.report<Report>()).toBeDefined();
  });

  it('F35 says nothing of the kind after an answer that came twice, or too late', async () => {
    const twice = { send: { jsonrpc: '2.0', id: '$callId', result: {} } };
    const it = await open({
      onCall: {
        twice: [twice, { later: [] }],
        late: [{ wait: { method: 'notifications/cancelled' } }],
        slow: [{ wait: { method: 'ping' }, withinMs: 1000 }],
      },
    });
    const hints: string[] = [];
    const call = (name: string, signal = never) =>
      it.session.leg('tools/call', { name }, { signal, callId: 1, onHint: (hint) => hints.push(hint) });
    const stop = new AbortController();
    const slow = call('slow');
    await call('twice');
    const late = call('late', stop.signal);
    stop.abort();
    await expect(late).rejects.toMatchObject({ code: 'aborted' });
    await slow;
    expect(it.logs.filter(({ text }) => text.includes('belongs to no open request'))).toHaveLength(2);
    expect(hints).toEqual([]);
  });

  it('F35 says so when the handshake fails of it', async () => {
    const scenario: Scenario = {
      on: {
        initialize: [{ send: { jsonrpc: '2.0', id: 'x', result: {} } }, { exit: 1 }],
      },
    };
    await expect(open(scenario, { era: 'legacy' })).rejects.toMatchObject({
      code: 'connect-failed',
      message: expect.stringContaining('without the id of the question'),
    });
  });

  it('F07 says so when an answer is not JSON-RPC, and E19 accepts a batch', async () => {
    const it = await open({
      on: {
        'tools/list': [
          { line: '[{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"one"}]}}]\n' },
          { never: true },
        ],
        'prompts/list': [
          { line: '[{"jsonrpc":"2.0","id":2,"result":{"prompts":[]},"error":null}]\n' },
          { never: true },
        ],
      },
      capabilities: { tools: {}, prompts: {} },
    });
    expect((await it.session.list('tools')).items).toEqual([{ name: 'one' }]);
    await expect(it.session.list('prompts')).rejects.toMatchObject({
      code: 'protocol',
      message: expect.stringContaining('not JSON-RPC'),
    });
    expect(await it.report<Report>()).toBeDefined();
  });
});
