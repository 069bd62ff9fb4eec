import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { DEFAULT_SERVER_SETTINGS, type Target } from '../../../shared/model/server.ts';
import { BUNDLED_NAME, Catalogue } from './catalogue.ts';

let dir: string;
let open: Catalogue[];
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'gh-servers-'));
  open = [];
});
afterEach(() => {
  for (const catalogue of open) catalogue.close();
  rmSync(dir, { recursive: true, force: true });
});
const file = () => path.join(dir, 'servers.json');
const write = (json: unknown) => writeFileSync(file(), JSON.stringify(json));
const read = () => JSON.parse(readFileSync(file(), 'utf8')) as Record<string, unknown>;
const start = (watchEveryMs = 0) => {
  const catalogue = new Catalogue(dir, { watchEveryMs });
  open.push(catalogue);
  return catalogue;
};
const npx: Target = { type: 'stdio', command: 'npx', args: ['-y', 'x'] };
const demo: Target = { type: 'http', url: 'http://127.0.0.1:4000/mcp' };

describe('Catalogue', () => {
  it('reads the usual form: stdio, http, sse, settings', () => {
    write({
      mcpServers: {
        a: { command: 'uvx', args: ['s', 8080], env: { KEY: 'k', PORT: 1, OFF: null }, cwd: '/x' },
        b: { url: 'https://b.example/mcp', headers: { Authorization: 'Bearer x' } },
        c: {
          type: 'sse',
          url: 'https://c.example/sse',
          gatehouse: { era: 'legacy', switches: { roots: false } },
        },
        d: { type: 'streamable-http', url: 'https://d.example/' },
        e: { command: 'e', env: {} },
      },
    });
    const catalogue = start();
    expect(catalogue.problems()).toEqual([]);
    expect(catalogue.list().map((s) => [s.id, s.target])).toEqual([
      ['a', { type: 'stdio', command: 'uvx', args: ['s', '8080'], env: { KEY: 'k', PORT: '1' }, cwd: '/x' }],
      ['b', { type: 'http', url: 'https://b.example/mcp', headers: { Authorization: 'Bearer x' } }],
      ['c', { type: 'sse', url: 'https://c.example/sse' }],
      ['d', { type: 'http', url: 'https://d.example/' }],
      ['e', { type: 'stdio', command: 'e', args: [] }],
    ]);
    expect(catalogue.get('c')?.settings).toEqual({
      ...DEFAULT_SERVER_SETTINGS,
      era: 'legacy',
      switches: { ...DEFAULT_SERVER_SETTINGS.switches, roots: false },
    });
    expect(catalogue.get('a')?.settings).toEqual(DEFAULT_SERVER_SETTINGS);
  });

  it('one bad entry costs that entry, with a reason', () => {
    write({
      mcpServers: {
        ok: { command: 'x' },
        none: {},
        list: [],
        both: { command: 'x', url: 'https://x' },
        file: { url: 'file:///etc/passwd' },
        args: { command: 'x', args: '-y a' },
        env: { command: 'x', env: { A: {} } },
        'zero\u200Bwidth': { command: 'x' },
        odd: { command: 'x', gatehouse: { era: 'future', switches: { roots: 'yes' } } },
      },
    });
    const catalogue = start();
    expect(catalogue.list().map((s) => s.id)).toEqual(['ok', 'odd']);
    expect(catalogue.problems()).toHaveLength(9);
    for (const name of ['none', 'list', 'both', 'file', 'args', 'env', 'zero', 'era', 'switches.roots']) {
      expect(catalogue.problems().filter((p) => p.includes(name))).not.toEqual([]);
    }
    expect(catalogue.get('odd')?.settings.switches.roots).toBe(false);
  });

  it('names every object has are harmless', () => {
    writeFileSync(
      file(),
      '{"mcpServers": {"__proto__": {"command": "evil"}, "constructor": {"command": "x"}, "ok": {"command": "y"}}}',
    );
    const catalogue = start();
    expect(catalogue.list().map((s) => s.id)).toEqual(['ok']);
    expect(catalogue.get('toString')).toBeUndefined();
    expect(() => catalogue.add('__proto__', npx)).toThrow(SentenceError);
    catalogue.add('new', npx);
    const text = readFileSync(file(), 'utf8');
    expect(text).toContain('"__proto__"');
    expect(text).toContain('evil');
    expect(({} as { command?: unknown }).command).toBeUndefined();
  });

  it('adds, changes and removes, keeping every key it does not know', () => {
    write({
      $schema: 'theirs',
      mcpServers: { a: { command: 'x', disabled: true, gatehouse: { note: 1, era: 'legacy' } } },
    });
    const catalogue = start();
    const seen: string[][] = [];
    catalogue.onChange((ids) => seen.push(ids));
    catalogue.add('b', { type: 'http', url: 'https://b.example' }, { oneCallAtATime: true });
    catalogue.update('a', { settings: { era: 'auto', allowUnassociated: true } });
    catalogue.update('a', { target: { type: 'stdio', command: 'y', args: ['1'], env: { K: 'v' } } });
    expect(read()).toEqual({
      $schema: 'theirs',
      mcpServers: {
        a: {
          command: 'y',
          args: ['1'],
          env: { K: 'v' },
          disabled: true,
          gatehouse: { note: 1, allowUnassociated: true },
        },
        b: { type: 'http', url: 'https://b.example', gatehouse: { oneCallAtATime: true } },
      },
    });
    catalogue.remove('b');
    expect(Object.keys(read().mcpServers as object)).toEqual(['a']);
    expect(seen).toEqual([['b'], ['a'], ['a'], ['b']]);
    expect(() => catalogue.remove('b')).toThrow(SentenceError);
    expect(() => catalogue.add('a', npx)).toThrow('already');
  });

  it('sets defaults back so that only differences are written', () => {
    const catalogue = start();
    catalogue.add('a', npx, { callTimeoutMs: 5000 });
    catalogue.update('a', { settings: { callTimeoutMs: DEFAULT_SERVER_SETTINGS.callTimeoutMs } });
    expect(read()).toEqual({ mcpServers: { a: { command: 'npx', args: ['-y', 'x'] } } });
  });

  it('refuses a target that is not complete', () => {
    const catalogue = start();
    for (const url of ['file:///x', 'javascript:1', 'https://']) {
      expect(() => catalogue.add('a', { type: 'http', url })).toThrow(SentenceError);
    }
    expect(() => catalogue.add('a', { type: 'stdio', command: '', args: [] })).toThrow(SentenceError);
    expect(catalogue.list()).toEqual([]);
  });

  it('G07 keeps a file it cannot understand, and takes it again when it is mended', () => {
    writeFileSync(file(), '{"mcpServers": {"a": {"command": "x"},}}');
    const catalogue = start();
    expect(catalogue.list()).toEqual([]);
    expect(catalogue.problems()[0]).toContain('line 1, column 39');
    expect(() => catalogue.add('b', npx)).toThrow(SentenceError);
    write({ mcpServers: { a: { command: 'x' } } });
    catalogue.add('b', npx);
    expect(catalogue.list().map((s) => s.id)).toEqual(['a', 'b']);
    expect(catalogue.problems()).toEqual([]);
  });

  it.each([
    ['a list', { mcpServers: [{ command: 'x' }] }],
    ['a text', { mcpServers: 'x' }],
    ['a nameless server', { command: 'x', args: [] }],
  ])('G07 does not replace %s that stands where the servers belong', (_name, json) => {
    write(json);
    const catalogue = start();
    expect(catalogue.list()).toEqual([]);
    expect(catalogue.problems()).toHaveLength(1);
    expect(() => catalogue.add('a', npx)).toThrow(SentenceError);
    expect(read()).toEqual(json);
  });

  it('G11 adds to the file in the form it has', () => {
    write({ context_servers: { a: { command: 'x' } }, theme: 'dark' });
    start().add('b', { type: 'stdio', command: 'y', args: [] });
    expect(read()).toEqual({
      context_servers: { a: { command: 'x' }, b: { command: 'y', args: [] } },
      theme: 'dark',
    });
    write({ a: { command: 'x' }, $schema: 'theirs' });
    const bare = start();
    bare.add('b', { type: 'stdio', command: 'y', args: [] });
    bare.remove('a');
    expect(read()).toEqual({ b: { command: 'y', args: [] }, $schema: 'theirs' });
  });

  it('picks up an edit from outside, also of a file that was not there', async () => {
    const catalogue = start(20);
    const next = () =>
      new Promise<string[]>((resolve) => {
        const stop = catalogue.onChange((ids) => {
          stop();
          resolve(ids);
        });
      });
    const appeared = next();
    write({ mcpServers: { a: { command: 'x' } } });
    expect(await appeared).toEqual(['a']);
    const changed = next();
    write({ mcpServers: { a: { command: 'longer' }, b: { command: 'x' } } });
    expect(await changed).toEqual(['a', 'b']);
    const gone = next();
    rmSync(file());
    expect(await gone).toEqual(['a', 'b']);
  });

  it('lists the bundled server first, keeps its settings, never writes its target', () => {
    write({ mcpServers: { [BUNDLED_NAME]: { command: 'imposter' }, a: { command: 'x' } } });
    const catalogue = start();
    expect(catalogue.get(BUNDLED_NAME)?.bundled).toBeUndefined();
    catalogue.setBundled(demo);
    expect(catalogue.list().map((s) => [s.id, s.bundled])).toEqual([
      [BUNDLED_NAME, true],
      ['a', undefined],
    ]);
    expect(catalogue.problems()[0]).toContain('rename');
    catalogue.update(BUNDLED_NAME, { settings: { allowUnassociated: true } });
    expect(readFileSync(file(), 'utf8')).not.toContain('4000');
    expect(() => catalogue.remove(BUNDLED_NAME)).toThrow(SentenceError);
    expect(() => catalogue.update(BUNDLED_NAME, { target: npx })).toThrow(SentenceError);
    const again = start();
    again.setBundled({ ...demo, url: 'http://127.0.0.1:4001/mcp' });
    expect(again.get(BUNDLED_NAME)).toMatchObject({
      target: { url: 'http://127.0.0.1:4001/mcp' },
      settings: { allowUnassociated: true },
    });
  });
});
