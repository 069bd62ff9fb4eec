import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch } from '../testing/scratch.ts';
import { LastArguments } from './last-arguments.ts';

const dir = scratch('last-arguments');
let count = 0;
const newFile = () => path.join(dir, `${++count}.json`);
const tool = (name: string, serverId = 's') => ({ serverId, method: 'tools/call' as const, name });
const everybody = () => true;

describe('LastArguments', () => {
  it('keeps the last arguments of each tool and prompt across runs, readable by the owner alone', () => {
    const file = newFile();
    const first = new LastArguments(file, everybody);
    first.set(tool('a'), { x: 1 });
    first.set(tool('a'), { x: 2, y: [{ z: null }] });
    first.set({ ...tool('a'), method: 'prompts/get' }, { q: 'p' });
    first.set(tool('a', 't'), { x: 3 });
    first.close();
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const second = new LastArguments(file, everybody);
    expect(second.get(tool('a'))).toEqual({ x: 2, y: [{ z: null }] });
    expect(second.get({ ...tool('a'), method: 'prompts/get' })).toEqual({ q: 'p' });
    expect(second.get(tool('a', 't'))).toEqual({ x: 3 });
    expect(second.get(tool('b'))).toBeUndefined();
  });

  it('never keeps what looks like a secret', () => {
    const file = newFile();
    const last = new LastArguments(file, everybody);
    last.set(tool('a'), { apiKey: 'hunter2', url: 'https://me:hunter2@example.com', x: 1 });
    last.set(tool('b'), { password: 'hunter2' });
    last.close();
    expect(last.get(tool('a'))).toEqual({ x: 1 });
    expect(last.get(tool('b'))).toBeUndefined();
    expect(readFileSync(file, 'utf8')).not.toContain('hunter2');
  });

  it('keeps only so many, the ones used last, and none that are too large', () => {
    const last = new LastArguments(undefined, everybody);
    for (let i = 0; i < 201; i++) last.set(tool(String(i)), { i });
    expect(last.get(tool('0'))).toBeUndefined();
    expect(last.get(tool('1'))).toEqual({ i: 1 });
    last.set(tool('1'), { text: 'x'.repeat(40_000) });
    expect(last.get(tool('1'))).toBeUndefined();
    for (let i = 0; i < 60; i++) last.set(tool(`big ${i}`), { text: 'x'.repeat(30_000) });
    expect(last.get(tool('200'))).toBeUndefined();
    expect(last.get(tool('big 59'))).toBeDefined();
    expect(last.get(tool('big 0'))).toBeUndefined();
  });

  it('forgets one, and servers that are gone, at once and without a trace', () => {
    const file = newFile();
    const known = new Set(['s', 't']);
    const last = new LastArguments(file, (id) => known.has(id));
    last.set(tool('a'), { x: 'one' });
    last.set(tool('b'), { x: 'two' });
    last.set(tool('a', 't'), { x: 'three' });
    last.forget(tool('a'));
    expect(readFileSync(file, 'utf8')).not.toContain('one');
    known.delete('t');
    last.forgetGone();
    expect(readFileSync(file, 'utf8')).not.toContain('three');
    expect(last.get(tool('b'))).toEqual({ x: 'two' });
    expect(readdirSync(dir).filter((name) => name.startsWith(path.basename(file)))).toEqual([
      path.basename(file),
    ]);
    // A server that went while nobody looked.
    known.clear();
    expect(new LastArguments(file, (id) => known.has(id)).get(tool('b'))).toBeUndefined();
  });

  it.each(['{', '[]', '{"entries": [{"serverId": 1}]}'])(
    'takes an odd file (%s) for an empty one',
    (text) => {
      const file = newFile();
      writeFileSync(file, text);
      const last = new LastArguments(file, everybody);
      expect(last.get(tool('a'))).toBeUndefined();
      last.set(tool('a'), { x: 1 });
      last.close();
      expect(new LastArguments(file, everybody).get(tool('a'))).toEqual({ x: 1 });
    },
  );

  it('works on where nothing can be written', () => {
    const last = new LastArguments(path.join(dir, 'no', 'such', 'folder.json'), everybody);
    last.set(tool('a'), { x: 1 });
    last.close();
    expect(last.get(tool('a'))).toEqual({ x: 1 });
    expect(existsSync(path.join(dir, 'no'))).toBe(false);
  });
});
