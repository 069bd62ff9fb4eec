import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SERVER_SETTINGS, type ServerConfig } from '../../../shared/model/server.ts';
import { scratch } from '../testing/scratch.ts';
import { SessionForgotten } from './failures.ts';
import { Sessions, type SessionsDeps, type StatusChange } from './manager.ts';
import { SessionError } from './session-error.ts';
import type { OpenOptions, Session } from './types.ts';

const OFFERED = {
  sampling: true,
  samplingTools: true,
  elicitation: true,
  elicitationUrl: true,
  roots: true,
};

const config: ServerConfig = {
  id: 'files',
  target: { type: 'stdio', command: 'files', args: [] },
  settings: DEFAULT_SERVER_SETTINGS,
};

/** Sessions over a fake connection; `opens` holds what was asked for, to be settled by the test. */
function setUp(change: Partial<SessionsDeps> = {}) {
  const statuses: [string, StatusChange][] = [];
  const opens: {
    options: OpenOptions;
    succeed: (era?: 'legacy' | 'modern') => Session;
    fail: (error: Error) => void;
  }[] = [];
  const dataDir = scratch('manager');
  const deps: SessionsDeps = {
    config: (id) => (id === config.id ? config : undefined),
    trusted: () => true,
    offers: () => OFFERED,
    events: {
      onRequest: () => Promise.resolve({ type: 'none' }),
      onElicitationComplete: () => {},
      onListChanged: () => {},
      onStray: () => {},
      onLog: () => {},
    },
    onStatus: (id, status) => statuses.push([id, status]),
    dataDir,
    version: '1.2.3',
    env: {},
    open: (options) =>
      new Promise((resolve, reject) => {
        opens.push({
          options,
          succeed: (era = 'legacy') => {
            const closed = new AbortController();
            const close = vi.fn(() => Promise.resolve());
            const session = { serverId: options.config.id, era, close, closed: closed.signal, over: closed };
            resolve(session as unknown as Session);
            return session as unknown as Session;
          },
          fail: reject,
        });
        options.signal.addEventListener('abort', () => reject(new SessionError('aborted', 'stopped')));
      }),
    ...change,
  };
  return { sessions: new Sessions(deps), statuses, opens, dataDir };
}

async function connected(change: Partial<SessionsDeps> = {}) {
  const it = setUp(change);
  const connecting = it.sessions.connect('files');
  await vi.waitFor(() => expect(it.opens).toHaveLength(1));
  const session = it.opens[0]?.succeed() as Session;
  await connecting;
  return { ...it, session };
}

const words = (statuses: [string, StatusChange][]) => statuses.map(([, { status }]) => status);

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

const web: ServerConfig = { ...config, id: 'web', target: { type: 'http', url: 'http://127.0.0.1:9/mcp' } };

