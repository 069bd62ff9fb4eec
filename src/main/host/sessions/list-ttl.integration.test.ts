import { afterEach, describe, expect, it } from 'vitest';
import { type Report, rawStdio, type Scenario } from '../../../../e2e/servers/raw.ts';
import { type Opened, openForTest } from './fixtures/open.ts';

/** How long lists hold (2026-07-28, server/utilities/caching), on real servers. */
const opened: Opened[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ session }) => session.close()));
});

async function open(scenario: Scenario, era: 'legacy' | 'modern' = 'modern'): Promise<Opened> {
  const it = await openForTest({ target: { type: 'stdio', ...rawStdio(scenario, era) } });
  opened.push(it);
  return it;
}

const page = (ttlMs: unknown, name = 'a', more = {}) => ({
  reply: { tools: [{ name, inputSchema: { type: 'object' } }], ttlMs, cacheScope: 'public', ...more },
});
const reads = async (it: Opened) =>
  (await it.report<Report>()).received.filter(({ method }) => method === 'tools/list').length;

describe('a list that holds', () => {
  it('is not read again, and gives the same', async () => {
    const it = await open({ on: { 'tools/list': [page(600_000)] } });
    const first = await it.session.list('tools');
    expect(await it.session.list('tools')).toEqual(first);
    expect(await reads(it)).toBe(1);
  });

  it('is read again once it ran out', async () => {
    const it = await open({ on: { 'tools/list': [page(1)] } });
    await it.session.list('tools');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await it.session.list('tools');
    expect(await reads(it)).toBe(2);
  });

  it('is read again after a change, and after a call of something it does not know', async () => {
    const it = await open({
      capabilities: { tools: { listChanged: true } },
      on: { 'tools/list': [page(600_000)] },
      onCall: {
        change: [{ notify: { method: 'notifications/tools/list_changed' } }],
        gone: [{ error: { code: -32602, message: 'Unknown tool: gone' } }],
      },
    });
    await it.session.list('tools');
    await it.call('change');
    await it.session.list('tools');
    expect(await reads(it)).toBe(2);
    await expect(it.call('gone')).rejects.toMatchObject({ rpcCode: -32602 });
    await it.session.list('tools');
    expect(await reads(it)).toBe(3);
  });

  it.each([0, -1, '600000', null, undefined, {}])('is none with a ttlMs of %j', async (ttlMs) => {
    const it = await open({ on: { 'tools/list': [page(ttlMs)] } });
    for (let times = 0; times < 3; times += 1) {
      expect((await it.session.list('tools')).items).toHaveLength(1);
    }
    expect(await reads(it)).toBe(3);
  });

  it('takes an absurd time for a day, and starts no storm', async () => {
    const it = await open({ on: { 'tools/list': [page(1e308)] } });
    for (let times = 0; times < 3; times += 1) await it.session.list('tools');
    expect(await reads(it)).toBe(1);
    expect(it.changed).toEqual([]);
  });

  it('holds in 2026-07-28 only', async () => {
    const it = await open({ on: { 'tools/list': [page(600_000)] } }, 'legacy');
    for (let times = 0; times < 2; times += 1) await it.session.list('tools');
    expect(await reads(it)).toBe(2);
  });

  it('is kept of lists only: what a person reads is read', async () => {
    const contents = [{ uri: 'a:b', text: 'x' }];
    const it = await open({
      capabilities: { tools: {}, resources: {} },
      on: { 'resources/read': [{ reply: { contents, ttlMs: 600_000, cacheScope: 'private' } }] },
    });
    const options = { signal: new AbortController().signal, callId: 1 };
    for (let times = 0; times < 2; times += 1) {
      expect(await it.session.leg('resources/read', { uri: 'a:b' }, options)).toMatchObject({
        result: { contents, ttlMs: 600_000 },
      });
    }
    const { received } = await it.report<Report>();
    expect(received.filter(({ method }) => method === 'resources/read')).toHaveLength(2);
  });
});
