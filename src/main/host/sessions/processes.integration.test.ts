import { spawn } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Report, rawStdio, type Scenario } from '../../../../e2e/servers/raw.ts';
import { isAlive, openForTest, TEST_CWD } from './fixtures/open.ts';

const posix = process.platform !== 'win32';
const stubborn: Scenario = { ignoreSigterm: true, ignoreStdinEnd: true };

function stdio(scenario: Scenario, wrapper?: string) {
  const { command, args } = rawStdio(scenario);
  if (wrapper === undefined) return { type: 'stdio' as const, command, args };
  // The server's own words are given to the shell as arguments, so nothing has to be quoted.
  return { type: 'stdio' as const, command: 'sh', args: ['-c', wrapper, 'sh', command, ...args] };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function spawned(report: Report): number[] {
  return report.events.flatMap(({ pid }) => (typeof pid === 'number' ? [pid] : []));
}

describe('stopping a server', () => {
  it('D29 takes well under a second when it behaves', async () => {
    const { session, report } = await openForTest({ target: stdio({}) });
    const { pid } = await report<Report>();
    expect(await timed(() => session.close())).toBeLessThan(700);
    expect(isAlive(pid)).toBe(false);
  });

  it.runIf(posix)('D25 takes under two seconds and leaves nothing when it is stubborn', async () => {
    const { session, report } = await openForTest({ target: stdio(stubborn) });
    const { pid } = await report<Report>();
    expect(await timed(() => session.close())).toBeLessThan(2000);
    expect(isAlive(pid)).toBe(false);
  });

  it.runIf(posix)('D25 reaches a stubborn server behind a shell', async () => {
    const target = stdio(stubborn, 'trap "" TERM; "$@"; true');
    const { session, report } = await openForTest({ target });
    const { pid } = await report<Report>();
    expect(await timed(() => session.close())).toBeLessThan(2000);
    expect(isAlive(pid)).toBe(false);
  });

  it.runIf(posix)('D25 leaves no grandchild, stubborn or not', async () => {
    for (const ignoreSigterm of [false, true]) {
      const { session, call, report } = await openForTest({
        target: stdio({ onCall: { grow: [{ spawn: { ignoreSigterm } }] } }),
      });
      await call('grow');
      const [pid] = spawned(await report<Report>());
      expect(isAlive(pid as number)).toBe(true);
      expect(await timed(() => session.close())).toBeLessThan(2000);
      expect(isAlive(pid as number)).toBe(false);
    }
  });

  it.runIf(posix)('D25 sweeps up after a server that died', async () => {
    const { session, call, report, until } = await openForTest({
      target: stdio({ onCall: { grow: [{ spawn: { ignoreSigterm: true } }] } }),
    });
    await call('grow');
    const seen = await report<Report>();
    process.kill(seen.pid, 'SIGKILL');
    await until(({ closed }) => closed.length === 1);
    await session.close();
    expect(isAlive(spawned(seen)[0] as number)).toBe(false);
  });

  it.runIf(posix).each([
    ['exit', 'process.exit(0)'],
    ['D27 are killed', 'process.kill(process.pid, "SIGKILL")'],
  ])('takes the servers along when we %s without stopping them', async (name, end) => {
    const record = path.join(TEST_CWD, `${name.replaceAll(' ', '-')}.jsonl`);
    const { command, args } = rawStdio({ ...stubborn, record, onInitialized: [{ send: { pid: '$pid' } }] });
    // Without the helpers of tests, which only work in one.
    const script = `
      import { openSession } from ${JSON.stringify(path.join(import.meta.dirname, 'open.ts'))};
      const [command, ...args] = ${JSON.stringify([command, ...args])};
      const { signal } = new AbortController();
      const session = await openSession({
        config: { id: 's', target: { type: 'stdio', command, args }, settings: { era: 'auto', switches: {} } },
        clientInfo: { name: 'gatehouse', version: '0.0.0' },
        offered: {},
        env: process.env,
        defaultCwd: ${JSON.stringify(TEST_CWD)},
        signal,
        events: { onLog() {}, onClosed() {}, onStray() {}, onListChanged() {} },
      });
      await session.leg('tools/call', { name: 'report' }, { signal, callId: 1 });
      ${end};
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    await new Promise((resolve) => child.once('exit', resolve));
    const pid = Number(/"pid":(\d+)/.exec(readFileSync(record, 'utf8'))?.[1]);
    expect(pid).toBeGreaterThan(1);
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  });
});

describe('starting a server', () => {
  it.runIf(process.platform === 'linux')('D05 gives it a folder it may write to', async () => {
    const { session, report } = await openForTest({ target: stdio({}) });
    const { pid } = await report<Report>();
    expect(readlinkSync(`/proc/${pid}/cwd`)).toBe(realpathSync(TEST_CWD));
    await session.close();
  });

  it.runIf(process.platform === 'linux')(
    'D13 D15 gives it our safe variables and the person’s own',
    async () => {
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, SECRET_OF_THE_APP: 'no', MINE: 'value' };
      const target = { ...stdio({}), env: { MY_API_KEY: `${'$'}{MINE}` } };
      const { session, report } = await openForTest({ target, env });
      const { pid } = await report<Report>();
      const seen = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean).sort();
      const [marker, ...others] = seen;
      expect(marker).toMatch(/^GATEHOUSE_SERVER_RUN=[0-9a-f-]{36}$/);
      expect(others).toEqual([`HOME=${HOME}`, 'MY_API_KEY=value', `PATH=${PATH}`]);
      await session.close();
    },
  );
});
