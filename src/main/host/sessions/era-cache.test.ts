import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratch } from '../testing/scratch.ts';
import { EraCache } from './era-cache.ts';

const DAY = 24 * 60 * 60 * 1000;
const folder = () => scratch('eras');

it('keeps an era over a restart, for a week from when it was learnt', () => {
  const dir = folder();
  let now = 1000;
  new EraCache(dir, () => now).set('binding', 'modern');
  const again = new EraCache(dir, () => now);
  expect(again.get('binding')).toBe('modern');
  expect(again.get('another')).toBeUndefined();
  now += 5 * DAY;
  again.set('binding', 'modern');
  now += 3 * DAY;
  expect(again.get('binding')).toBeUndefined();
  again.set('binding', 'legacy');
  expect(again.get('binding')).toBe('legacy');
});

it('takes a damaged file, and one that cannot be written, for none', () => {
  const dir = folder();
  writeFileSync(path.join(dir, 'eras.json'), '{"a": ');
  expect(new EraCache(dir).get('a')).toBeUndefined();
  const blocked = folder();
  mkdirSync(path.join(blocked, 'eras.json'));
  const cache = new EraCache(blocked);
  cache.set('a', 'legacy');
  expect(cache.get('a')).toBe('legacy');
});
