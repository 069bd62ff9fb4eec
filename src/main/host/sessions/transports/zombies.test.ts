import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onlyZombies } from './zombies.ts';

let proc: string;
beforeEach(() => {
  proc = mkdtempSync(path.join(tmpdir(), 'gh-proc-'));
  mkdirSync(path.join(proc, 'sys'));
});
afterEach(() => rmSync(proc, { recursive: true, force: true }));

const add = (pid: number, stat: string) => {
  mkdirSync(path.join(proc, String(pid)));
  writeFileSync(path.join(proc, String(pid), 'stat'), stat);
};

it('sees a group whose members have all ended', () => {
  add(10, '10 (sh) Z 1 7 7 0 -1');
  add(11, '11 (a) R 1 (b) Z 1 7 7 0 -1');
  add(12, '12 (node) S 1 8 8 0 -1');
  expect(onlyZombies(7, proc)).toBe(true);
});

it('sees that somebody is left', () => {
  add(10, '10 (sh) Z 1 7 7 0 -1');
  add(11, '11 (node) S 10 7 7 0 -1');
  expect(onlyZombies(7, proc)).toBe(false);
});

it('claims nothing where it sees nobody, or cannot look', () => {
  add(12, '12 (node) S 1 8 8 0 -1');
  mkdirSync(path.join(proc, '13'));
  expect(onlyZombies(7, proc)).toBe(false);
  expect(onlyZombies(7, path.join(proc, 'missing'))).toBe(false);
});
