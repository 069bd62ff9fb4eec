/** How the headless command ends, and what it says then. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoPlace } from './lib/demo-place.ts';
import { demoAt, demoStdio, headless, plot, rawCommand } from './lib/headless.ts';

const { place, demoHttp } = demoPlace();

describe('exit codes', () => {
  const say = (scenario: Parameters<typeof rawCommand>[0], ...more: string[]) =>
    headless(['call', '--stdio', rawCommand(scenario), '--tool', 't', ...more]);
  const elicit = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } };
  const asking = (params: unknown, isError: boolean) => ({
    onCall: {
      t: [{ ask: { method: 'elicitation/create', params } }, { reply: { content: [], isError } }],
    },
  });

  it('1: the tool reported an error', async () => {
    const run = await headless(['call', ...demoAt(place.dir, 'modern'), '--tool', 'deploy']);
    expect(run.code).toBe(1);
    expect(run.one('result')).toMatchObject({ isError: true });
  });

  it('1: the server answered with an error, whose number is kept', async () => {
    const run = await say({ onCall: { t: [{ error: { code: -32055, message: 'No.' } }] } });
    expect(run.code).toBe(1);
    expect(run.one('error')).toEqual({ event: 'error', code: -32055, message: 'No.' });
    expect(run.all('result')).toEqual([]);
  });

  it('1: a list the server refuses', async () => {
    const scenario = { on: { 'tools/list': [{ error: { code: -32603, message: 'Broken' } }] } };
    const run = await headless(['list', '--stdio', rawCommand(scenario), 'tools']);
    expect(run.code).toBe(1);
    expect(run.one('error')).toMatchObject({ code: -32603 });
  });

  it('1: the server died in the middle', async () => {
    const run = await say({ onCall: { t: [{ exit: 9 }] } });
    expect(run.code).toBe(1);
    expect(run.one('error')).toMatchObject({
      code: 'closed',
      message: expect.stringContaining('exit code 9'),
    });
  });

  it('1: --timeout-ms ran out, and the server was told', async () => {
    const record = path.join(place.dir, 'timeout.jsonl');
    const run = await say({ record, onCall: { t: [{ never: true }] } }, '--timeout-ms', '300');
    expect(run.code).toBe(1);
    expect(run.one('error')).toEqual({
      event: 'error',
      code: 'timeout',
      message: 'The server did not answer in time (0.3 s). Give it more time and run it again.',
    });
    expect(readFileSync(record, 'utf8')).toContain('notifications/cancelled');
  });

  it('1: --timeout-ms ends a list, too', async () => {
    const scenario = { on: { 'tools/list': [{ never: true as const }] } };
    const run = await headless(['list', '--stdio', rawCommand(scenario), 'tools', '--timeout-ms', '300']);
    expect(run.code).toBe(1);
    expect(run.one('error')).toMatchObject({ code: 'timeout' });
  });

  it.each<[string, () => string[], RegExp]>([
    ['usage', () => ['call', '--stdio', 'x'], /^call needs --tool NAME\.$/],
    [
      'no answers file',
      () => ['call', '--stdio', 'x', '--tool', 't', '--answers', 'none.yaml'],
      /none\.yaml cannot be read/,
    ],
    [
      'a bad answers file',
      () => [
        'call',
        '--stdio',
        'x',
        '--tool',
        't',
        '--answers',
        place.file({ elicitation: [{ action: 'ok' }] }),
      ],
      /is not right at elicitation\.0\.action/,
    ],
    [
      'no configuration',
      () => ['probe', '--server', 'a', '--config', 'none.json'],
      /none\.json cannot be read/,
    ],
    [
      'no such server',
      () => ['probe', '--server', 'a', '--config', place.file({ mcpServers: {} })],
      /There is no server "a"/,
    ],
    [
      'a journal that cannot be kept',
      () => ['probe', '--stdio', 'x', '--journal', path.join(place.file({}), 'journal.db')],
      /could not be opened/,
    ],
  ])('2: %s', async (_what, args, message) => {
    const run = await headless(args());
    expect(run.code).toBe(2);
    expect(plot(run.events)).toEqual(['error']);
    expect(run.one('error')).toMatchObject({ code: 'usage', message: expect.stringMatching(message) });
    expect(run.stderr).toContain(run.one('error').message);
  });

  it.each<[string, () => string[], RegExp]>([
    ['no such program', () => ['--stdio', 'no-such-program-here'], /was not found/],
    ['a program that ends at once', () => ['--stdio', `${process.execPath} -e 0`], /exit code 0/],
    ['no such folder', () => ['--stdio', demoStdio(), '--cwd', 'no/such'], /does not exist/],
    ['nobody listens', () => ['--url', 'http://127.0.0.1:9/mcp'], /./],
    ['not an MCP endpoint', () => ['--url', demoHttp.url.replace('/mcp', '/none')], /./],
    ['not this era', () => ['--stdio', rawCommand({}), '--era', 'modern'], /2026-07-28/],
  ])('3: %s', async (_what, where, message) => {
    const run = await headless(['probe', ...where()]);
    expect(run.code).toBe(3);
    expect(run.one('error')).toMatchObject({
      code: 'connect-failed',
      message: expect.stringMatching(message),
    });
    // Said once.
    expect(plot(run.events)).toEqual(['error']);
  });

  it('4: a question no entry matches, and the tool reported an error', async () => {
    const file = place.file({ elicitation: [{ when: { message: 'Else' }, action: 'accept' }] });
    const run = await say(asking(elicit, true), '--answers', file);
    expect(run.code).toBe(4);
    expect(run.one('answer')).toMatchObject({ outcome: 'cancelled', result: { action: 'cancel' } });
    expect(run.one('warning').message).toContain('No entry');
    // The tool got over it.
    expect((await say(asking(elicit, false), '--answers', file)).code).toBe(0);
  });

  it('4: sampling no entry matches ends a modern call', async () => {
    const file = place.file({ sampling: [] });
    const run = await headless([
      'call',
      ...demoAt(place.dir, 'modern'),
      '--tool',
      'summarise_notes',
      '--answers',
      file,
    ]);
    expect(run.code).toBe(4);
    expect(run.one('error')).toMatchObject({ code: 'denied' });
  });

  it('4: a question that was refused, and the tool reported an error', async () => {
    const run = await say(asking(elicit, true));
    expect(run.code).toBe(4);
    expect(run.one('answer')).toMatchObject({ outcome: 'refused', error: { code: -32601 } });
    expect((await say(asking(elicit, false))).code).toBe(0);
  });

  it('4: with --strict, any repair', async () => {
    const link = { mode: 'url', url: 'https://example.com', message: 'Go' };
    const file = place.file({ elicitation: [{ action: 'accept' }] });
    const strict = await say(asking(link, false), '--answers', file, '--strict');
    expect(strict.code).toBe(4);
    expect(strict.one('reverse').repairs).toEqual(['The link had no elicitationId.']);
    expect(strict.one('answer').outcome).toBe('accepted');
    expect((await say(asking(link, false), '--answers', file)).code).toBe(0);
  });

  it('4: with --strict, what was not prepared or does not fit, also where the tool gets over it', async () => {
    const nothing = place.file({ elicitation: [] });
    expect((await say(asking(elicit, false), '--answers', nothing, '--strict')).code).toBe(4);
    const properties = { n: { type: 'integer' } };
    const number = { message: 'n?', requestedSchema: { type: 'object', properties } };
    const odd = place.file({ elicitation: [{ action: 'accept', content: { n: 'two' } }] });
    const run = await say(asking(number, false), '--answers', odd, '--strict');
    expect([run.one('answer').outcome, run.code]).toEqual(['failed', 4]);
    expect((await say(asking(number, false), '--answers', odd)).code).toBe(0);
  });

  it('an answer that does not fit the form is not sent', async () => {
    const number = { type: 'object', properties: { n: { type: 'integer', maximum: 3 } }, required: ['n'] };
    const file = place.file({ elicitation: [{ action: 'accept', content: { n: 4 } }] });
    const run = await say(asking({ message: 'n?', requestedSchema: number }, true), '--answers', file);
    expect(run.code).toBe(4);
    expect(run.one('answer')).toMatchObject({ outcome: 'failed', result: { action: 'cancel' } });
    expect(run.one('warning').message).toMatch(/does not fit the form\. n: /);
  });

  it('0, and usage on stderr, for --help', async () => {
    const run = await headless(['--help']);
    expect(run).toMatchObject({ code: 0, events: [] });
    expect(run.stderr).toContain('call  TARGET --tool NAME');
  });
});
