import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeEach, expect, it } from 'vitest';
import { scratch } from '../testing/scratch.ts';
import { openJournal } from './open.ts';

let file: string;
beforeEach(() => {
  file = path.join(scratch('bursts'), 'journal.db');
});

const answer = (text: string) => ({ type: 'answer' as const, text });

it('two that write into one file at once lose nothing', () => {
  const [one, two] = [openJournal(file).journal, openJournal(file).journal];
  for (let i = 0; i < 50; i++) {
    for (let n = 0; n < 3; n++) one.write(answer(`one ${i} ${n}`));
    for (let n = 0; n < 3; n++) two.write(answer(`two ${i} ${n}`));
  }
  one.close();
  const texts = two.page({ limit: 1000 }).entries.map(({ text }) => text);
  two.close();
  expect(new Set(texts).size).toBe(300);
});

it('another process reads what was just written, and sees the app write on', () => {
  const { journal } = openJournal(file);
  const other = new DatabaseSync(file);
  const count = other.prepare('SELECT count(*) AS n FROM entry');
  for (let i = 1; i <= 250; i++) {
    journal.write(answer(String(i)));
    expect(count.get()).toEqual({ n: i });
  }
  other.close();
  journal.close();
});

it('a lock that others hold for a moment is waited for, in the middle of a burst too', async () => {
  const { journal } = openJournal(file);
  const other = await locker(300);
  for (let i = 0; i < 5; i++) journal.write(answer(String(i)));
  other.lock();
  journal.write(answer('waited'));
  expect(journal.page({ limit: 1 }).entries[0]?.text).toBe('waited');
  await other.gone;
  journal.close();
});

/** Another thread, which takes the write lock when told to and lets go of it after a while. */
async function locker(ms: number): Promise<{ lock: () => void; gone: Promise<unknown> }> {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { DatabaseSync } = require(workerData.sqlite);
    const db = new DatabaseSync(workerData.file);
    parentPort.postMessage('ready');
    Atomics.wait(workerData.state, 0, 0);
    db.exec('BEGIN IMMEDIATE');
    Atomics.store(workerData.state, 0, 2);
    Atomics.notify(workerData.state, 0);
    setTimeout(() => { db.exec('COMMIT'); db.close(); }, workerData.ms);`;
  const sqlite = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  const state = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(source, { eval: true, workerData: { sqlite, file, ms, state } });
  await once(worker, 'message');
  return {
    lock: () => {
      Atomics.store(state, 0, 1);
      Atomics.notify(state, 0);
      Atomics.wait(state, 0, 1);
    },
    gone: once(worker, 'exit'),
  };
}
