import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_SERVER_SETTINGS, type ServerView } from '../../../../shared/model/server.ts';
import type { HostEvent } from '../../events.ts';
import type { HostPorts } from '../../ports.ts';
import { Person } from '../../testing/person.ts';
import { type OAuthServer, type OAuthServerOptions, startOAuthServer } from '../fixtures/oauth-server.ts';
import { MemoryTokenStore } from './types.ts';

const cleanUp: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

async function server(options: OAuthServerOptions = {}): Promise<OAuthServer> {
  const started = await startOAuthServer(options);
  cleanUp.push(() => started.stop());
  return started;
}

async function sitDown(ports: Partial<HostPorts>): Promise<Person> {
  const person = await Person.sitDown(ports);
  cleanUp.push(() => person.leave());
  return person;
}

/** A person at a server that was signed in at once. */
async function signedIn(options: OAuthServerOptions = {}, ports: Partial<HostPorts> = {}) {
  const oauth = await server(options);
  const person = await sitDown({ signIn: oauth.port(), ...ports });
  await person.connect('guarded', { type: 'http', url: oauth.url });
  return { oauth, person };
}

/** Adds and connects a server that cannot be signed in at; its card as it ends. */
async function refused(person: Person, url: string, headers?: Record<string, string>): Promise<ServerView> {
  const target = { type: 'http' as const, url, ...(headers ? { headers } : {}) };
  await person.host.handlers['servers.add']({ name: 'guarded', target, settings: DEFAULT_SERVER_SETTINGS });
  await person.trust('guarded');
  return person.until(() => {
    const now = person.host.replica.get('servers', 'guarded');
    return now?.status === 'needs-sign-in' ? now : undefined;
  });
}

const run = async (person: Person, tool = 'work') => person.run('guarded', tool).ended;

describe('signing in', () => {
  it('is not possible without a port, and the server stays so', async () => {
    const oauth = await server();
    const person = await sitDown({});
    const view = await refused(person, oauth.url);
    expect(view.statusDetail).toContain('wants a sign-in. Add its Authorization header');
  });

  it('is done once when the person connects, and the call goes on', async () => {
    const { oauth, person } = await signedIn();
    expect(await run(person)).toMatchObject({ state: 'done', isError: false });
    expect(oauth.pages).toHaveLength(1);
    const page = oauth.pages[0]?.searchParams;
    expect(page?.get('code_challenge_method')).toBe('S256');
    expect(page?.get('resource')).toBe(oauth.url);
    expect(page?.get('scope')).toBe('read');
    expect(oauth.tokenRequests.map((request) => request.get('grant_type'))).toEqual(['authorization_code']);
  });

  it('E27 waits until a tool is used, where a server lets anyone look around', async () => {
    const { oauth, person } = await signedIn({
      open: ['server/discover', 'initialize', 'notifications/initialized', 'tools/list'],
    });
    await person.host.handlers['servers.list']({ id: 'guarded', kind: 'tools' });
    expect(oauth.pages).toHaveLength(0);
    expect(await run(person)).toMatchObject({ state: 'done' });
    expect(oauth.pages).toHaveLength(1);
  });

  it('what is asked on the stream of the call that is made again after it belongs to that call', async () => {
    const { person } = await signedIn({
      asks: true,
      open: ['server/discover', 'initialize', 'notifications/initialized', 'tools/list'],
    });
    const { callId, ended } = person.run('guarded', 'work');
    expect(await ended).toMatchObject({ state: 'done' });
    expect(person.host.replica.all('questions').map(({ cause }) => cause)).toEqual([
      { callId, certainty: 'proven', candidates: [] },
    ]);
  });

  it('E25 is never begun by looking at servers', async () => {
    const oauth = await server({ open: ['server/discover', 'initialize', 'notifications/initialized'] });
    const person = await sitDown({ signIn: oauth.port() });
    const { handlers, replica } = person.host;
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) {
      await person.connect(name, { type: 'http', url: `${oauth.url}?${name}` });
    }
    for (const id of names) {
      await expect(handlers['servers.list']({ id, kind: 'tools' })).rejects.toMatchObject({
        code: 'needs-sign-in',
      });
      await handlers['servers.log']({ id, after: 0 });
    }
    await handlers['app.snapshot'](undefined);
    expect(replica.all('servers').map(({ status }) => status)).toEqual(names.map(() => 'connected'));
    expect(oauth.pages).toEqual([]);
    // The person presses Connect at one of them.
    await person.host.sessions.connect('c');
    expect((await handlers['servers.list']({ id: 'c', kind: 'tools' })).items).toHaveLength(1);
    expect(oauth.pages).toHaveLength(1);
  });

  it('asks for more rights when a tool wants them, and gives up none (SEP-2350)', async () => {
    const { oauth, person } = await signedIn({ scopes: { write: 'write' } });
    expect(await run(person)).toMatchObject({ state: 'done' });
    expect(await run(person, 'write')).toMatchObject({ state: 'done' });
    expect(oauth.pages.map((page) => page.searchParams.get('scope'))).toEqual(['read', 'read write']);
  });

  it('ends when the server refuses rights that were given', async () => {
    const oauth = await server({ scopes: { write: 'write' } });
    // The authorization server says it gave them; the MCP server never sees them.
    oauth.onToken = (request) =>
      request.get('grant_type') === 'authorization_code' && oauth.pages.length > 1
        ? { status: 200, body: { access_token: 'other', token_type: 'Bearer', scope: 'read write' } }
        : undefined;
    const person = await sitDown({ signIn: oauth.port() });
    await person.connect('guarded', { type: 'http', url: oauth.url });
    const view = await run(person, 'write');
    expect(view).toMatchObject({ state: 'failed', error: { code: 'needs-sign-in' } });
    expect(oauth.pages.length).toBeLessThanOrEqual(4);
  });

  it('is given up after three sign-ins in vain', async () => {
    const oauth = await server({ refusesAll: true });
    const person = await sitDown({ signIn: oauth.port() });
    const view = await refused(person, oauth.url);
    expect(oauth.pages).toHaveLength(3);
    expect(view.statusDetail).toContain('refused 3 sign-ins in a row');
  });
});

