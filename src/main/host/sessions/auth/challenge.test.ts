import { describe, expect, it } from 'vitest';
import { isGranted, readChallenge, scopeFor } from './challenge.ts';

const answer = (status: number, header?: string) =>
  new Response(null, { status, headers: header ? { 'www-authenticate': header } : {} });
const more = readChallenge(answer(403, 'Bearer error="insufficient_scope", scope="write"'));

describe('challenges', () => {
  it('are 401, whatever it says, and 403 for want of scope', () => {
    expect(readChallenge(answer(401))).toMatchObject({ wants: 'sign-in', scope: undefined });
    expect(
      readChallenge(answer(401, 'Bearer scope="a b", resource_metadata="https://mcp.example/md"')),
    ).toEqual({ wants: 'sign-in', scope: 'a b', resourceMetadataUrl: new URL('https://mcp.example/md') });
    expect(more).toMatchObject({ wants: 'scope', scope: 'write' });
  });

  it.each([200, 400, 403, 404, 500])('are not HTTP %i', (status) => {
    expect(readChallenge(answer(status, 'Bearer scope="a"'))).toBeUndefined();
  });

  it('for more add to what was granted (SEP-2350), for a sign-in they do not', () => {
    expect(more && scopeFor(more, 'read')).toBe('read write');
    const first = readChallenge(answer(401, 'Bearer scope="read"'));
    expect(first && scopeFor(first, 'read write')).toBe('read');
  });

  it('for what was granted already cannot be met', () => {
    expect(more && isGranted(more, 'write read')).toBe(true);
    expect(more && isGranted(more, 'read')).toBe(false);
    expect(more && isGranted(more, undefined)).toBe(false);
  });
});
