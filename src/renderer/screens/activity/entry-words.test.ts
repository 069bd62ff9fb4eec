import { expect, it } from 'vitest';
import type { JournalEntry } from '../../../shared/model/journal.ts';
import { entryWords } from './entry-words.ts';

const entry = (type: JournalEntry['type'], text: string, serverId = 'demo'): JournalEntry => ({
  seq: 1,
  at: 0,
  type,
  serverId,
  text,
});

it.each([
  ['call-started', 'tools/call plan_trip', 'Tool plan_trip'],
  ['call-started', 'resources/read file:///a b', 'Resource file:///a b'],
  ['call-ended', 'plan_trip: done', 'plan_trip: done'],
  ['reverse', 'demo asked: roots/list', 'Its folders (roots)'],
  ['reverse', 'demo asked: an unknown method', 'Asked: an unknown method'],
  ['decision', 'roots accepted', 'Folders answered'],
  ['decision', 'elicitation declined', 'Question declined'],
  ['decision', 'sampling withdrawn: You left: really.', 'Sampling withdrawn: You left: really.'],
  ['decision', 'demo asked 3 more times and was refused: x', 'Asked 3 more times and was refused: x'],
  ['answer', 'elicitation answered', 'Question answered'],
  ['disclosure', 'demo was told 2 folders', 'Was told 2 folders'],
  ['session', 'demo: connected', 'Connected'],
  ['trust', 'You let demo start: npx demo', 'You let demo start: npx demo'],
] as const)('%s "%s" reads "%s"', (type, text, words) => {
  expect(entryWords(entry(type, text))).toBe(words);
});

it('leaves a text alone that only begins like the name of the server', () => {
  expect(entryWords(entry('session', 'demonstration ended'))).toBe('demonstration ended');
  expect(entryWords(entry('session', 'demo'))).toBe('demo');
});
