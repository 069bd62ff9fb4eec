import { expect, test } from 'vitest';
import { expandTemplate, matchesTemplate, templateNames } from './uri-template.ts';

test('the blanks of a template are named once each', () => {
  expect(templateNames('demo://{type}/{id}{?q*,page}&{id}')).toEqual(['type', 'id', 'q', 'page']);
  expect(templateNames('demo://plain')).toEqual([]);
});

test('filling in encodes as the operator says', () => {
  const values = { id: 'a b/ü', q: '1&2' };
  expect(expandTemplate('x://{id}', values)).toBe('x://a%20b%2F%C3%BC');
  expect(expandTemplate('x://{+id}', values)).toBe('x://a%20b/%C3%BC');
  expect(expandTemplate('x://y{?q,id}', values)).toBe('x://y?q=1%262&id=a%20b%2F%C3%BC');
  expect(expandTemplate('x://{/id}/{other}', values)).toBe('x:///a%20b%2F%C3%BC/{other}');
});

test('half a character does not break it', () => {
  expect(expandTemplate('x://{id}', { id: '\ud800' })).toBe('x://%EF%BF%BD');
});

test('an address is recognised as made from a template', () => {
  expect(matchesTemplate('demo://r/{id}/raw', 'demo://r/7/raw')).toBe(true);
  expect(matchesTemplate('demo://r/{id}/raw', 'demo://r/7')).toBe(false);
  expect(matchesTemplate('a{x}b{y}c', 'a1b2c')).toBe(true);
  expect(matchesTemplate('a{x}b{y}c', 'a12c')).toBe(false);
  expect(matchesTemplate('ab{x}ba', 'aba')).toBe(false);
});

test('a blank with the name of something every object has is a blank', () => {
  expect(expandTemplate('x://{constructor}/{toString}', { toString: 'y' })).toBe('x://{constructor}/y');
});
