import { describe, expect, it } from 'vitest';
import { type Options, readArgs, UsageError } from './args.ts';

const probe = (...more: string[]): Options => readArgs(['probe', '--stdio', 'server', ...more]);
const call = (...more: string[]): Options => readArgs(['call', '--stdio', 'server', '--tool', 't', ...more]);

/** The sentence a person reads. */
function complaint(...argv: string[]): string {
  try {
    readArgs(argv);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('The command line was accepted.');
}

describe('commands', () => {
  it('reads call with its tool and arguments', () => {
    expect(call('--args', '{"a": [1, null]}').command).toEqual({
      verb: 'call',
      tool: 't',
      args: { a: [1, null] },
    });
    expect(call().command).toMatchObject({ args: {} });
  });

  it('reads get of a prompt and of a resource', () => {
    const get = (...more: string[]) => readArgs(['get', '--stdio', 'server', ...more]).command;
    expect(get('--prompt', 'p', '--args', '{"x":"1"}')).toEqual({
      verb: 'get',
      prompt: 'p',
      args: { x: '1' },
    });
    expect(get('--resource', 'demo://notes')).toEqual({ verb: 'get', resource: 'demo://notes' });
  });

  it.each(['tools', 'prompts', 'resources', 'templates'])(
    'reads list %s on either side of its flags',
    (kind) => {
      expect(readArgs(['list', '--stdio', 'server', kind]).command).toEqual({ verb: 'list', kind });
      expect(readArgs(['list', kind, '--stdio', 'server']).command).toEqual({ verb: 'list', kind });
    },
  );

  it('reads probe', () => {
    expect(probe()).toEqual({
      command: { verb: 'probe' },
      target: { type: 'stdio', commandLine: 'server', env: {} },
      era: 'auto',
      without: [],
      strict: false,
    });
  });
});

describe('targets', () => {
  it('reads a command with its folder and several variables behind one --env', () => {
    const { target } = probe('--env', 'A=1', 'B=two words', 'C=', '--cwd', 'sub', '--env', 'D==');
    expect(target).toEqual({
      type: 'stdio',
      commandLine: 'server',
      env: { A: '1', B: 'two words', C: '', D: '=' },
      cwd: 'sub',
    });
  });

  it('reads a URL with several headers behind one --header', () => {
    const url = 'https://example.com/mcp';
    const { target } = readArgs(['probe', '--url', url, '--header', 'Authorization: Bearer a:b', 'X-Y:z']);
    expect(target).toEqual({
      type: 'url',
      url,
      headers: { Authorization: 'Bearer a:b', 'X-Y': 'z' },
      transport: 'http',
    });
    expect(readArgs(['probe', '--url', url, '--transport', 'sse']).target).toMatchObject({
      transport: 'sse',
    });
  });

  it('reads a server of a configuration', () => {
    expect(readArgs(['probe', '--server', 'files', '--config', 'mcp.json']).target).toEqual({
      type: 'config',
      name: 'files',
      file: 'mcp.json',
    });
  });
});

describe('options', () => {
  it('reads all of them', () => {
    expect(
      call('--answers', 'a.yaml', '--timeout-ms', '1500', '--era', 'legacy', '--strict', '--journal', 'j'),
    ).toEqual(
      expect.objectContaining({
        answers: 'a.yaml',
        timeoutMs: 1500,
        era: 'legacy',
        strict: true,
        journal: 'j',
      }),
    );
  });

  it('reads --without as words, repeated, or with commas', () => {
    const all = ['sampling.tools', 'elicitation.url', 'roots'];
    expect(probe('--without', ...all).without).toEqual(all);
    expect(probe(...all.flatMap((one) => ['--without', one])).without).toEqual(all);
    expect(probe('--without', all.join(',')).without).toEqual(all);
  });

  it('keeps the word after --without that is a list', () => {
    const options = readArgs(['list', '--stdio', 'server', '--without', 'sampling', 'roots', 'tools']);
    expect(options).toMatchObject({ command: { kind: 'tools' }, without: ['sampling', 'roots'] });
  });
});

describe('junk is a sentence', () => {
  const stdio = ['--stdio', 'server'];
  it.each<[string, string[], string]>([
    ['nothing', [], 'Name a command: call, get, list or probe.'],
    ['an unknown command', ['run', ...stdio], 'There is no command "run".'],
    ['an unknown flag', ['probe', ...stdio, '--fast'], "Unknown option '--fast'."],
    ['a flag without its value', ['probe', '--stdio'], "Option '--stdio <value>' argument missing."],
    [
      'a flag in place of a value',
      ['probe', '--stdio', '--strict'],
      "Option '--stdio' argument is ambiguous.",
    ],
    [
      'a value for a switch',
      ['probe', ...stdio, '--strict=1'],
      "Option '--strict' does not take an argument.",
    ],
    ['a word too many', ['probe', ...stdio, 'tools'], '"tools" was not expected.'],
    ['two lists', ['list', ...stdio, 'tools', 'prompts'], '"prompts" was not expected.'],
    ['no list', ['list', ...stdio], 'list takes one of tools, prompts, resources, templates.'],
    ['no target', ['probe'], 'Name one target: --stdio, --url, or --server with --config.'],
    [
      'two targets',
      ['probe', ...stdio, '--url', 'http://x'],
      'Name one target: --stdio, --url, or --server with --config.',
    ],
    ['a server without a file', ['probe', '--server', 'a'], '--server NAME needs --config FILE.'],
    ['call without a tool', ['call', ...stdio], 'call needs --tool NAME.'],
    ['get without either', ['get', ...stdio], 'get needs either --prompt NAME or --resource URI.'],
    [
      'get with both',
      ['get', ...stdio, '--prompt', 'p', '--resource', 'r'],
      'get needs either --prompt NAME or --resource URI.',
    ],
    [
      'args that are no object',
      ['call', ...stdio, '--tool', 't', '--args', '[1]'],
      '--args takes a JSON object, for example {"name": "value"}.',
    ],
    [
      'args that are no JSON',
      ['call', ...stdio, '--tool', 't', '--args', "{'a':1}"],
      '--args takes a JSON object, for example {"name": "value"}.',
    ],
    ['a variable without =', ['probe', ...stdio, '--env', 'A'], '--env takes NAME=VALUE.'],
    ['a header without :', ['probe', '--url', 'http://x', '--header', 'A'], '--header takes NAME:VALUE.'],
    ['another era', ['probe', ...stdio, '--era', 'old'], '--era takes one of auto, legacy, modern.'],
    [
      'another transport',
      ['probe', '--url', 'http://x', '--transport', 'ws'],
      '--transport takes one of http, sse.',
    ],
    [
      'another capability',
      ['probe', ...stdio, '--without', 'tasks'],
      '--without takes one of sampling, sampling.tools, elicitation, elicitation.url, roots.',
    ],
    [
      'no time',
      ['probe', ...stdio, '--timeout-ms', '0'],
      '--timeout-ms takes a whole number of milliseconds.',
    ],
    [
      'time in words',
      ['probe', ...stdio, '--timeout-ms', '5s'],
      '--timeout-ms takes a whole number of milliseconds.',
    ],
    ['a tool that nothing calls', ['probe', ...stdio, '--tool', 't'], '--tool belongs to call.'],
    ['a prompt for call', ['call', ...stdio, '--tool', 't', '--prompt', 'p'], '--prompt belongs to get.'],
    [
      'arguments for a resource',
      ['get', ...stdio, '--resource', 'r', '--args', '{}'],
      '--args belongs to call and get --prompt.',
    ],
    ['a header for a command', ['probe', ...stdio, '--header', 'A:b'], '--header belongs to --url.'],
    ['a variable for a URL', ['probe', '--url', 'http://x', '--env', 'A=1'], '--env belongs to --stdio.'],
    ['a file without a server', ['probe', ...stdio, '--config', 'f'], '--config belongs to --server.'],
  ])('%s', (_what, argv, expected) => {
    expect(complaint(...argv)).toBe(expected);
  });
});
