import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
/** The same messages each time; `npm run fuzz` takes others. */
const SEED = 2026_07_28;

/** In a process of its own, so that the heap is measured without the test runner, and a crash is seen as one. */
const fuzz = async (...args: string[]): Promise<{ code: number; output: string }> => {
  const run = promisify(execFile)(process.execPath, [path.join('scripts', 'fuzz.ts'), ...args], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code: code ?? -1, output: `${stdout}${stderr}` }),
  );
};

describe('F37 10,000 mutated messages', () => {
  it('crash nothing, are answered once each on a legacy session and never on a modern one, and leave nothing', async () => {
    const { code, output } = await fuzz('--count', '10000', '--seed', String(SEED));
    expect(code, output.slice(0, 20_000)).toBe(0);
    const result = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
    expect(result).toMatchObject({ messages: 10_000, seed: SEED });
    expect(result.heapGrowthMb).toBeLessThan(10);
    // Not all was turned away at the door: every way for a reverse call to end was taken.
    for (const outcome of ['accepted', 'declined', 'denied', 'refused', 'withdrawn', 'failed']) {
      expect(result.outcomes).toHaveProperty(outcome);
    }
  }, 180_000);
});
