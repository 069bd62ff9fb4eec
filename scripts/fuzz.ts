/**
 * Mutated messages into real sessions, or connections opened and closed again and again.
 *
 *   npm run fuzz -- [--count N] [--seed N] [--era legacy|modern] [--wire stdio|http] [--json FILE]
 *   npm run fuzz -- --soak [--count N]
 *
 * A failure prints the seed and the messages, and leaves them whole in `test-results/fuzz-<seed>.jsonl`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FuzzFailure, fuzz } from '../e2e/fuzz/run.ts';
import { soak } from '../e2e/fuzz/soak.ts';
import { PROJECT_ROOT } from './lib/project.ts';
import { main, Trouble } from './lib/trouble.ts';

const HEAP_LIMIT_MB = 10;

const SOAK_HEAP_LIMIT_MB = 5;

await main(async () => {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: {
      count: { type: 'string' },
      seed: { type: 'string' },
      era: { type: 'string' },
      wire: { type: 'string' },
      json: { type: 'string' },
      soak: { type: 'boolean', default: false },
    },
  });
  if (values.soak) return runSoak(number(values.count, 1000), values.json);
  const seed = number(values.seed, Date.now() % 1_000_000_000);
  const era = oneOf('era', ['legacy', 'modern'] as const, values.era);
  const wire = oneOf('wire', ['stdio', 'http'] as const, values.wire);
  try {
    const result = await fuzz({
      count: number(values.count, 100_000),
      seed,
      say: (line) => console.log(line),
      ...(era ? { eras: [era] } : {}),
      ...(wire ? { wires: [wire] } : {}),
    });
    report({ seed, ...result }, values.json);
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

async function runSoak(cycles: number, json: string | undefined): Promise<number> {
  const result = await soak({ cycles, say: (line) => console.log(line) });
  report(result, json);
  const { heapGrowthMb, descriptors = 0, processes = 0 } = result;
  return heapGrowthMb < SOAK_HEAP_LIMIT_MB && descriptors <= 0 && processes === 0 ? 0 : 1;
}

function report(result: unknown, json: string | undefined): void {
  const text = JSON.stringify(result);
  console.log(text);
  if (json !== undefined) fs.writeFileSync(json, text);
}

function oneOf<T extends string>(what: string, from: readonly T[], text: string | undefined): T | undefined {
  const found = from.find((one) => one === text);
  if (text !== undefined && found === undefined) {
    throw new Trouble(`There is no ${what} "${text}".`, `Choose ${from.join(' or ')}.`);
  }
  return found;
}

function number(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Trouble(`"${text}" is not a number.`, 'Give a whole one.');
  return value;
}
