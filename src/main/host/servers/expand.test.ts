import { describe, expect, it } from 'vitest';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { Target } from '../../../shared/model/server.ts';
import { expandTarget } from './expand.ts';

const v = (name: string) => `\${${name}}`;

describe('expandTarget', () => {
  it('D17 fills in variables and a leading tilde, and leaves the rest alone', () => {
    const target: Target = {
      type: 'stdio',
      command: '~/bin/s',
      args: [
        '--dir',
        '~/proj',
        'a~b',
        '~user/x',
        `k=${v('KEY')}`,
        v('env:KEY'),
        v('NONE:-d'),
        v('EMPTY:-d'),
        '$KEY',
      ],
      env: { TOKEN: v('KEY'), HOME2: '~' },
      cwd: `~/${v('KEY')}`,
    };
    const expanded = expandTarget(target, { KEY: '$&s', EMPTY: '' }, '/home/u');
    expect(expanded).toEqual({
      type: 'stdio',
      command: '/home/u/bin/s',
      args: ['--dir', '/home/u/proj', 'a~b', '~user/x', 'k=$&s', '$&s', 'd', 'd', '$KEY'],
      env: { TOKEN: '$&s', HOME2: '~' },
      cwd: '/home/u/$&s',
    });
    expect(target.args[1]).toBe('~/proj');
    expect(
      expandTarget({ type: 'http', url: `https://${v('H')}/`, headers: { A: v('H') } }, { H: 'h' }, '/'),
    ).toEqual({ type: 'http', url: 'https://h/', headers: { A: 'h' } });
  });

  it('D17 refuses a variable that is not set, by name', () => {
    const target: Target = { type: 'stdio', command: 's', args: [v('constructor')] };
    expect(() => expandTarget(target, {}, '/')).toThrow(SentenceError);
    expect(() => expandTarget(target, {}, '/')).toThrow('constructor is not set');
  });

  it.each([
    [
      'an environment variable',
      { type: 'stdio', command: 's', args: [], env: { DEBUG: v('env:ANTHROPIC_API_KEY') } },
    ],
    ['an argument', { type: 'stdio', command: 's', args: [v('ANTHROPIC_API_KEY:-x')] }],
    [
      'a header',
      { type: 'http', url: 'https://example.com/', headers: { 'X-Trace': v('ANTHROPIC_API_KEY') } },
    ],
  ] satisfies [string, Target][])(
    'gives no server the key of the model, also not in %s',
    (_where, target) => {
      expect(() => expandTarget(target, { ANTHROPIC_API_KEY: 'sk-ant-1' }, '/home/u')).toThrow(
        /ANTHROPIC_API_KEY/,
      );
    },
  );
});
