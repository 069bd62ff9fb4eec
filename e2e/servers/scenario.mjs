// Reads a scenario and fills in what its messages leave open. README.md describes the format.
import { readFileSync } from 'node:fs';

/**
 * The scenario from the command line: JSON text, or `@FILE`.
 * @param {string[]} argv what follows the program's name
 * @returns {Record<string, any>}
 */
export function readScenario(argv) {
  const given = argv.find((word) => word.startsWith('{') || word.startsWith('@')) ?? '{}';
  const scenario = JSON.parse(given.startsWith('@') ? readFileSync(given.slice(1), 'utf8') : given);
  for (const steps of allSteps(scenario)) check(steps);
  return scenario;
}

/** The verbs of steps; a step holds exactly one of them. A misspelt step must not pass as "does nothing". */
export const VERBS = [
  'request',
  'ask',
  'wait',
  'sleep',
  'notify',
  'cancel',
  'send',
  'line',
  'bytes',
  'stderr',
  'reply',
  'error',
  'inputRequired',
  'task',
  'take',
  'never',
  'together',
  'repeat',
  'later',
  'spawn',
  'exit',
  'kill',
  'cut',
  'endStream',
  'retry',
];

function* allSteps(scenario) {
  for (const name of ['onStart', 'onInitialize', 'onInitialized']) {
    if (scenario[name]) yield scenario[name];
  }
  for (const table of [scenario.onCall ?? {}, scenario.on ?? {}]) {
    for (const entry of Object.values(table)) {
      if (Array.isArray(entry)) yield entry;
      else yield* entry.rounds;
    }
  }
}

function check(steps) {
  if (!Array.isArray(steps)) throw new Error(`not a list of steps: ${JSON.stringify(steps)}`);
  for (const step of steps) {
    const verbs = VERBS.filter((verb) => verb in step);
    if (verbs.length !== 1) throw new Error(`not exactly one verb in ${JSON.stringify(step)}`);
    for (const inner of [...(step.together ?? []), step.steps, step.later]) if (inner) check(inner);
  }
}

/**
 * Replaces `"$name"` by a value of this moment and `{"$repeat": [text, times]}` by long text, anywhere in a value.
 * @param {any} value
 * @param {Record<string, unknown>} names
 * @returns {any}
 */
export function fill(value, names) {
  if (typeof value === 'string') {
    return value.startsWith('$') && value.slice(1) in names ? names[value.slice(1)] : value;
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, names));
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value.$repeat)) return String(value.$repeat[0]).repeat(value.$repeat[1]);
  // fromEntries defines properties, so that even a "__proto__" key goes out as it was written.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, names)]));
}
