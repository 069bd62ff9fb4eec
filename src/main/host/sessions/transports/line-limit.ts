const PER_SECOND = 2000;

/**
 * Passes lines on, at most 2,000 in a second; of a flood the rest is counted and told in one line. What floods the log
 * must not take the time of everything else.
 */
export function limitLines(
  onLine: (line: string) => void,
  now: () => number = Date.now,
): (line: string) => void {
  let second = 0;
  let passed = 0;
  let dropped = 0;
  return (line) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      if (dropped > 0) onLine(`(${dropped} lines were left out)`);
      second = current;
      passed = 0;
      dropped = 0;
    }
    if (passed < PER_SECOND) {
      passed += 1;
      onLine(line);
    } else {
      dropped += 1;
    }
  };
}
