/**
 * Mutated messages into real sessions, or connections opened and closed again and again.
 *
 *   npm run fuzz -- [--count N] [--seed N] [--era legacy|modern] [--json FILE]
 *   npm run fuzz -- --soak [--count N]
 *
 * A failure prints the seed and the messages, and leaves them whole in `test-results/fuzz-<seed>.jsonl`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FuzzFailure, fuzz } from '../e2e/fuzz/run.ts';
import { PROJECT_ROOT } from './lib/project.ts';
import { main, Trouble } from './lib/trouble.ts';

const HEAP_LIMIT_MB = 10;

await main(async () => {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: {
      count: { type: 'string' },
      seed: { type: 'string' },
      era: { type: 'string' },
      json: { type: 'string' },
      soak: { type: 'boolean', default: false },
    },
  });
  const seed = number(values.seed, Date.now() % 1_000_000_000);
  const { era } = values;
  if (era !== undefined && era !== 'legacy' && era !== 'modern') {
    throw new Trouble(`There is no era "${era}".`, 'Choose legacy or modern.');
  }
  try {
    const result = await fuzz({
      count: number(values.count, 100_000),
      seed,
      say: (line) => console.log(line),
      ...(era ? { eras: [era] } : {}),
    });
    console.log(JSON.stringify({ seed, ...result }));
    if (values.json !== undefined) fs.writeFileSync(values.json, JSON.stringify({ seed, ...result }));
    if (result.heapGrowthMb < HEAP_LIMIT_MB) return 0;
    console.log(`seed ${seed}: the heap grew by ${result.heapGrowthMb} MB`);
  } catch (error) {
    if (!(error instanceof FuzzFailure)) throw error;
    console.log(`seed ${seed}: ${error.message}`);
    for (const line of error.guilty)
      console.log(line.length > 500 ? `${line.slice(0, 500)} … (${line.length})` : line);
    const file = path.join(PROJECT_ROOT, 'test-results', `fuzz-${seed}.jsonl`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, error.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    console.log(`All of them: ${file}`);
  }
  // What a broken session leaves behind must not hold the process.
  process.exit(1);
});

function number(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Trouble(`"${text}" is not a number.`, 'Give a whole one.');
  return value;
}
