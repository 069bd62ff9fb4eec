import { expect, test } from 'vitest';
import { policyRules } from './trusted-types.ts';

const rules = policyRules('app://gatehouse/index.html', 'app://gatehouse/index.html');

test('style text passes, a tag does not', () => {
  expect(rules.createHTML(':root{--a:1px}')).toBe(':root{--a:1px}');
  expect(() => rules.createHTML('<img src=x onerror=alert(1)>')).toThrow(TypeError);
});

test('only scripts of our own origin pass, and never text', () => {
  expect(rules.createScriptURL('./assets/worker.js')).toBe('./assets/worker.js');
  for (const url of [
    'https://example.com/x.js',
    'data:text/javascript,1',
    'blob:null/1',
    '//other/x.js',
    'app://other/x.js',
  ]) {
    expect(() => rules.createScriptURL(url)).toThrow(TypeError);
  }
  expect(() => rules.createScript('alert(1)')).toThrow(TypeError);
});