describe('expired tokens', () => {
  it('E21 are refreshed once for ten calls at the same time', async () => {
    const { oauth, person } = await signedIn();
    oauth.tokenRequests.length = 0;
    oauth.expire();
    const views = await Promise.all(Array.from({ length: 10 }, () => run(person)));
    expect(views.map(({ state }) => state)).toEqual(views.map(() => 'done'));
    expect(oauth.tokenRequests.map((request) => request.get('grant_type'))).toEqual(['refresh_token']);
    expect(oauth.pages).toHaveLength(1);
  });

  it('E23 stay when a refresh fails for the moment, and nobody is asked', async () => {
    const { oauth, person } = await signedIn();
    oauth.expire();
    let down = true;
    oauth.onToken = () => (down ? { status: 500, body: 'out of order' } : undefined);
    expect(await run(person)).toMatchObject({
      state: 'failed',
      error: { code: 'needs-sign-in', message: expect.stringContaining('Your sign-in is kept') },
    });
    down = false;
    expect(await run(person)).toMatchObject({ state: 'done' });
    expect(oauth.pages).toHaveLength(1);
  });

  it('E23 stay when another window has refreshed them', async () => {
    const tokens = new MemoryTokenStore();
    const { oauth, person } = await signedIn({}, { tokens });
    const binding = person.host.replica.get('servers', 'guarded')?.binding ?? '';
    oauth.expire();
    oauth.onToken = async (request) => {
      oauth.onToken = undefined;
      const body = new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: request.get('refresh_token') ?? '',
      });
      const response = await fetch(new URL('/token', oauth.url), { method: 'POST', body });
      const fresh = (await response.json()) as { access_token: string; token_type: string };
      const kept = await tokens.read(binding);
      const issuer = new URL(oauth.url).origin;
      await tokens.write(binding, { ...kept, tokens: { ...fresh, issuer } });
      return { status: 400, body: { error: 'invalid_grant' } };
    };
    expect(await run(person)).toMatchObject({ state: 'done' });
    expect(oauth.pages).toHaveLength(1);
    expect((await tokens.read(binding))?.tokens).toBeDefined();
  });

  it('lead to a new sign-in when the refresh token is not good any more', async () => {
    const { oauth, person } = await signedIn();
    oauth.expire();
    oauth.onToken = (request) =>
      request.get('grant_type') === 'refresh_token'
        ? { status: 400, body: { error: 'invalid_grant' } }
        : undefined;
    expect(await run(person)).toMatchObject({ state: 'done' });
    expect(oauth.pages).toHaveLength(2);
  });
});

