import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveAppFile } from './app-files.ts';

let root = '';
let folder = '';

beforeAll(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'app-files-')));
  folder = path.join(root, 'renderer');
  fs.mkdirSync(path.join(folder, 'assets'), { recursive: true });
  fs.mkdirSync(path.join(folder, 'folder.js'));
  fs.mkdirSync(path.join(root, 'renderer-evil'));
  for (const file of [
    'renderer/index.html',
    'renderer/assets/index-Ab_1-9.js',
    'renderer/assets/a.css',
    'renderer/notes.txt',
    'renderer/index.js.map',
    'renderer/.env.js',
    'secret.js',
    'renderer-evil/x.js',
  ]) {
    fs.writeFileSync(path.join(root, file), file);
  }
  fs.symlinkSync(path.join(root, 'secret.js'), path.join(folder, 'link.js'));
  fs.symlinkSync(path.join(root, 'renderer-evil'), path.join(folder, 'linked'));
  fs.symlinkSync(path.join(folder, 'assets'), path.join(folder, 'inside'));
});
afterAll(() => fs.rmSync(root, { recursive: true }));

const get = (url: string) => resolveAppFile(folder, { method: 'GET', url });

describe('what is served', () => {
  test.each([
    ['app://gatehouse/', 'index.html', 'text/html; charset=utf-8'],
    ['app://gatehouse/#/inbox', 'index.html', 'text/html; charset=utf-8'],
    ['app://gatehouse/index.html', 'index.html', 'text/html; charset=utf-8'],
    ['app://gatehouse/?reload', 'index.html', 'text/html; charset=utf-8'],
    ['app://gatehouse/assets/index-Ab_1-9.js', 'assets/index-Ab_1-9.js', 'text/javascript; charset=utf-8'],
    ['app://gatehouse/assets/a.css?v=1', 'assets/a.css', 'text/css; charset=utf-8'],
    ['app://gatehouse/inside/a.css', 'assets/a.css', 'text/css; charset=utf-8'],
  ])('%s', async (url, file, mime) => {
    expect(await get(url)).toEqual({ status: 200, file: path.join(folder, file), mime });
  });
});

describe('what is not', () => {
  test.each([
    // Out of the folder, in every spelling.
    'app://gatehouse/../secret.js',
    'app://gatehouse/assets/../../secret.js',
    'app://gatehouse/./index.html',
    'app://gatehouse//index.html',
    'app://gatehouse/%2e%2e/secret.js',
    'app://gatehouse/%2E%2E%2Fsecret.js',
    'app://gatehouse/..%2fsecret.js',
    'app://gatehouse/%252e%252e/secret.js',
    'app://gatehouse/%c0%ae%c0%ae/secret.js',
    'app://gatehouse/..\\secret.js',
    'app://gatehouse/..%5csecret.js',
    'app://gatehouse/assets\\..\\..\\secret.js',
    'app://gatehouse/../renderer-evil/x.js',
    'app://gatehouse//etc/passwd',
    'app://gatehouse/C:/Windows/win.ini',
    'app://gatehouse/C:%5CWindows%5Cwin.ini',
    'app://gatehouse/\\\\server\\share\\x.js',
    'app://gatehouse/file:///etc/passwd',
    // NUL, streams, trailing dots and spaces.
    'app://gatehouse/index.html\0.js',
    'app://gatehouse/index.html%00.js',
    'app://gatehouse/index.html::$DATA',
    'app://gatehouse/index.html.',
    'app://gatehouse/index.html%20',
    // Links that lead out.
    'app://gatehouse/link.js',
    'app://gatehouse/linked/x.js',
    // Not a file of the window.
    'app://gatehouse/notes.txt',
    'app://gatehouse/index.js.map',
    'app://gatehouse/.env.js',
    'app://gatehouse/folder.js',
    'app://gatehouse/assets/',
    'app://gatehouse/assets',
    'app://gatehouse/gone.js',
    // Another place.
    'app://gatehouse',
    'app://other/index.html',
    'app://gatehouse.evil/index.html',
    'app://gatehouse@evil/index.html',
    'app://user@gatehouse/index.html',
    'app://gatehouse:80/index.html',
    'APP://gatehouse/index.html',
    'http://gatehouse/index.html',
    'file:///index.html',
    '',
    `app://gatehouse/${'a/'.repeat(20_000)}x.js`,
  ])('%j', async (url) => {
    expect(await get(url)).toEqual({ status: 404 });
  });

  test.each(['POST', 'PUT', 'HEAD', 'OPTIONS', 'get', ''])('method %j', async (method) => {
    expect(await resolveAppFile(folder, { method, url: 'app://gatehouse/index.html' })).toEqual({
      status: 405,
    });
  });
});
