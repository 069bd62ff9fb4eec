import { describe, expect, it, vi } from 'vitest';
import { SessionError } from '../session-error.ts';
import { SignIn, withSignIn } from './sign-in.ts';
import { MemoryTokenStore } from './types.ts';

const issuer = 'https://login.example';

async function signInWith(accessToken?: string) {
  const store = new MemoryTokenStore();
  if (accessToken)
    await store.write('b', { tokens: { access_token: accessToken, token_type: 'Bearer', issuer } });
  const port = { redirectUrl: vi.fn(), openAuthorization: vi.fn() };
  const serverUrl = new URL('https://mcp.example/mcp');
  return { signIn: new SignIn({ serverId: 's', serverUrl, binding: 'b', port, store }), store, port };
}

const sent = (base: { mock: { calls: unknown[][] } }) =>
  base.mock.calls.map(([, init]) =>
    new Headers((init as RequestInit | undefined)?.headers).get('authorization'),
  );

describe('wrap', () => {
  it('adds the token for the server, and for no other address', async () => {
    const { signIn } = await signInWith('t1');
    const base = vi.fn((_url: string | URL, _init?: RequestInit) => Promise.resolve(new Response()));
    const fetch = signIn.wrap(base);
    await fetch('https://mcp.example/other', { headers: { a: 'b' } });
    await fetch('https://elsewhere.example/mcp');
    await fetch('http://mcp.example/mcp');
    expect(sent(base)).toEqual(['Bearer t1', null, null]);
  });

  it('tries a token that came meanwhile, and asks nobody', async () => {
    const { signIn, store, port } = await signInWith('old');
    const base = vi.fn(async (_url: string | URL, init?: RequestInit) => {
      if (new Headers(init?.headers).get('authorization') === 'Bearer new') return new Response();
      await store.write('b', { tokens: { access_token: 'new', token_type: 'Bearer', issuer } });
      return new Response(null, { status: 401 });
    });
    expect((await signIn.wrap(base)('https://mcp.example/mcp')).status).toBe(200);
    expect(sent(base)).toEqual(['Bearer old', 'Bearer new']);
    expect(signIn.wanted).toBe(false);
    expect(port.openAuthorization).not.toHaveBeenCalled();
  });

  it('a success without a token does not mean that none is wanted', async () => {
    const { signIn } = await signInWith();
    const statuses = [401, 200];
    const fetch = signIn.wrap(() => Promise.resolve(new Response(null, { status: statuses.shift() ?? 200 })));
    await fetch('https://mcp.example/mcp');
    await fetch('https://mcp.example/mcp');
    expect(signIn.wanted).toBe(true);
  });
});

describe('withSignIn', () => {
  const refused = new SessionError('needs-sign-in', 'no');

  it('fails as it is where nobody can sign in, and where nothing was asked for', async () => {
    const never = new AbortController().signal;
    const run = vi.fn(() => Promise.reject(refused));
    await expect(withSignIn(undefined, never, run)).rejects.toBe(refused);
    await expect(withSignIn((await signInWith()).signIn, never, run)).rejects.toBe(refused);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('leaves other failures alone', async () => {
    const { signIn, port } = await signInWith();
    await signIn.wrap(() => Promise.resolve(new Response(null, { status: 401 })))('https://mcp.example/mcp');
    const failure = new SessionError('closed', 'gone');
    await expect(
      withSignIn(signIn, new AbortController().signal, () => Promise.reject(failure)),
    ).rejects.toBe(failure);
    expect(port.redirectUrl).not.toHaveBeenCalled();
  });
});
