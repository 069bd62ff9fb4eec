import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const schema = {
  type: 'object',
  properties: {
    repo: { type: 'string' },
    code: { type: 'string', title: 'One-time code' },
    note: { type: 'string', format: 'password' },
    hidden: { type: 'string', writeOnly: true },
    token_type: { type: 'string', enum: ['access token', 'refresh token'] },
    target: { $ref: '#/$defs/target' },
    auth: {
      anyOf: [{ type: 'null' }, { type: 'object', properties: { blob: { description: 'Your API key' } } }],
    },
    list: { type: 'array', items: { $ref: '#/$defs/target' } },
  },
  $defs: { target: { type: 'object', properties: { a: { title: 'Database password' }, b: {} } } },
};

describe('withoutSecrets', () => {
  it('keeps what is no secret, as it is', () => {
    const args = { repo: 'a/b', nested: { list: [1, null, { x: 'y' }] }, page_token: 'next', none: null };
    expect(withoutSecrets(args, schema)).toEqual(args);
    expect(withoutSecrets(args)).toEqual(args);
  });

  it.each([
    ['a name', { password: 'x' }],
    ['a name deep inside', { repo: 'r', a: [{ apiKey: 'x', b: 1 }] }, { repo: 'r', a: [{ b: 1 }] }],
    ['a number under a name', { pin: 1234 }],
    ['a whole object under a name', { credentials: { user: 'u' } }],
    ['a title', { code: '1' }],
    ['a format', { note: 'x' }],
    ['writeOnly', { hidden: 'x' }],
    ['a referenced title', { target: { a: 'x', b: 1 } }, { target: { b: 1 } }],
    ['a description in one of several schemas', { auth: { blob: 'x' } }, { auth: {} }],
    ['a title in items', { list: [{ a: 'x', b: 2 }] }, { list: [{ b: 2 }] }],
    ['a pair of name and value', { env: [{ name: 'API_KEY', value: 'x' }] }, { env: [{ name: 'API_KEY' }] }],
    ['a password in an address', { url: 'postgres://u:p@localhost/db' }],
    ['a header', { args: ['-H', 'Authorization: Bearer abcdefghijklmnop'] }],
    ['a key of a service', { text: `use ghp_${'a1B2'.repeat(9)} please` }],
    ['a private key', { text: '-----BEGIN OPENSSH PRIVATE KEY-----\nabc' }],
  ])('leaves out a secret known by %s', (_by, args: object, kept: object = {}) => {
    expect(withoutSecrets({ ...args }, schema)).toEqual(kept);
  });

  it('keeps a choice between kinds of token, and a yes or no', () => {
    const args = { token_type: 'access token', password: true };
    expect(withoutSecrets(args, schema)).toEqual(args);
  });

  it('is not led astray by hostile keys, cycles of references or depth', () => {
    const odd = JSON.parse('{"__proto__": {"x": 1}, "constructor": {"y": "z"}}');
    expect(
      JSON.stringify(withoutSecrets(odd, { properties: JSON.parse('{"__proto__": {"type": "object"}}') })),
    ).toBe(JSON.stringify(odd));
    const cycle = { $ref: '#/$defs/a', $defs: { a: { properties: { next: { $ref: '#/$defs/a' } } } } };
    const deep = JSON.parse(`${'{"next":'.repeat(2000)}1${'}'.repeat(2000)}`);
    expect(JSON.stringify(withoutSecrets(deep, cycle)).length).toBeLessThan(1000);
  });
});
