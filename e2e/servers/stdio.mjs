// Lines on stdin and stdout around an engine, with the bad habits that a scenario asks for.
import { createInterface } from 'node:readline';
import { createEngine } from './engine.mjs';
import { readScenario } from './scenario.mjs';

/** A fixture that ignores every hint to stop must still not outlive the tests. */
const LIFE_MS = 120_000;

/** @param {'legacy' | 'modern'} era */
export function serveStdio(era) {
  const scenario = readScenario(process.argv.slice(2));
  const stdout = {
    send: (message) => void process.stdout.write(`${JSON.stringify(message)}\n`),
    raw: (text) => void process.stdout.write(text),
  };
  const engine = createEngine(scenario, era, stdout);
  process.stdout.on('error', () => {});
  setTimeout(() => process.exit(75), scenario.lifeMs ?? LIFE_MS).unref();
  if (scenario.ignoreSigterm) {
    process.on('SIGTERM', () => engine.record.add('event', { name: 'SIGTERM' }));
  }
  // Once stdin has ended, nothing else would keep the process.
  if (scenario.ignoreStdinEnd) setInterval(() => {}, 1000);
  for (const line of scenario.banner ?? []) process.stdout.write(`${line}\n`);
  void engine.start();

  createInterface({ input: process.stdin })
    .on('line', (line) => {
      let message;
      try {
        message = JSON.parse(line);
      } catch {
        engine.record.add('event', { name: 'garbage', text: line });
        return;
      }
      engine.receive(message, stdout).catch(fail);
    })
    .on('close', () => {
      engine.record.add('event', { name: 'stdin-end' });
      if (!scenario.ignoreStdinEnd) process.exit(0);
    });
}

function fail(error) {
  process.stderr.write(`raw server: ${error.stack}\n`);
  process.exit(70);
}
