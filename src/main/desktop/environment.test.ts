import { expect, it } from 'vitest';
import { keepKeysOut } from './environment.ts';

it('keys of providers are found by their name, and in no copy', () => {
  const own: NodeJS.ProcessEnv = { PATH: '/bin', ANTHROPIC_API_KEY: 'k', anthropic_auth_token: 't' };
  const env = keepKeysOut(own);
  expect(env.ANTHROPIC_API_KEY).toBe('k');
  expect(env.PATH).toBe('/bin');
  expect(env.HOME).toBeUndefined();
  expect({ ...env, TERM: 'dumb' }).toEqual({ PATH: '/bin', TERM: 'dumb' });
  expect(JSON.stringify(env)).toBe('{"PATH":"/bin"}');
  expect(own).toEqual({ PATH: '/bin' });
});

it('what changes in the environment later is seen', () => {
  const own: NodeJS.ProcessEnv = {};
  const env = keepKeysOut(own);
  expect(env.ANTHROPIC_API_KEY).toBeUndefined();
  own.PATH = '/usr/bin';
  expect(env.PATH).toBe('/usr/bin');
  expect(Object.hasOwn(env, 'PATH')).toBe(true);
});
