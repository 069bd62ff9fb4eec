import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAllowedPermission } from './permissions.ts';

/** Every permission that Electron's typings name, for requests and for checks. */
function namesInTypings(): string[] {
  const electron = path.dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const typings = fs.readFileSync(path.join(electron, 'electron.d.ts'), 'utf8');
  const names = [
    ...typings.matchAll(/setPermission(?:Request|Check)Handler\(.*permission: ((?:'[\w-]+' ?\|? ?)+)/g),
  ]
    .flatMap((match) => (match[1] ?? '').split('|'))
    .map((name) => name.trim().replaceAll("'", ''));
  return [...new Set(names)];
}

test('of all permissions that Electron knows exactly one is given', () => {
  const names = namesInTypings();
  expect(names.length).toBeGreaterThan(20);
  expect(names).toContain('openExternal');
  expect(names.filter(isAllowedPermission)).toEqual(['clipboard-sanitized-write']);
});

test('a permission that nobody has heard of is denied', () => {
  expect(isAllowedPermission('unknown')).toBe(false);
  expect(isAllowedPermission('')).toBe(false);
});
