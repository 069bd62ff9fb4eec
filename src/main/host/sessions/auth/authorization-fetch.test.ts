import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AuthorizationTrouble, authorizationFetch } from './authorization-fetch.ts';

afterEach(() => vi.unstubAllGlobals());

function setUp(serverUrl: string, answer: () => Response | Promise<Response> = () => Response.json({})) {
  const asked = vi.fn((_url: URL, _init: RequestInit) => Promise.resolve().then(answer));
  vi.stubGlobal('fetch', asked);
  const troubles: [AuthorizationTrouble, boolean][] = [];
  const fetchFn = authorizationFetch({
    serverUrl: new URL(serverUrl),
    signal: new AbortController().signal,
    onTrouble: (trouble, refreshing) => troubles.push([trouble, refreshing]),
  });
  return { fetchFn, asked, troubles };
}

const refresh = { method: 'POST', body: new URLSearchParams({ grant_type: 'refresh_token' }) };
const exchange = { method: 'POST', body: new URLSearchParams({ grant_type: 'authorization_code' }) };

describe('where a sign-in may lead', () => {
  it.each([
    ['https://mcp.example/mcp', 'https://login.example/.well-known/x'],
    ['http://mcp.example/mcp', 'http://mcp.example/token'],
    ['http://localhost:3000/mcp', 'http://127.0.0.1:4000/token'],
    ['http://[::1]:3000/mcp', 'https://login.example/token'],
  ])('from %s to %s', async (from, to) => {
    const { fetchFn, asked } = setUp(from);
    await fetchFn(to);
    expect(asked.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' });
  });

  it.each([
    ['https://mcp.example/mcp', 'http://login.example/token'],
    ['https://mcp.example/mcp', 'http://127.0.0.1:631/'],
    ['https://mcp.example/mcp', 'https://localhost/'],
    ['https://mcp.example/mcp', 'http://[::1]/'],
    ['https://mcp.example/mcp', 'http://a.localhost/'],
    ['http://mcp.example/mcp', 'http://login.example/token'],
    ['https://mcp.example/mcp', 'file:///etc/passwd'],
  ])('never from %s to %s', async (from, to) => {
    const { fetchFn, asked, troubles } = setUp(from);
    await expect(fetchFn(to)).rejects.toMatchObject({ name: 'AuthorizationTrouble', transient: false });
    expect(asked).not.toHaveBeenCalled();
    expect(troubles).toHaveLength(1);
  });
});

describe('answers', () => {
  it('lose what the server writes about an error', async () => {
    const body = { error: 'invalid_grant', error_description: 'token abc is used up' };
    const { fetchFn } = setUp('https://mcp.example/', () => Response.json(body, { status: 400 }));
    const response = await fetchFn('https://login.example/token', exchange);
    expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_grant' }]);
  });

  it.each(['<html>', '{"error":"Not A Code"}', '{"error":5}', 'null'])(
    'that are no OAuth error: %s',
    async (body) => {
      const { fetchFn } = setUp('https://mcp.example/', () => new Response(body, { status: 400 }));
      const response = await fetchFn('https://login.example/token', exchange);
      expect(await response.json()).toEqual({ error: 'server_error' });
    },
  );

  it.each([500, 503, 429])('HTTP %i to a refresh is for the moment', async (status) => {
    const { fetchFn, troubles } = setUp('https://mcp.example/', () => new Response('', { status }));
    await expect(fetchFn('https://login.example/token', refresh)).rejects.toMatchObject({ transient: true });
    expect(troubles.map(([{ transient }, refreshing]) => [transient, refreshing])).toEqual([[true, true]]);
  });

  it('that do not come are for the moment', async () => {
    const { fetchFn, troubles } = setUp('https://mcp.example/', () =>
      Promise.reject(new TypeError('fetch failed')),
    );
    await expect(fetchFn('https://login.example/token', refresh)).rejects.toMatchObject({ transient: true });
    expect(troubles[0]?.[1]).toBe(true);
  });

  it('too long to be one are not read', async () => {
    const { fetchFn } = setUp('https://mcp.example/', () => new Response(new Uint8Array(1024 * 1024 + 1)));
    await expect(fetchFn('https://login.example/metadata')).rejects.toMatchObject({ transient: false });
  });
});
