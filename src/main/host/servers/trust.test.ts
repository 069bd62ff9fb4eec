import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { DEFAULT_SERVER_SETTINGS, type Target } from '../../../shared/model/server.ts';
import { bindingOf, bindingOfServer, targetText, toView } from './binding.ts';
import { Trust } from './trust.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'gh-trust-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const base: Target = { type: 'stdio', command: 'npx', args: ['-y', 'x'], env: { A: '1', B: '2' }, cwd: '/w' };
const changes: Target[] = [
  { ...base, command: 'npx2' },
  { ...base, args: ['-y x'] },
  { ...base, args: ['-y', 'x', 'y'] },
  { ...base, env: { A: '1', B: '3' } },
  { ...base, env: { A: '1', C: '2' } },
  { ...base, cwd: '/v' },
  { type: 'http', url: 'https://x/' },
  { type: 'sse', url: 'https://x/' },
  { type: 'http', url: 'https://x/', headers: { Authorization: 'a' } },
  { type: 'http', url: 'https://x/', headers: { Authorization: 'b' } },
];

describe('binding', () => {
  it('G19 changes with everything that is started or called, and not with the order of variables', () => {
    const all = [base, ...changes].map((target) => bindingOf(target));
    expect(new Set(all).size).toBe(all.length);
    expect(bindingOf({ ...base, env: { B: '2', A: '1' } })).toBe(bindingOf(base));
    expect(bindingOf(base, () => '/usr/bin/npx')).not.toBe(bindingOf(base, () => '/tmp/npx'));
    expect(bindingOf({ type: 'stdio', command: 'x', args: [], env: {} })).toBe(
      bindingOf({ type: 'stdio', command: 'x', args: [] }),
    );
  });

  it('the bundled server keeps its binding over ports, and nobody else has it', () => {
    const config = { id: 'd', settings: DEFAULT_SERVER_SETTINGS, bundled: true };
    const at = (url: string) => bindingOfServer({ ...config, target: { type: 'http', url } });
    expect(at('http://127.0.0.1:1/')).toBe(at('http://127.0.0.1:2/'));
    expect(bindingOfServer({ ...config, bundled: false, target: base })).toBe(bindingOf(base));
  });

  it('shows the exact command, and names but no values to the window', () => {
    expect(targetText({ ...base, args: ['-y', 'a b', "it's", ''] })).toBe(`npx -y 'a b' 'it'"'"'s' ''`);
    expect(targetText({ type: 'http', url: 'https://x/?a=b' })).toBe('https://x/?a=b');
    expect(toView(base)).toEqual({
      type: 'stdio',
      command: 'npx',
      args: ['-y', 'x'],
      envKeys: ['A', 'B'],
      notes: [],
      cwd: '/w',
    });
    expect(
      JSON.stringify(toView({ type: 'http', url: 'https://x/', headers: { Authorization: 'secret' } })),
    ).toBe('{"type":"http","url":"https://x/","headerNames":["Authorization"],"notes":[]}');
  });
});

describe('Trust', () => {
  it('G19 is given to exactly one binding, kept, and taken back', () => {
    const trust = new Trust(dir);
    expect(trust.isTrusted('a', 'h1')).toBe(false);
    trust.trust('a', 'h1');
    trust.trust('b', 'h2');
    const again = new Trust(dir);
    expect([again.isTrusted('a', 'h1'), again.isTrusted('a', 'h2'), again.isTrusted('b', 'h1')]).toEqual([
      true,
      false,
      false,
    ]);
    again.trust('a', 'h9');
    expect([again.isTrusted('a', 'h1'), again.isTrusted('a', 'h9')]).toEqual([false, true]);
    again.forget('a');
    again.forget('never');
    expect(new Trust(dir).isTrusted('a', 'h9')).toBe(false);
    expect(new Trust(dir).isTrusted('b', 'h2')).toBe(true);
  });

  it('G19 a name every object has is not trusted by accident', () => {
    const trust = new Trust(dir);
    expect(trust.isTrusted('constructor', String(Object))).toBe(false);
    trust.trust('__proto__', 'h');
    expect(trust.isTrusted('other', 'h')).toBe(false);
    expect(new Trust(dir).isTrusted('other', 'h')).toBe(false);
    expect(({} as Record<string, unknown>).other).toBeUndefined();
  });

  it('an unreadable file trusts nobody and is not overwritten; trust then holds for this run', () => {
    const file = path.join(dir, 'trust.json');
    writeFileSync(file, '{"trusted": {"a": "h1"');
    const trust = new Trust(dir);
    expect(trust.isTrusted('a', 'h1')).toBe(false);
    expect(trust.problem).toContain('trust.json');
    expect(() => trust.trust('a', 'h1')).toThrow(SentenceError);
    expect(trust.isTrusted('a', 'h1')).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('{"trusted": {"a": "h1"');
    expect(new Trust(dir).isTrusted('a', 'h1')).toBe(false);
  });
});
