import { once } from 'node:events';
import { copyFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeEach, expect, it, vi } from 'vitest';
import { scratch } from '../testing/scratch.ts';
import { openJournal } from './open.ts';

let file: string;
beforeEach(() => {
  file = path.join(scratch('checkpoints'), 'journal.db');
});

const answer = (text: string) => ({ type: 'answer' as const, text });
const LOG_MB = 32;
const mb = (name: string) => statSync(name).size / (1024 * 1024);

/** All that was written is in the database itself. */
const quiet = () =>
  vi.waitFor(
    () => {
      const copy = `${file}.copy`;
      copyFileSync(file, copy);
      const db = new DatabaseSync(copy, { readOnly: true });
      const there = db.prepare('SELECT max(seq) AS n FROM entry').get();
      db.close();
      const all = new DatabaseSync(file, { readOnly: true });
      const wanted = all.prepare('SELECT max(seq) AS n FROM entry').get();
      all.close();
      expect(there).toEqual(wanted);
    },
    { timeout: 5000, interval: 100 },
  );

it('the log is taken in while it is written without a pause', async () => {
  const { journal } = openJournal(file);
  const detail = 'x'.repeat(200_000);
  for (let i = 0; i < 900; i++) journal.write({ ...answer('big'), detail });
  // As much as one burst can be over the limit.
  expect(mb(`${file}-wal`)).toBeLessThan(LOG_MB + 50);
  expect(mb(file)).toBeGreaterThan(100);
  for (let i = 0; i < 600; i++) journal.write(answer('small'));
  await quiet();
  journal.write(answer('the next'));
  expect(mb(`${file}-wal`)).toBeLessThan(5);
  journal.close();
});

it('the log of two that write at the same time does not grow without end', async () => {
  const source = `
    const { workerData, parentPort } = require('node:worker_threads');
    import(workerData.open).then(async ({ openJournal }) => {
      const { journal } = openJournal(workerData.file);
      const detail = 'x'.repeat(50_000);
      parentPort.postMessage('writes');
      for (let i = 0; i < 1500; i += 1) {
        journal.write({ type: 'answer', text: 'theirs', detail });
        if (i % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      journal.close();
    });`;
  const open = path.join(import.meta.dirname, 'open.ts');
  const { journal } = openJournal(file);
  const other = new Worker(source, { eval: true, workerData: { open, file } });
  let gone = false;
  other.once('exit', () => {
    gone = true;
  });
  await once(other, 'message');
  const detail = 'x'.repeat(50_000);
  let most = 0;
  while (!gone) {
    for (let i = 0; i < 5; i++) journal.write({ ...answer('ours'), detail });
    most = Math.max(most, mb(`${file}-wal`));
    await sleep(1);
  }
  expect(most).toBeGreaterThan(LOG_MB / 2);
  expect(most).toBeLessThan(2 * LOG_MB);
  journal.close();
});

it('the log is taken in when it is quiet', async () => {
  const { journal } = openJournal(file);
  for (let i = 0; i < 600; i++) journal.write(answer('x'.repeat(1000)));
  expect(mb(file)).toBeLessThan(0.1);
  await quiet();
  journal.close();
});

it('a log that was large once is not taken in after every answer', async () => {
  const { journal } = openJournal(file);
  const detail = 'x'.repeat(200_000);
  for (let i = 0; i < 250; i++) journal.write({ ...answer('big'), detail });
  await sleep(300);
  const before = statSync(file).mtimeMs;
  for (let i = 0; i < 3; i++) {
    journal.write(answer('small'));
    await sleep(200);
  }
  expect(statSync(file).mtimeMs).toBe(before);
  journal.close();
});
