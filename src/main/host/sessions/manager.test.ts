import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_SERVER_SETTINGS } from '../../../shared/model/server.ts';
import { config, connected, OFFERED, setUp, words } from './fixtures/sessions.ts';
import { SessionError, SessionForgotten } from './session-error.ts';

describe('connect', () => {
  it('starts nothing that is not trusted', async () => {
    const { sessions, statuses, opens } = setUp({ trusted: () => false });
    await expect(sessions.connect('files')).rejects.toMatchObject({ code: 'not-trusted' });
    expect(words(statuses)).toEqual(['not-trusted']);
    expect(opens).toEqual([]);
  });

  it('knows no server by another name', async () => {
    const { sessions } = setUp();
    await expect(sessions.connect('other')).rejects.toMatchObject({ code: 'connect-failed' });
  });

  it('shares one attempt, and then one session', async () => {
    const { sessions, opens, statuses } = setUp();
    const first = sessions.connect('files');
    const second = sessions.connect('files');
    await vi.waitFor(() => expect(opens).toHaveLength(1));
    const session = opens[0]?.succeed();
    expect(await first).toBe(session);
    expect(await second).toBe(session);
    expect(await sessions.connect('files')).toBe(session);
    expect(opens).toHaveLength(1);
    expect(words(statuses)).toEqual(['connecting', 'connected']);
    expect(statuses[1]?.[1].session).toBe(session);
  });

  it('offers what the switches leave', async () => {
    const settings = {
      ...DEFAULT_SERVER_SETTINGS,
      switches: { ...DEFAULT_SERVER_SETTINGS.switches, roots: false },
    };
    const { sessions, opens } = setUp({ config: () => ({ ...config, settings }) });
    void sessions.connect('files').catch(() => {});
    await vi.waitFor(() => expect(opens).toHaveLength(1));
    expect(opens[0]?.options.offered).toEqual({ ...OFFERED, roots: false });
    expect(opens[0]?.options.clientInfo).toEqual({ name: 'gatehouse', version: '1.2.3' });
  });

  it('shows why it failed, and can be tried again', async () => {
    const { sessions, opens, statuses } = setUp();
    const connecting = sessions.connect('files');
    await vi.waitFor(() => expect(opens).toHaveLength(1));
    opens[0]?.fail(new SessionError('needs-sign-in', 'It wants a sign-in.'));
    await expect(connecting).rejects.toMatchObject({ code: 'needs-sign-in' });
    expect(statuses.at(-1)?.[1]).toEqual({ status: 'needs-sign-in', statusDetail: 'It wants a sign-in.' });
    expect(sessions.log('files').at(-1)).toMatchObject({ source: 'host', text: 'It wants a sign-in.' });
    const again = sessions.connect('files');
    await vi.waitFor(() => expect(opens).toHaveLength(2));
    opens[1]?.fail(new Error('a fault of ours'));
    await expect(again).rejects.toThrow();
    expect(statuses.at(-1)?.[1].status).toBe('failed');
    expect(statuses.at(-1)?.[1].statusDetail).not.toContain('fault of ours');
  });

  it('remembers the era of a binding, with its date', async () => {
    const { sessions, opens, dataDir } = await connected();
    const file = JSON.parse(readFileSync(path.join(dataDir, 'eras.json'), 'utf8'));
    expect(Object.values(file)).toEqual([{ era: 'legacy', at: expect.any(Number) }]);
    await sessions.disconnect('files');
    void sessions.connect('files').catch(() => {});
    await vi.waitFor(() => expect(opens).toHaveLength(2));
    expect(opens[0]?.options.priorEra).toBeUndefined();
    expect(opens[1]?.options.priorEra).toBe('legacy');
  });
});

describe('disconnect', () => {
  it('stops an attempt', async () => {
    const { sessions, opens, statuses } = setUp();
    const connecting = sessions.connect('files');
    connecting.catch(() => {});
    await vi.waitFor(() => expect(opens).toHaveLength(1));
    await sessions.disconnect('files');
    await expect(connecting).rejects.toMatchObject({ code: 'aborted' });
    expect(words(statuses)).toEqual(['connecting', 'stopped']);
  });

  it('ends a session, and says so once', async () => {
    const { sessions, session, statuses } = await connected();
    await sessions.disconnect('files');
    await sessions.disconnect('files');
    expect(session.close).toHaveBeenCalledTimes(1);
    expect(sessions.get('files')).toBeUndefined();
    expect(words(statuses)).toEqual(['connecting', 'connected', 'stopped']);
  });

  it('closes everything for good', async () => {
    const { sessions, session } = await connected();
    await sessions.closeAll();
    expect(session.close).toHaveBeenCalled();
    await expect(sessions.connect('files')).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('a session that ends by itself', () => {
  it('is shown as failed, and nothing is started again', async () => {
    const { sessions, opens, statuses } = await connected();
    opens[0]?.options.events.onClosed('The server ended with exit code 3.');
    expect(words(statuses)).toEqual(['connecting', 'connected', 'failed']);
    expect(statuses.at(-1)?.[1].statusDetail).toBe('The server ended with exit code 3.');
    expect(sessions.get('files')).toBeUndefined();
    expect(opens).toHaveLength(1);
  });

  it('is opened again by a call that goes on', async () => {
    const { sessions, opens } = await connected();
    opens[0]?.options.events.onClosed('gone');
    const ensured = sessions.ensure('files');
    await vi.waitFor(() => expect(opens).toHaveLength(2));
    const session = opens[1]?.succeed();
    expect(await ensured).toBe(session);
  });

  it('ends the wait of one who gives up, not the attempt of others', async () => {
    const { sessions, opens } = setUp();
    const stop = new AbortController();
    const patient = sessions.ensure('files');
    const hasty = sessions.ensure('files', stop.signal);
    await vi.waitFor(() => expect(opens).toHaveLength(1));
    stop.abort();
    await expect(hasty).rejects.toMatchObject({ code: 'aborted' });
    const session = opens[0]?.succeed();
    expect(await patient).toBe(session);
  });

  it('E01 is opened anew at once when the server only forgot it', async () => {
    const { sessions, opens, session, statuses } = await connected();
    const cause = new SessionForgotten(undefined);
    (session as unknown as { over: AbortController }).over.abort(
      new SessionError('closed', 'forgotten', { cause }),
    );
    opens[0]?.options.events.onClosed('forgotten');
    await vi.waitFor(() => expect(opens).toHaveLength(2));
    const again = opens[1]?.succeed();
    await vi.waitFor(() => expect(sessions.get('files')).toBe(again));
    expect(words(statuses)).toEqual(['connecting', 'connected', 'failed', 'connecting', 'connected']);
  });

  it('in the very moment it is ready counts as an attempt that failed', async () => {
    const { sessions, opens, statuses } = setUp();
    const connecting = sessions.connect('files');
    await vi.waitFor(() => expect(opens).toHaveLength(1));
    opens[0]?.options.events.onClosed('It ended at once.');
    opens[0]?.succeed();
    await expect(connecting).rejects.toMatchObject({ code: 'connect-failed', message: 'It ended at once.' });
    expect(words(statuses)).toEqual(['connecting', 'failed']);
  });
});
