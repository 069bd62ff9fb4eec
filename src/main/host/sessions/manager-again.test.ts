import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerConfig } from '../../../shared/model/server.ts';
import { config, setUp, words } from './fixtures/sessions.ts';
import type { SessionsDeps } from './manager.ts';
import { SessionError, SessionForgotten } from './session-error.ts';

const web: ServerConfig = { ...config, id: 'web', target: { type: 'http', url: 'http://127.0.0.1:9/mcp' } };

describe('a server on the network that was connected', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const refused = () => new SessionError('connect-failed', 'Nothing answers.', { passing: {} });
  const busy = (afterMs = 3_000_000) => new SessionError('connect-failed', 'Busy.', { passing: { afterMs } });
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
    opens[1]?.fail(busy(300_000));
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
    opens[1]?.fail(busy(60_000));
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

  /** Lost, and told to come back in fifty minutes. */
  async function sentAway() {
    const it = await live();
    await it.lose();
    await step(1000);
    it.opens[1]?.fail(busy());
    await step(60_000);
    return it;
  }

  it('is tried soon after the machine woke up', async () => {
    const { opens } = await sentAway();
    expect(opens).toHaveLength(2);
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    await step(20_000);
    expect(opens).toHaveLength(3);
  });

  it('is tried at once, and once, where the system says that it woke up', async () => {
    const { opens, sessions } = await sentAway();
    sessions.woke();
    sessions.woke();
    await step(6000);
    expect(opens).toHaveLength(3);
    opens[2]?.fail(busy());
    await step(60_000);
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
