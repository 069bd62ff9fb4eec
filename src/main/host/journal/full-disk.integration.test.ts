import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratch } from '../testing/scratch.ts';

/** Takes as many numbers as it is told, on a disk that soon takes no more. */
const TAKER = `
  const { openJournal } = await import(process.argv[1]);
  const { journal } = openJournal(process.argv[2]);
  const given = [];
  let refused = 0;
  for (let i = 0; i < 3000; i++) {
    try { given.push(journal.nextId('reverse')); } catch { refused += 1; }
  }
  console.log(JSON.stringify({ given: given.length, distinct: new Set(given).size, refused }));
  process.exit();`;

it.runIf(process.platform !== 'win32')('a disk that takes no more gives no number twice', () => {
  const open = path.join(import.meta.dirname, 'open.ts');
  const file = path.join(scratch('full'), 'journal.db');
  // Blocks of 512 bytes or 1 KB: no file may become larger.
  const out = execFileSync(
    'sh',
    [
      '-c',
      'ulimit -f 300; exec "$@"',
      'sh',
      process.execPath,
      '--input-type=module',
      '-e',
      TAKER,
      open,
      file,
    ],
    { encoding: 'utf8' },
  );
  expect(JSON.parse(out)).toEqual({ given: 3000, distinct: 3000, refused: 0 });
});
