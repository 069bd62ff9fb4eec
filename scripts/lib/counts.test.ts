import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, judge, summary } from './counts.ts';

describe('counts', () => {
  it('reads a vitest report, a file that broke before its tests included', () => {
    const report = {
      numPassedTests: 7,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
        { status: 'failed', assertionResults: [{ status: 'failed' }] },
        { status: 'failed', assertionResults: [] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 7, failed: 2, skipped: 3 });
  });

  it('reads a playwright report: a second try is told, an error outside the tests is a failure', () => {
    expect(
      countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 4 }, errors: [] }),
    ).toEqual({
      passed: 4,
      failed: 1,
      skipped: 4,
      secondTry: 1,
    });
    expect(countPlaywright({ stats: { expected: 0 }, errors: [{ message: 'no such file' }] }).failed).toBe(1);
  });

  it.each([
    ['wrote no report', 0, undefined, 1],
    ['failed although no test did', 1, { passed: 5, failed: 0, skipped: 0 }, 1],
    ['ran nothing', 0, { passed: 0, failed: 0, skipped: 9 }, 1],
    ['passed', 0, { passed: 5, failed: 0, skipped: 1 }, 0],
    ['failed two tests', 1, { passed: 5, failed: 2, skipped: 0 }, 2],
  ])('a step that %s', (_name, exit, counts, failed) => {
    expect(judge(exit, counts).failed).toBe(failed);
  });

  it('closes with the sums on a line of their own', () => {
    const lines = summary([
      { name: 'unit', seconds: 1.26, passed: 10, failed: 0, skipped: 1 },
      { name: 'e2e', seconds: 0, passed: 0, failed: 1, skipped: 0, note: 'not run, the build failed' },
    ]);
    expect(lines.at(-1)).toBe('10 passed, 1 failed');
    expect(lines[0]).toContain('✓ unit');
    expect(lines[1]).toMatch(/✗ e2e .*not run, the build failed/);
  });
});
