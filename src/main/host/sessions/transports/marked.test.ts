import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { marked } from './marked.ts';

let proc: string;
beforeEach(() => {
  proc = mkdtempSync(path.join(tmpdir(), 'gh-proc-'));
});
afterEach(() => rmSync(proc, { recursive: true, force: true }));

const add = (pid: number, environment: string, state = 'S') => {
  const folder = path.join(proc, String(pid));
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'stat'), `${pid} (x) ${state} 1 ${pid} ${'0 '.repeat(16)}99 0`);
  writeFileSync(path.join(folder, 'environ'), environment);
};
const found = (...runs: string[]) => marked(new Set(runs), proc).map(({ pid }) => pid);

it.runIf(process.platform !== 'win32')('D25 finds who carries the marker of a start, and nobody else', () => {
  add(10, 'GATEHOUSE_SERVER_RUN=aa\0PATH=/bin\0');
  add(11, 'PATH=/bin\0GATEHOUSE_SERVER_RUN=aa');
  add(12, 'PATH=/bin\0GATEHOUSE_SERVER_RUN=bb\0');
  add(13, 'GATEHOUSE_SERVER_RUN=aaa\0');
  add(14, 'X=GATEHOUSE_SERVER_RUN=aa\0');
  add(15, 'MY_GATEHOUSE_SERVER_RUN=aa\0');
  add(16, '');
  add(17, 'GATEHOUSE_SERVER_RUN=aa\0', 'Z');
  add(1, 'GATEHOUSE_SERVER_RUN=aa\0');
  add(process.pid, 'GATEHOUSE_SERVER_RUN=aa\0');
  mkdirSync(path.join(proc, '18'));
  expect(found('aa')).toEqual([10, 11]);
  expect(found('aa', 'bb')).toEqual([10, 11, 12]);
  expect(found('')).toEqual([]);
  expect(found()).toEqual([]);
});

it.runIf(process.platform !== 'win32')('leaves what can have a window to the person', () => {
  add(20, 'GATEHOUSE_SERVER_RUN=aa\0');
  add(21, 'GATEHOUSE_SERVER_RUN=aa\0');
  writeFileSync(
    path.join(proc, '20', 'maps'),
    '7f00-7f01 r-xp 0 08:01 1 /usr/lib/x86_64-linux-gnu/libc.so.6\n',
  );
  writeFileSync(
    path.join(proc, '21', 'maps'),
    '7f00-7f01 r-xp 0 08:01 1 /usr/lib/x86_64-linux-gnu/libxcb.so.1.1.0\n',
  );
  expect(found('aa')).toEqual([20]);
});

it('finds nobody where it cannot look', () => {
  expect(marked(new Set(['aa']), path.join(proc, 'missing'))).toEqual([]);
});
