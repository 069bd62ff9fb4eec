import { describe, expect, it } from 'vitest';
import { shownErrors } from './shown-errors.ts';

const names = new Set(['a', 'b', 'x.y']);
const none = new Set<string>();
const base = { given: [], live: [], left: none, changed: none, names };

describe('which errors stand beside fields', () => {
  it('nothing before the person has left a field', () => {
    expect(shownErrors({ ...base, live: [{ field: 'a', message: 'wrong' }] }).size).toBe(0);
  });

  it('a field that was left is checked as it is typed', () => {
    const shown = shownErrors({ ...base, live: [{ field: 'a', message: 'wrong' }], left: new Set(['a']) });
    expect([...shown]).toEqual([['a', 'wrong']]);
  });

  it('what the whole check said stays until the field changes, then the live check speaks', () => {
    const given = [
      { field: 'a', message: 'main: wrong' },
      { field: 'b', message: 'main: missing' },
    ];
    const live = [{ field: 'a', message: 'still wrong' }];
    expect([...shownErrors({ ...base, given, live })]).toEqual([
      ['a', 'main: wrong'],
      ['b', 'main: missing'],
    ]);
    expect([...shownErrors({ ...base, given, live, changed: new Set(['a']) })]).toEqual([
      ['b', 'main: missing'],
      ['a', 'still wrong'],
    ]);
    expect([...shownErrors({ ...base, given, changed: new Set(['a', 'b']) })]).toEqual([]);
  });

  it('a nested error belongs to its top field, and a name with a dot is one name', () => {
    const given = [
      { field: 'a.b.0', message: 'deep' },
      { field: 'x.y', message: 'dotted' },
    ];
    expect([...shownErrors({ ...base, given, changed: new Set(['a']) }).keys()]).toEqual(['x.y']);
    expect([...shownErrors({ ...base, given, changed: new Set(['x.y']) }).keys()]).toEqual(['a.b.0']);
    const inside = {
      ...base,
      given: [{ field: 'x.y.0', message: 'in a dotted one' }],
      names: new Set(['x.y']),
    };
    expect([...shownErrors({ ...inside, changed: new Set(['x.y']) }).keys()]).toEqual([]);
  });

  it('a field has one message', () => {
    const given = [
      { field: 'a', message: 'first' },
      { field: 'a', message: 'second' },
    ];
    expect(shownErrors({ ...base, given }).get('a')).toBe('first');
  });
});
