import { expect, it } from 'vitest';
import { setUp, words } from './fixtures/sessions.ts';
import type { SessionsDeps } from './manager.ts';
import { SessionError } from './session-error.ts';
import type { Session } from './types.ts';

const nobody = () => Promise.reject(new Error('Nobody signs in here.'));
const PLACES: [string, Partial<SessionsDeps>][] = [
  ['without a sign-in', {}],
  ['where a person could sign in', { signIn: { redirectUrl: nobody, openAuthorization: nobody } }],
];

/** Opens as `openSession` does: not for someone who has given up. */
const open: SessionsDeps['open'] = async ({ signal, config }) => {
  if (signal.aborted) throw new SessionError('aborted', 'stopped');
  const session = {
    serverId: config.id,
    era: 'legacy',
    close: async () => {},
    closed: new AbortController().signal,
  };
  return session as unknown as Session;
};

it.each(PLACES)('what is disconnected in the same breath is not connected, %s', async (_name, change) => {
  const { sessions, statuses } = setUp({ ...change, open });
  const connecting = sessions.connect('files');
  connecting.catch(() => {});
  await sessions.disconnect('files');
  await expect(connecting).rejects.toMatchObject({ code: 'aborted' });
  expect(sessions.get('files')).toBeUndefined();
  expect(words(statuses)).not.toContain('connected');
});
