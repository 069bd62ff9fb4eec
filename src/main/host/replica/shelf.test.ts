import { expect, it } from 'vitest';
import { Shelf } from './shelf.ts';

it('lets the oldest go, by number', () => {
  const shelf = new Shelf(2, 1e6);
  expect([shelf.put('a', 1), shelf.put('b', 1), shelf.put('c', 1)]).toEqual([[], [], ['a']]);
});

it('and by size, but never the newest', () => {
  const shelf = new Shelf(100, 10_000);
  expect(shelf.put('a', { text: ['x'.repeat(2000)] })).toEqual([]);
  expect(shelf.put('b', 'x'.repeat(2000))).toEqual([]);
  expect(shelf.put('huge', { x: 'x'.repeat(100_000) })).toEqual(['a', 'b']);
  expect(shelf.put('c', 'x')).toEqual(['huge']);
});

it('what is put again is the newest, and counted once', () => {
  const shelf = new Shelf(2, 10_000);
  shelf.put('a', 'x'.repeat(3000));
  shelf.put('b', 1);
  shelf.put('a', 'x'.repeat(3000));
  expect(shelf.put('c', 1)).toEqual(['b']);
});

it('what was taken away makes room', () => {
  const shelf = new Shelf(2, 1e6);
  shelf.put('a', 1);
  shelf.put('b', 1);
  shelf.take('a');
  shelf.take('nobody');
  expect(shelf.put('c', 1)).toEqual([]);
});
