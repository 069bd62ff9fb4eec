import { expect, test } from 'vitest';
import { hashOf, parseHash, type Route } from './route.ts';

test.each<Route>([
  { screen: 'inbox' },
  { screen: 'servers', id: 'my server/№1' },
  { screen: 'servers', id: 'a', tab: 'resources', item: 'file:///x?y=1#z~0041' },
  { screen: 'servers', id: '\ud800 half', tab: 'tools', item: '😀' },
])('a route survives the address %#', (route) => {
  expect(parseHash(hashOf(route))).toEqual(route);
  expect(hashOf(route)).toMatch(/^#[\w/~.-]+$/);
});

test('an unknown address is the inbox', () => {
  for (const hash of ['', '#', '#/nowhere/x', '#servers2'])
    expect(parseHash(hash)).toEqual({ screen: 'inbox' });
});
