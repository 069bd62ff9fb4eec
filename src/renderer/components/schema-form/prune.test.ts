import { describe, expect, it } from 'vitest';
import { prune } from './prune.ts';

describe('nested values', () => {
  it('lose emptied members and keep the place of empty items', () => {
    expect(prune({ a: undefined, b: { c: undefined, d: 1 }, e: [undefined, 'x'] })).toEqual({
      b: { d: 1 },
      e: [null, 'x'],
    });
    expect(Object.keys(prune({ a: undefined }) as object)).toEqual([]);
  });
  it('keep what is no JSON for the engine to refuse', () => {
    expect(prune({ a: Number.NaN })).toEqual({ a: Number.NaN });
  });
  it('keep hostile names as plain members', () => {
    const pruned = prune(JSON.parse('{"__proto__": {"x": 1}, "y": [1]}')) as object;
    expect(Object.getPrototypeOf(pruned)).toBe(Object.prototype);
    expect(JSON.stringify(pruned)).toBe('{"__proto__":{"x":1},"y":[1]}');
  });
});
