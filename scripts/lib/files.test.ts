import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isStale } from './build.ts';
import { executableFor } from './electron-runtime.ts';
import { withLock } from './lock.ts';
import { digest, mustMatch } from './verify.ts';

let temp = '';
beforeEach(() => {
  temp = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-scripts-'));
});
afterEach(() => fs.rmSync(temp, { recursive: true, force: true }));

function write(name: string, text = '', mtime?: number): string {
  const file = path.join(temp, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  if (mtime) fs.utimesSync(file, mtime, mtime);
  return file;
}

describe('downloads', () => {
  it('pass only when they are exactly the pinned file', async () => {
    const file = write('a', 'hello');
    const pinned = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
    await expect(mustMatch(file, 'sha256', pinned, 'The file')).resolves.toBeUndefined();
    fs.appendFileSync(file, '!');
    await expect(mustMatch(file, 'sha256', pinned, 'The file')).rejects.toThrow(/^The file is not the file/);
  });

  it('are compared with npm integrities in npm spelling', async () => {
    expect(await digest(write('a', ''), 'sha512')).toMatch(/^sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXc/);
  });
});

describe('the lock', () => {
  it('lets one in at a time and is gone afterwards', async () => {
    const file = path.join(temp, 'lock');
    const log: string[] = [];
    const job = (name: string) =>
      withLock(file, async () => {
        log.push(`${name} in`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${name} out`);
      });
    await Promise.all([job('a'), job('b')]);
    expect(log).toEqual(['a in', 'a out', 'b in', 'b out']);
    expect(fs.existsSync(file)).toBe(false);
  });

  it('is taken over from a holder that died, and given back after a failure', async () => {
    const file = write('lock', '', Date.now() / 1000 - 60);
    await expect(withLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(fs.existsSync(file)).toBe(false);
  });
});

describe('the runtime folder of a checkout', () => {
  it('shares the files with the cache, and loads this checkout only', () => {
    write('cache/electron', 'program');
    write('cache/resources/icon', '');
    const project = path.join(temp, 'project');
    const executable = executableFor({ kind: 'stand-in', folder: path.join(temp, 'cache') }, project);
    expect(fs.statSync(executable).ino).toBe(fs.statSync(path.join(temp, 'cache/electron')).ino);
    const app = path.join(path.dirname(executable), 'resources', 'app');
    expect(fs.realpathSync(app)).toBe(fs.realpathSync(project));
    expect(fs.existsSync(path.join(temp, 'cache/resources/app'))).toBe(false);

    const moved = path.join(temp, 'moved');
    fs.renameSync(project, moved);
    expect(fs.realpathSync(path.join(moved, '.runtime/electron/resources/app'))).toBe(fs.realpathSync(moved));
  });

  it('is laid anew when the runtime in the cache changes', () => {
    write('cache/electron', 'one');
    write('cache/resources/x');
    const runtime = { kind: 'stand-in', folder: path.join(temp, 'cache') } as const;
    executableFor(runtime, temp);
    fs.rmSync(path.join(temp, 'cache/electron'));
    write('cache/electron', 'another');
    expect(fs.readFileSync(executableFor(runtime, temp), 'utf8')).toBe('another');
  });
});

describe('the build', () => {
  const outputs = [
    'out/main/index.js',
    'out/main/headless.js',
    'out/preload/index.cjs',
    'out/renderer/index.html',
  ];

  it('is stale when an output is missing or older than a source; tests are no sources', () => {
    write('src/main/index.ts', '', 1_000);
    expect(isStale(temp)).toBe(true);
    for (const file of outputs) write(file, '', 2_000);
    expect(isStale(temp)).toBe(false);
    write('src/main/index.test.ts', '', 3_000);
    expect(isStale(temp)).toBe(false);
    write('src/renderer/app.tsx', '', 3_000);
    expect(isStale(temp)).toBe(true);
  });
});
