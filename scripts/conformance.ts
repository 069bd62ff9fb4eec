/**
 * Runs the MCP conformance suite against the host: every client scenario that a revision of the specification requires.
 *
 *   npm run conformance -- [--json FILE] [2025-11-25] [2026-07-28]
 *
 * The suite starts a client for each scenario, all at once. Ours only hands its job to this process, where the host is
 * loaded once. The last line is `N passed, N failed`; nothing is listed as an expected failure.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { jobOf, runScenario } from '../e2e/conformance/scenario.ts';
import { readResults, type ScenarioResult } from './lib/conformance-results.ts';
import { PROJECT_ROOT } from './lib/project.ts';
import { main, say, Trouble } from './lib/trouble.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'];
/** For one scenario; the suite's own limit lies above it, so that a client that takes too long still says so. */
const SCENARIO_MS = 60_000;
const SUITE_MS = 70_000;
/** For a whole revision: all its scenarios run at the same time. */
const REVISION_MS = 150_000;

const suite = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
);
const results = path.join(PROJECT_ROOT, 'test-results', 'conformance');

await main(async () => {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { json: { type: 'string' } },
  });
  const odd = positionals.find((word) => !REVISIONS.includes(word));
  if (odd !== undefined)
    throw new Trouble(`There are no requirements for "${odd}".`, `Choose from: ${REVISIONS.join(', ')}.`);
  fs.rmSync(results, { recursive: true, force: true });
  const desk = await openDesk();
  let passed = 0;
  let failed = 0;
  try {
    for (const revision of positionals.length > 0 ? positionals : REVISIONS) {
      const counts = await runRevision(revision, (desk.address() as AddressInfo).port);
      passed += counts.passed;
      failed += counts.failed;
    }
  } finally {
    desk.closeAllConnections();
    desk.close();
  }
  if (values.json !== undefined)
    fs.writeFileSync(values.json, JSON.stringify({ passed, failed, skipped: 0 }));
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

/** Takes jobs from the clients that the suite starts. */
async function openDesk(): Promise<Server> {
  const desk = createServer((request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    response.setHeader('Trailer', 'X-Outcome');
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.once('end', async () => {
      const { url, ...env } = JSON.parse(text) as Record<string, string>;
      const line = (said: string) => response.write(`${said}\n`);
      const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(SCENARIO_MS)]);
      const good = await runScenario(jobOf(env, url ?? ''), line, signal);
      response.addTrailers({ 'X-Outcome': good ? 'good' : 'bad' });
      response.end();
    });
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  return desk;
}

async function runRevision(revision: string, port: number): Promise<{ passed: number; failed: number }> {
  const file = path.join(suite, 'requirements', `${revision}.yaml`);
  const requirements = parse(fs.readFileSync(file, 'utf8')) as { client: string[] };
  const output = path.join(results, revision);
  const started = Date.now();
  const ran = await runSuite(revision, output, port);
  const all = readResults(output, requirements.client);
  for (const result of all) print(revision, result);
  const failed = all.filter(({ problems }) => problems.length > 0).length;
  const checks = all.reduce((sum, result) => sum + result.checks, 0);
  console.log(
    `${revision}: ${all.length} required scenarios, ${checks} checks, ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
  const disagrees = ran !== 0 && failed === 0;
  if (disagrees) say(`The suite itself ended with ${ran ?? 'a signal'}; see ${output}.log.`);
  return { passed: all.length - failed, failed: failed + (disagrees ? 1 : 0) };
}

function print(revision: string, { scenario, checks, problems }: ScenarioResult): void {
  console.log(
    `${problems.length > 0 ? '✗' : '✓'} ${revision} ${scenario.padEnd(42)} ${String(checks).padStart(4)} checks`,
  );
  for (const problem of problems) console.log(`    ${problem}`);
}

/** The suite's exit code; null when it had to be stopped. What it prints is kept beside its results. */
async function runSuite(revision: string, output: string, port: number): Promise<number | null> {
  fs.mkdirSync(output, { recursive: true });
  const log = fs.openSync(`${output}.log`, 'w');
  const manifest = JSON.parse(fs.readFileSync(path.join(suite, 'package.json'), 'utf8')) as {
    bin: { conformance: string };
  };
  const args = [
    path.join(suite, manifest.bin.conformance),
    'client',
    // Split at spaces and run by a shell: the path is relative, and our Node comes first on PATH.
    ...['--command', 'node e2e/conformance/relay.mjs'],
    ...['--requirements', revision],
    ...['--timeout', String(SUITE_MS)],
    ...['-o', output],
  ];
  const node = path.dirname(process.execPath);
  const child = spawn(process.execPath, args, {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      PATH: `${node}${path.delimiter}${process.env.PATH ?? ''}`,
      GATEHOUSE_CONFORMANCE_PORT: String(port),
    },
  });
  const stop = setTimeout(() => child.kill('SIGKILL'), REVISION_MS);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code));
    });
  } finally {
    clearTimeout(stop);
    fs.closeSync(log);
  }
}