describe('answers of a sign-in', () => {
  it.each([
    ['declined', (q: URLSearchParams) => without(q, { error: 'access_denied' }), 'The sign-in was declined.'],
    [
      'from another attempt',
      (q: URLSearchParams) => new URLSearchParams({ code: q.get('code') ?? '', state: 'x' }),
      'belongs to another one',
    ],
    [
      'from another issuer',
      (q: URLSearchParams) => new URLSearchParams([...q, ['iss', 'https://evil.example']]),
      'came from another server',
    ],
    ['that never come', () => Promise.reject(new Error('the tab was closed')), 'was not finished'],
  ] as const)('%s are not used', async (_name, answer, sentence) => {
    const oauth = await server();
    const person = await sitDown({ signIn: oauth.port(answer) });
    const view = await refused(person, oauth.url);
    expect(view.statusDetail).toContain(sentence);
    expect(oauth.tokenRequests).toEqual([]);
    expect(oauth.pages).toHaveLength(1);
  });

  it('are not waited for once the call is cancelled', async () => {
    const oauth = await server({ open: ['server/discover', 'initialize', 'notifications/initialized'] });
    let stopped: AbortSignal | undefined;
    const opened = Promise.withResolvers<void>();
    const person = await sitDown({
      signIn: {
        ...oauth.port(),
        openAuthorization: (_page, signal) => {
          stopped = signal;
          opened.resolve();
          return new Promise(() => {});
        },
      },
    });
    await person.connect('guarded', { type: 'http', url: oauth.url });
    const { callId, ended } = person.run('guarded', 'work');
    await opened.promise;
    person.host.calls.cancel(callId);
    expect(await ended).toMatchObject({ state: 'cancelled' });
    expect(stopped?.aborted).toBe(true);
  });
});

it('secrets of a sign-in are seen nowhere', async () => {
  const events: HostEvent[] = [];
  const { oauth, person } = await signedIn({}, { onEvent: (event) => events.push(event) });
  await run(person);
  oauth.expire();
  oauth.onToken = (request) =>
    request.get('grant_type') === 'refresh_token'
      ? {
          status: 400,
          body: { error: 'invalid_grant', error_description: request.get('refresh_token') ?? '' },
        }
      : { status: 500, body: request.toString() };
  expect(await run(person)).toMatchObject({ state: 'failed' });
  const { snapshot, log } = {
    snapshot: await person.host.handlers['app.snapshot'](undefined),
    log: person.host.sessions.log('guarded'),
  };
  const page = await person.host.handlers['activity.page']({ limit: 100 });
  const seen = JSON.stringify([snapshot, log, page, events]);
  expect(oauth.secrets.size).toBeGreaterThan(4);
  for (const secret of oauth.secrets) expect(seen).not.toContain(secret);
});

it('a server with an Authorization header of the person is not signed in at', async () => {
  const oauth = await server();
  const person = await sitDown({ signIn: oauth.port() });
  const view = await refused(person, oauth.url, { authorization: 'Bearer mine' });
  expect(view.statusDetail).toContain('wants a sign-in');
  expect(oauth.pages).toEqual([]);
});

function without(query: URLSearchParams, more: Record<string, string>): URLSearchParams {
  return new URLSearchParams({ state: query.get('state') ?? '', ...more });
}
