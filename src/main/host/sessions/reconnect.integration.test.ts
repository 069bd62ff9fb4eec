import { createServer, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RawHttp, type Scenario, startRawHttp } from '../../../../e2e/servers/raw.ts';
import { Person } from '../testing/person.ts';

/** Servers that go and come back, over real HTTP. */
let person: Person;
const cleanUp: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  person = await Person.sitDown();
});
afterEach(async () => {
  await person.leave();
  for (const work of cleanUp.splice(0).reverse()) await work();
});

const view = (id = 's') => person.host.replica.get('servers', id);
const status = (wanted: string) => person.until(() => view()?.status === wanted && view());
const retrying = () => person.until(() => view()?.retrying && view());

async function start(scenario: Scenario, era: 'legacy' | 'modern', port = 0): Promise<RawHttp> {
  const server = await startRawHttp(scenario, era, port);
  cleanUp.push(() => server.stop());
  return server;
}

type Mode = 'pass' | { status: number; headers?: OutgoingHttpHeaders };

/** A proxy that can be told to answer by itself; it breaks open streams when it begins to. */
async function proxyTo(target: RawHttp) {
  let mode: Mode = 'pass';
  let asked = 0;
  const proxy = createServer((incoming, outgoing) => {
    asked += 1;
    if (mode !== 'pass') {
      outgoing.writeHead(mode.status, mode.headers).end();
      return;
    }
    const { method, headers, url } = incoming;
    const onward = httpRequest(new URL(url ?? '', target.url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => {
    proxy.closeAllConnections();
    return new Promise((resolve) => proxy.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`,
    asked: () => asked,
    become: (next: Mode) => {
      mode = next;
      if (next !== 'pass') proxy.closeAllConnections();
    },
  };
}

const acknowledge: Scenario = {
  capabilities: { tools: { listChanged: true } },
  on: {
    'subscriptions/listen': [
      {
        notify: {
          method: 'notifications/subscriptions/acknowledged',
          params: {
            notifications: { toolsListChanged: true },
            _meta: { 'io.modelcontextprotocol/subscriptionId': '$callId' },
          },
        },
      },
      { never: true },
    ],
  },
};

describe('a server that is stopped', () => {
  it.each([
    ['legacy', {}],
    ['modern', acknowledge],
  ] as const)(
    'is missed though nothing runs, and connected again once it is back (%s)',
    async (era, scenario) => {
      const first = await start(scenario, era);
      await person.connect('s', { type: 'http', url: first.url });
      await first.stop();
      const lost = await retrying();
      expect(lost.status).toBe('failed');
      expect(lost.statusDetail).toMatch(
        /^Cannot be reached; trying again (in \d+ s|now)\. Nothing answers at 127\.0\.0\.1:\d+\./,
      );
      await start(scenario, era, Number(new URL(first.url).port));
      await status('connected');
      expect(view()?.retrying).toBeUndefined();
      expect(await person.report('s')).toMatchObject({ era });
    },
  );

  it('over the old transport, too', async () => {
    const first = await start({}, 'legacy');
    await person.connect('s', { type: 'sse', url: first.sse });
    await first.stop();
    await retrying();
    await start({}, 'legacy', Number(new URL(first.url).port));
    await status('connected');
  });

  it('is left alone once it is disconnected', async () => {
    const first = await start({}, 'legacy');
    await person.connect('s', { type: 'http', url: first.url });
    await first.stop();
    await retrying();
    await person.host.handlers['servers.disconnect']({ id: 's' });
    expect(view()).toMatchObject({ status: 'stopped' });
    expect(view()?.retrying).toBeUndefined();
  });

  it('is not tried by itself when it was never there', async () => {
    const gone = await start({}, 'legacy');
    await gone.stop();
    await expect(person.connect('s', { type: 'http', url: gone.url })).rejects.toThrow(/^Nothing answers/);
    expect(view()?.retrying).toBeUndefined();
  });
});

describe('a proxy with nobody behind it', () => {
  it.each([502, 504])('is a lost server, also while nothing runs (HTTP %i)', async (code) => {
    const proxy = await proxyTo(await start({}, 'legacy'));
    await person.connect('s', { type: 'http', url: proxy.url });
    await person.report('s');
    proxy.become({ status: code });
    const lost = await retrying();
    expect(lost.statusDetail).toContain(`HTTP ${code}`);
    proxy.become('pass');
    await status('connected');
    await person.report('s');
  });

  it('E03 is asked again no sooner than it wants, and at once when the person says so', async () => {
    const proxy = await proxyTo(await start({}, 'modern'));
    await person.connect('s', { type: 'http', url: proxy.url });
    proxy.become({ status: 503, headers: { 'retry-after': '1800' } });
    for (let times = 0; times < 2; times += 1) {
      expect(await person.run('s', 'report').ended).toMatchObject({ state: 'failed' });
    }
    const lost = await retrying();
    expect(lost.statusDetail).toMatch(/^Cannot be reached; trying again in 180[01] s\./);
    proxy.become('pass');
    await person.host.handlers['servers.connect']({ id: 's' });
    await status('connected');
  });

  it.each([
    [401, 'needs-sign-in'],
    [403, 'failed'],
  ])('is not asked again after HTTP %i', async (code, expected) => {
    const server = await start({}, 'legacy');
    const proxy = await proxyTo(server);
    await person.connect('s', { type: 'http', url: proxy.url });
    await person.report('s');
    proxy.become({ status: 502 });
    await retrying();
    proxy.become({ status: code });
    const over = await person.until(() => !view()?.retrying && view());
    expect(over.status).toBe(expected);
    const asked = proxy.asked();
    // Another server has time for much meanwhile.
    await person.connect('other', { type: 'http', url: server.url });
    expect(proxy.asked()).toBe(asked);
  });
});
