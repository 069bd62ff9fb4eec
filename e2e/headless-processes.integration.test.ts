/** The headless command when it is interrupted, and what it leaves behind: nothing. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoPlace } from './lib/demo-place.ts';
import { demoAt, headless, newMark, rawCommand } from './lib/headless.ts';

const { place, demoHttp } = demoPlace();

describe.skipIf(process.platform !== 'linux')('interrupted, and what is left behind', () => {
  const stubborn = { ignoreSigterm: true, ignoreStdinEnd: true };
  const grow = { spawn: { ignoreSigterm: true } };
  const left = async (mark: ReturnType<typeof newMark>) => {
    // One that was killed may be seen for a moment.
    await expect.poll(mark.processes, { timeout: 5000 }).toEqual([]);
  };

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('130 after %s, and no server is left', async (signal) => {
    const mark = newMark();
    const seen: number[] = [];
    const run = await headless(
      [
        'call',
        ...demoAt(place.dir, 'modern'),
        '--env',
        mark.mark,
        '--tool',
        'slow',
        '--args',
        '{"ms":60000,"steps":600}',
      ],
      {
        onEvent: ({ event }, child) => {
          if (event !== 'progress' || seen.length > 0) return;
          seen.push(...mark.processes());
          child.kill(signal);
        },
      },
    );
    expect(run.code).toBe(130);
    expect(run.one('error')).toMatchObject({ code: 'interrupted' });
    // The mark is a mark: the server was there.
    expect(seen).toHaveLength(1);
    await left(mark);
  });

  it('130 while it connects', async () => {
    const mark = newMark();
    const scenario = {
      ...stubborn,
      onStart: [{ stderr: 'here\n' }],
      on: { initialize: [{ never: true as const }] },
    };
    const run = await headless(
      ['probe', '--stdio', rawCommand(scenario), '--era', 'legacy', '--env', mark.mark],
      { onEvent: ({ event }, child) => void (event === 'stderr' && child.kill('SIGINT')) },
    );
    expect(run.code).toBe(130);
    await left(mark);
  });

  it('130 over HTTP', async () => {
    const run = await headless(
      ['call', ...demoAt(demoHttp.url, 'modern'), '--tool', 'slow', '--args', '{"ms":60000,"steps":600}'],
      { onEvent: ({ event }, child) => void (event === 'progress' && child.kill('SIGINT')) },
    );
    expect(run.code).toBe(130);
  });

  it('D25 no server that ignores every hint, and nothing it started', async () => {
    const mark = newMark();
    const record = path.join(place.dir, 'stubborn.jsonl');
    const scenario = {
      ...stubborn,
      record,
      onCall: { t: [grow, { stderr: 'grown\n' }, { never: true as const }] },
    };
    const seen: number[] = [];
    const run = await headless(['call', '--stdio', rawCommand(scenario), '--env', mark.mark, '--tool', 't'], {
      onEvent: ({ event }, child) => {
        if (event !== 'stderr') return;
        seen.push(...mark.processes());
        child.kill('SIGINT');
      },
    });
    expect(run.code).toBe(130);
    expect(seen).toHaveLength(2);
    expect(readFileSync(record, 'utf8')).toContain('notifications/cancelled');
    await left(mark);
  });

  it.each<[string, Parameters<typeof rawCommand>[0], string[], number]>([
    ['a call that is done', { ...stubborn, onCall: { t: [grow] } }, [], 0],
    ['an error', { ...stubborn, onCall: { t: [grow, { error: { code: 1, message: 'no' } }] } }, [], 1],
    ['a timeout', { ...stubborn, onCall: { t: [grow, { never: true }] } }, ['--timeout-ms', '500'], 1],
    ['a server that died', { onCall: { t: [grow, { exit: 1 }] } }, [], 1],
    [
      'a handshake that failed',
      { ...stubborn, on: { initialize: [grow, { error: { code: 1, message: 'no' } }] } },
      ['--era', 'legacy'],
      3,
    ],
  ])('D25 nothing after %s', async (_what, scenario, more, code) => {
    const mark = newMark();
    const run = await headless([
      'call',
      '--stdio',
      rawCommand(scenario),
      '--env',
      mark.mark,
      '--tool',
      't',
      ...more,
    ]);
    expect(run.code).toBe(code);
    await left(mark);
  });

  it('D25 nothing when the reader of the events leaves', async () => {
    const mark = newMark();
    const scenario = {
      ...stubborn,
      onCall: {
        t: [{ repeat: 2000, steps: [{ stderr: 'more\n' }, { sleep: 5 }] }, { never: true as const }],
      },
    };
    const run = await headless(['call', '--stdio', rawCommand(scenario), '--env', mark.mark, '--tool', 't'], {
      onEvent: ({ event }, child) => void (event === 'stderr' && child.stdout?.destroy()),
    });
    expect(run.code).toBe(130);
    await left(mark);
  });
});
