import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { JsonFile } from './json-file.ts';

const Shape = z.looseObject({ n: z.number() });
let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'gh-json-'));
  file = path.join(dir, 'settings.json');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const open = () => new JsonFile(file, Shape, () => ({ n: 0 }));
const copies = () => readdirSync(dir).filter((name) => name.includes('.unreadable-'));

describe('JsonFile', () => {
  it('starts from the fallback when there is no file, and writes nothing by itself', () => {
    const store = open();
    expect(store.value).toEqual({ n: 0 });
    expect(store.problem).toBeUndefined();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('G07 accepts a byte-order mark, reading and writing', () => {
    writeFileSync(file, '\uFEFF{"n": 5, "theirs": [1]}');
    const store = open();
    expect(store.problem).toBeUndefined();
    store.change((value) => ({ ...value, n: value.n + 1 }));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ n: 6, theirs: [1] });
  });

  it.each([
    ['trailing comma', '{"n": 1,\n}', 'line 2, column 1'],
    ['comment', '{\n"n": 1 // mine\n}', 'line 2, column 8'],
    ['half file', '{"n": 1, "x": [1', 'its end'],
    ['bare word', '{"n": tru}', 'an unexpected }'],
    ['other shape', '{"n": "one"}', 'at "n"'],
    ['a list', '[]', 'expected form'],
  ])('G07 never overwrites a file it cannot understand: %s', (_name, text, where) => {
    writeFileSync(file, text);
    const store = open();
    expect(store.value).toEqual({ n: 0 });
    expect(store.problem).toContain(where);
    expect(() => store.change(() => ({ n: 9 }))).toThrow(SentenceError);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(copies()).toHaveLength(1);
    expect(store.problem).toContain(copies()[0]);
    expect(readFileSync(path.join(dir, copies()[0] ?? ''), 'utf8')).toBe(text);
    open();
    expect(copies()).toHaveLength(1);
  });

  it('G07 does not touch a file in another encoding', () => {
    const bytes = Buffer.from('\uFEFF{"n": 1}', 'utf16le');
    writeFileSync(file, bytes);
    const store = open();
    expect(store.problem).toContain('UTF-8');
    expect(() => store.change(() => ({ n: 9 }))).toThrow(SentenceError);
    expect(readFileSync(file)).toEqual(bytes);
  });

  it('G07 treats an empty file as nothing, a folder as unreadable', () => {
    writeFileSync(file, '\n');
    expect(open().problem).toBeUndefined();
    rmSync(file);
    mkdirSync(file);
    const store = open();
    expect(store.problem).toContain('cannot be read');
    expect(() => store.change(() => ({ n: 1 }))).toThrow(SentenceError);
    expect(statSync(file).isDirectory()).toBe(true);
  });

  it('becomes writable again when the person mends the file, keeping the last good value until then', () => {
    writeFileSync(file, '{"n": 1}');
    const store = open();
    writeFileSync(file, '{"n": 2');
    expect(store.reload()).toBe(true);
    expect(store.value).toEqual({ n: 1 });
    writeFileSync(file, '{"n": 3}');
    expect(store.reload()).toBe(true);
    expect(store.reload()).toBe(false);
    store.change((value) => ({ n: value.n + 1 }));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ n: 4 });
  });

  it('G09 keeps an edit made outside between two changes of ours', () => {
    const store = open();
    store.change(() => ({ n: 1 }));
    writeFileSync(file, '{"n": 1, "added": true}');
    store.change((value) => ({ ...value, n: 2 }));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ n: 2, added: true });
  });

  it('G09 writes whole, leaves no temporary file, keeps the newest five dated backups', () => {
    const store = open();
    for (let n = 1; n <= 8; n++) store.change(() => ({ n }));
    expect(readdirSync(dir).sort()).toEqual(['backups', 'settings.json']);
    const kept = readdirSync(path.join(dir, 'backups')).sort();
    expect(kept.length).toBeLessThanOrEqual(5);
    expect(JSON.parse(readFileSync(path.join(dir, 'backups', kept.at(-1) ?? ''), 'utf8'))).toEqual({ n: 7 });
  });

  it.skipIf(process.platform === 'win32')('keeps mode and link; a new file is private', () => {
    open().change(() => ({ n: 1 }));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const real = path.join(dir, 'dotfiles.json');
    writeFileSync(real, '{"n": 1}');
    chmodSync(real, 0o644);
    rmSync(file);
    symlinkSync(real, file);
    open().change(() => ({ n: 2 }));
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, 'utf8'))).toEqual({ n: 2 });
    expect(statSync(real).mode & 0o777).toBe(0o644);
  });
});
