/** How many tests of a step passed, failed and were skipped. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Of the passed, those that needed a second try. */
  secondTry?: number;
}

/** A step of the test run as it stands in the table. */
export interface Step extends Counts {
  name: string;
  seconds: number;
  /** Why nothing was run, or what the counts do not say. */
  note?: string;
}

/** A step without tests of its own (types, lint, build) counts as one. */
export function countOne(ok: boolean): Counts {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** Reads Vitest's json report. A file that failed before its tests existed counts as one failure. */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report as {
    numPassedTests?: number;
    numFailedTests?: number;
    numPendingTests?: number;
    numTodoTests?: number;
    testResults?: { status: string; assertionResults: { status: string }[] }[];
  };
  const broken = (testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: numPassedTests ?? 0,
    failed: (numFailedTests ?? 0) + broken.length,
    skipped: (numPendingTests ?? 0) + (numTodoTests ?? 0),
  };
}

/**
 * Reads Playwright's json report. A test that passed at its second try (CI alone tries twice) is told as such; an error
 * outside any test counts as one failure.
 */
export function countPlaywright(report: unknown): Counts {
  const { stats, errors } = report as {
    stats?: { expected?: number; unexpected?: number; flaky?: number; skipped?: number };
    errors?: unknown[];
  };
  const failed = stats?.unexpected ?? 0;
  const flaky = stats?.flaky ?? 0;
  return {
    passed: (stats?.expected ?? 0) + flaky,
    failed: failed === 0 ? (errors?.length ?? 0) : failed,
    skipped: stats?.skipped ?? 0,
    ...(flaky > 0 ? { secondTry: flaky } : {}),
  };
}

/**
 * What a step counts as, given its exit code and its report (undefined when it wrote none). A step that failed
 * never counts as all passed, and a step that ran nothing never counts as a success.
 */
export function judge(exit: number, counts: Counts | undefined): Counts {
  if (!counts) return countOne(false);
  const nothingRan = counts.passed + counts.failed === 0;
  if ((exit !== 0 && counts.failed === 0) || nothingRan) return { ...counts, failed: counts.failed + 1 };
  return counts;
}

/** The table and the closing line. */
export function summary(steps: readonly Step[]): string[] {
  const width = Math.max(...steps.map((step) => step.name.length));
  const rows = steps.map((step) => {
    const skipped = step.skipped > 0 ? `, ${step.skipped} skipped` : '';
    const again = step.secondTry ? `, ${step.secondTry} of them at the second try` : '';
    const note = step.note ? `  (${step.note})` : '';
    const counts = `${String(step.passed).padStart(5)} passed, ${String(step.failed).padStart(3)} failed${skipped}${again}`;
    return `${step.failed > 0 ? '✗' : '✓'} ${step.name.padEnd(width)} ${step.seconds.toFixed(1).padStart(7)} s ${counts}${note}`;
  });
  const sum = (key: 'passed' | 'failed') => steps.reduce((total, step) => total + step[key], 0);
  return [...rows, `${sum('passed')} passed, ${sum('failed')} failed`];
}