describe('a server on the network that was connected', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const refused = () => new SessionError('connect-failed', 'Nothing answers.', { passing: {} });
  const step = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

  async function live(change: Partial<SessionsDeps> = {}) {
    const it = setUp({ config: (id) => (id === 'web' ? web : undefined), ...change });
    void it.sessions.connect('web');
    await step();
    it.opens[0]?.succeed();
    await step();
    const last = () => it.statuses.at(-1)?.[1];
    /** The newest connection ends. */
    const lose = async (detail = 'Nothing answers.') => {
      it.opens.at(-1)?.options.events.onClosed(detail);
      await step();
    };
    return { ...it, last, lose };
  }

  it('is tried again by itself, ever more seldom, and says when', async () => {
    const { opens, lose, last, sessions } = await live();
    await lose();
    expect(last()).toMatchObject({ status: 'failed', retrying: true });
    expect(last()?.statusDetail).toBe('Cannot be reached; trying again in 1 s. Nothing answers.');
    await step(1000);
    expect(opens).toHaveLength(2);
    expect(last()?.statusDetail).toContain('trying again now');
    expect(opens[1]?.options.attended).toBeFalsy();
    for (const attempts of [3, 4, 5, 6]) {
      opens.at(-1)?.fail(refused());
      await step(2 ** (attempts - 2) * 1000 * 0.7);
      expect(opens).toHaveLength(attempts - 1);
      await step(2 ** (attempts - 2) * 1000 * 0.31);
      expect(opens).toHaveLength(attempts);
    }
    const again = opens.at(-1)?.succeed();
    await step();
    expect(sessions.get('web')).toBe(again);
    expect(last()?.status).toBe('connected');
    expect(last()?.retrying).toBeUndefined();
    await step(600_000);
    expect(opens).toHaveLength(6);
  });

  it('waits as long as the server asks', async () => {
    const { opens, lose, last } = await live();
    await lose();
    await step(1000);
    opens[1]?.fail(new SessionError('connect-failed', 'Busy.', { passing: { afterMs: 300_000 } }));
    await step();
    expect(last()?.statusDetail).toMatch(/trying again in 30[01] s\. Busy\.$/);
    await step(299_000);
    expect(opens).toHaveLength(2);
    await step(3000);
    expect(opens).toHaveLength(3);
  });

  it('counts the seconds down', async () => {
    const { opens, lose, last } = await live();
    await lose();
    await step(1000);
    opens[1]?.fail(new SessionError('connect-failed', 'Busy.', { passing: { afterMs: 60_000 } }));
    await step(30_000);
    expect(last()?.statusDetail).toMatch(/trying again in 3[01] s/);
  });

  it('is left alone after Disconnect, and says so', async () => {
    const { opens, lose, sessions, statuses } = await live();
    await lose();
    await sessions.disconnect('web');
    expect(words(statuses).at(-1)).toBe('stopped');
    await step(600_000);
    expect(opens).toHaveLength(1);
  });

  it('is left alone after Disconnect in the middle of an attempt', async () => {
    const { opens, lose, sessions, statuses } = await live();
    await lose();
    await step(1000);
    expect(opens).toHaveLength(2);
    await sessions.disconnect('web');
    expect(words(statuses).at(-1)).toBe('stopped');
    await step(600_000);
    expect(opens).toHaveLength(2);
  });

  it('is left alone when Gatehouse quits', async () => {
    const { opens, lose, sessions } = await live();
    await lose();
    await sessions.closeAll();
    expect(vi.getTimerCount()).toBe(0);
    await step(600_000);
    expect(opens).toHaveLength(1);
  });

  it('is tried at once when the person says so; a failure then does not end the rest', async () => {
    const { opens, lose, last, sessions } = await live();
    await lose();
    const connecting = sessions.connect('web');
    await step();
    expect(opens).toHaveLength(2);
    expect(last()?.status).toBe('connecting');
    opens[1]?.fail(refused());
    await expect(connecting).rejects.toMatchObject({ code: 'connect-failed' });
    expect(last()).toMatchObject({ status: 'failed', retrying: true });
    await step(2000);
    expect(opens).toHaveLength(3);
  });

  it('is not hidden from a person who connects in the middle of an attempt', async () => {
    const { opens, lose, last, sessions } = await live();
    await lose();
    await step(1000);
    const connecting = sessions.connect('web');
    await step();
    expect(last()?.status).toBe('connecting');
    expect(opens).toHaveLength(2);
    const session = opens[1]?.succeed();
    expect(await connecting).toBe(session);
  });

  it.each([
    ['a sign-in', new SessionError('needs-sign-in', 'It wants a sign-in.'), 'needs-sign-in'],
    ['a refusal', new SessionError('connect-failed', 'It refuses access (HTTP 403).'), 'failed'],
  ] as const)('is not tried any more after %s', async (_name, failure, status) => {
    const { opens, lose, last } = await live();
    await lose();
    await step(1000);
    opens[1]?.fail(failure);
    await step();
    expect(last()).toEqual({ status, statusDetail: failure.message });
    await step(3_600_000);
    expect(opens).toHaveLength(2);
  });

  it('is not tried any more once it is another one, or is not trusted any more', async () => {
    let now: ServerConfig = web;
    const { opens, lose, statuses } = await live({ config: () => now });
    await lose();
    now = { ...web, target: { type: 'http', url: 'http://127.0.0.1:9/other' } };
    await step(600_000);
    expect(opens).toHaveLength(1);
    expect(words(statuses).at(-1)).toBe('stopped');

    let trusted = true;
    const second = await live({ trusted: () => trusted });
    await second.lose();
    trusted = false;
    await step(600_000);
    expect(second.opens).toHaveLength(1);
    expect(second.last()?.status).toBe('not-trusted');
  });

  it('is given up after some hours, in words', async () => {
    const { opens, lose, last } = await live();
    await lose();
    for (let minutes = 0; minutes < 6 * 60; minutes += 1) {
      await step(60_000);
      opens.at(-1)?.fail(refused());
    }
    await step();
    expect(last()?.retrying).toBeUndefined();
    expect(last()?.statusDetail).toMatch(/not tried again by itself any more/);
    const tried = opens.length;
    expect(tried).toBeGreaterThan(200);
    await step(3_600_000);
    expect(opens).toHaveLength(tried);
  });

  it('does not make a loop of connections that never hold', async () => {
    const { opens, lose } = await live();
    for (let times = 0; times < 30; times += 1) {
      await lose('The stream ended.');
      await step(60_000);
      opens.at(-1)?.succeed();
      await step();
    }
    expect(opens.length).toBeLessThan(32);
    const before = opens.length;
    await lose('The stream ended.');
    await step(40_000);
    expect(opens).toHaveLength(before);
  });

  it('E01 is asked at once after it forgot a session, and not at once again and again', async () => {
    const { opens, sessions } = await live();
    const forget = async () => {
      const session = sessions.get('web') as unknown as { over: AbortController };
      const cause = new SessionForgotten(undefined);
      session.over.abort(new SessionError('closed', 'forgotten', { cause }));
      opens.at(-1)?.options.events.onClosed('forgotten');
      await step();
    };
    await forget();
    expect(opens).toHaveLength(2);
    opens[1]?.succeed();
    await step();
    await forget();
    expect(opens).toHaveLength(2);
    await step(3000);
    expect(opens).toHaveLength(3);
  });

  it('starts with short pauses again after a connection that held', async () => {
    const { opens, lose } = await live();
    await lose();
    for (let times = 0; times < 6; times += 1) {
      await step(60_000);
      opens.at(-1)?.fail(refused());
    }
    await step(60_000);
    opens.at(-1)?.succeed();
    await step(61_000);
    const before = opens.length;
    await lose();
    await step(1000);
    expect(opens).toHaveLength(before + 1);
  });

  it('is tried soon after the machine woke up', async () => {
    const { opens, lose } = await live();
    await lose();
    await step(1000);
    opens[1]?.fail(new SessionError('connect-failed', 'Busy.', { passing: { afterMs: 3_000_000 } }));
    await step(60_000);
    expect(opens).toHaveLength(2);
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    await step(20_000);
    expect(opens).toHaveLength(3);
  });
});

describe('what is not tried again by itself', () => {
  it('is a server that could not be connected in the first place', async () => {
    vi.useFakeTimers();
    try {
      const { sessions, opens, statuses } = setUp({ config: () => web });
      const connecting = sessions.connect('web');
      connecting.catch(() => {});
      await vi.advanceTimersByTimeAsync(0);
      opens[0]?.fail(new SessionError('connect-failed', 'Nothing answers.', { passing: {} }));
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(opens).toHaveLength(1);
      expect(statuses.at(-1)?.[1]).toEqual({ status: 'failed', statusDetail: 'Nothing answers.' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('is a process that crashes: each start takes a call or a person', async () => {
    vi.useFakeTimers();
    try {
      const { sessions, opens } = setUp();
      for (const times of [1, 2, 3]) {
        void sessions.ensure('files');
        await vi.advanceTimersByTimeAsync(0);
        opens.at(-1)?.succeed();
        await vi.advanceTimersByTimeAsync(0);
        opens.at(-1)?.options.events.onClosed('The server ended with exit code 1.');
        await vi.advanceTimersByTimeAsync(3_600_000);
        expect(opens).toHaveLength(times);
      }
    } finally {
      vi.useRealTimers();
    }
  });
});
