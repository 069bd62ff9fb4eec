import fs from 'node:fs';
import path from 'node:path';

/** How one scenario went. `problems` are the suite's own sentences; empty means that it passed. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly checks: number;
  readonly problems: readonly string[];
}

/** What the suite puts behind the name of a scenario. */
const STAMP = /^\d{4}-\d\d-\d\dT/;

interface Check {
  readonly name?: string;
  readonly status?: string;
  readonly description?: string;
  readonly errorMessage?: string;
}

/**
 * Reads what the suite wrote for one scenario. A warning counts like a failure, as it does for the suite, and so does a
 * client that never came to its end.
 */
export function readScenario(scenario: string, checks: readonly Check[], output: string): ScenarioResult {
  const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const problems = bad.map(
    ({ name, description, errorMessage }) => `${name ?? 'check'}: ${errorMessage ?? description ?? 'failed'}`,
  );
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  if (!/^finished: /m.test(output)) problems.push('The client did not come to its end.');
  else if (passed === 0 && problems.length === 0) problems.push('Nothing was checked.');
  return { scenario, checks: passed + bad.length, problems };
}

/** The results of `scenarios` under the suite's output folder; one that left nothing behind failed. */
export function readResults(folder: string, scenarios: readonly string[]): ScenarioResult[] {
  return scenarios.map((scenario) => {
    try {
      const under = path.join(folder, path.dirname(scenario));
      const base = `${path.basename(scenario)}-`;
      const isIts = (name: string) => name.startsWith(base) && STAMP.test(name.slice(base.length));
      const name = fs.readdirSync(under).find(isIts) ?? '';
      const read = (file: string) => fs.readFileSync(path.join(under, name, file), 'utf8');
      return readScenario(scenario, JSON.parse(read('checks.json')) as Check[], read('stdout.txt'));
    } catch {
      return { scenario, checks: 0, problems: ['The suite left no result.'] };
    }
  });
}
