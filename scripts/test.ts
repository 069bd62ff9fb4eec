/**
 * The whole check: sets everything up, then types, lint, unit, build, integration, conformance, e2e and the packed app.
 * Every step runs whatever the others did; the last line is `N passed, N failed`.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
  type Counts,
  countOne,
  countPlaywright,
  countVitest,
  judge,
  type Step,
  summary,
} from './lib/counts.ts';
import { PROJECT_ROOT } from './lib/project.ts';
import { show } from './lib/run.ts';
import { main } from './lib/trouble.ts';

const modules = path.join(PROJECT_ROOT, 'node_modules');
const results = path.join(PROJECT_ROOT, 'test-results');
const report = (name: string) => path.join(results, `${name}.json`);

/** Headless promises Node 20, so its tests start it under the Node that the person has, not under ours. */
const env = { ...process.env, GATEHOUSE_NODE: process.env.npm_node_execpath ?? process.execPath };

/** Biome colours its output even where nobody can see colours. */
const plain = process.stdout.isTTY ? [] : ['--colors=off'];

const steps: Step[] = [];

async function step(
  name: string,
  args: readonly string[],
  count?: (report: unknown) => Counts,
): Promise<boolean> {
  console.log(`\n── ${name}`);
  const started = Date.now();
  fs.rmSync(report(name), { force: true });
  const exit = await show(process.execPath, args, { cwd: PROJECT_ROOT, env });
  const counts = count ? judge(exit, readReport(name, count)) : countOne(exit === 0);
  steps.push({ name, seconds: (Date.now() - started) / 1000, ...counts });
  return counts.failed === 0;
}

function readReport(name: string, count: (report: unknown) => Counts): Counts | undefined {
  try {
    return count(JSON.parse(fs.readFileSync(report(name), 'utf8')));
  } catch {
    return undefined;
  }
}

function vitest(project: string): string[] {
  return [
    path.join(modules, 'vitest', 'vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report(project)}`,
  ];
}

await main(async () => {
  fs.mkdirSync(results, { recursive: true });
  await step('set-up', ['scripts/setup.ts', '--keep']);
  await step('types', ['scripts/types.ts']);
  await step('lint', [path.join(modules, '@biomejs', 'biome', 'bin', 'biome'), 'ci', '.', ...plain]);
  await step('unit', vitest('unit'), countVitest);
  const built = await step('build', [
    path.join(modules, 'electron-vite', 'bin', 'electron-vite.js'),
    'build',
  ]);
  await step('integration', vitest('integration'), countVitest);
  const suite = ['scripts/conformance.ts', '--json', report('conformance')];
  await step('conformance', suite, (counted) => counted as Counts);
  if (built) {
    await step('e2e', ['scripts/e2e.ts', '--no-build'], countPlaywright);
    await step('package', ['scripts/package.ts', '--test-flavour'], countPlaywright);
  } else {
    for (const name of ['e2e', 'package']) {
      steps.push({ name, seconds: 0, ...countOne(false), note: 'not run, the build failed' });
    }
  }
  console.log('');
  for (const line of summary(steps)) console.log(line);
  return steps.some((one) => one.failed > 0) ? 1 : 0;
});
