import { expect, it } from 'vitest';
import { exitOf } from './exit.ts';
import { newTally, type Tally } from './report.ts';

const fine = { isError: false };
const reported = { isError: true };
const failed = { error: { code: 'denied', message: '' } };
const met = (what: Partial<Tally>): Tally => ({ ...newTally(), ...what });
const unmatched = met({ unmatched: new Set(['r-1']) });

it.each<[string, Parameters<typeof exitOf>, number]>([
  ['done', [fine, newTally(), false], 0],
  ['the tool reported an error', [reported, newTally(), false], 1],
  ['the call ended in an error', [failed, newTally(), false], 1],
  ['a refusal that the tool got over', [fine, met({ refused: true }), false], 0],
  ['a refusal, and the tool reported an error', [reported, met({ refused: true }), false], 4],
  ['a refusal that ended the call', [failed, met({ refused: true }), false], 4],
  ['an unmatched question that the tool got over', [fine, unmatched, false], 0],
  ['an unmatched question, and the tool reported an error', [reported, unmatched, false], 4],
  ['an unmatched question that ended the call', [failed, unmatched, false], 4],
  ['a repair', [fine, met({ repaired: true }), false], 0],
  ['a repair with --strict', [fine, met({ repaired: true }), true], 4],
  ['a repair with --strict and an error', [reported, met({ repaired: true }), true], 4],
  ['an unmatched question that the tool got over, with --strict', [fine, unmatched, true], 4],
  ['an answer that did not fit, and the tool got over it', [fine, met({ failed: true }), false], 0],
  ['an answer that did not fit, and the tool reported an error', [reported, met({ failed: true }), false], 4],
  ['an answer that did not fit, with --strict', [fine, met({ failed: true }), true], 4],
  ['--strict with nothing repaired', [fine, newTally(), true], 0],
])('%s', (_what, args, code) => {
  expect(exitOf(...args)).toBe(code);
});
