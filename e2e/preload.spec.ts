import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { PROJECT_ROOT } from './lib/launch.ts';

test('the built preload is one CommonJS file that requires Electron alone', () => {
  const folder = path.join(PROJECT_ROOT, 'out', 'preload');
  expect(readdirSync(folder)).toEqual(['index.cjs']);
  const code = readFileSync(path.join(folder, 'index.cjs'), 'utf8');
  expect([...code.matchAll(/require\(([^)]*)\)/g)].map((match) => match[1])).toEqual(['"electron"']);
  expect(code).not.toMatch(/\bimport\b|\bnew Function\b|\beval\b/);
});
