import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { scratch } from '../testing/scratch.ts';
import { openJournal } from './open.ts';

it('a log that was large once is not taken in after every answer', async () => {
  const file = path.join(scratch('checkpoints'), 'journal.db');
  const { journal } = openJournal(file);
  const detail = 'x'.repeat(200_000);
  for (let i = 0; i < 250; i++) journal.write({ type: 'answer', text: 'big', detail });
  await sleep(300);
  const before = statSync(file).mtimeMs;
  for (let i = 0; i < 3; i++) {
    journal.write({ type: 'answer', text: 'small' });
    await sleep(200);
  }
  expect(statSync(file).mtimeMs).toBe(before);
  journal.close();
});
