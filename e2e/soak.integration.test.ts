import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
/** `npm run fuzz -- --soak` runs 1,000; so does this with the variable. */
const CYCLES = Number(process.env.GATEHOUSE_SOAK_CYCLES ?? 200);

it(`D25 ${CYCLES} times connected, called and closed: no memory, descriptor or process stays`, async () => {
  const script = path.join('scripts', 'fuzz.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, '--soak', '--count', String(CYCLES)],
    { cwd: ROOT },
  ).catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
  });
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, number>;
  expect(result.cycles).toBe(CYCLES);
  expect(result.heapGrowthMb).toBeLessThan(5);
  expect(result.descriptors ?? 0).toBeLessThanOrEqual(0);
  expect(result.processes ?? 0).toBe(0);
}, 900_000);
