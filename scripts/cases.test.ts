import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from './lib/project.ts';

const IGNORED = new Set(['node_modules', 'out', 'dist', '.runtime', '.git', 'test-results']);

/** Test files by their name. */
function testFiles(dir: string, found = new Map<string, string>()): Map<string, string> {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) {
      if (!IGNORED.has(entry.name)) testFiles(file, found);
    } else if (/\.(test|spec)\.tsx?$/.test(entry.name)) found.set(entry.name, file);
  }
  return found;
}

const rows = fs
  .readFileSync(path.join(PROJECT_ROOT, 'docs', 'cases.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, , tests] = /^\| ([A-Z]\d\d) \|([^|]*)\|(.*)\|$/.exec(line) ?? [];
    return id && tests
      ? [{ id, files: [...tests.matchAll(/`([\w.-]+\.(?:test|spec)\.tsx?)`/g)].map(([, f]) => f) }]
      : [];
  });

/** A test's name, or a row of the table that names it: a text with the id that is no comment. */
const isNamed = (source: string, id: string) =>
  source
    .split('\n')
    .some((line) => !/^\s*(\/\/|\/?\*)/.test(line) && new RegExp(`['"\`][^'"\`]*\\b${id}\\b`).test(line));

it('docs/cases.md names tests that are there and carry the id', () => {
  const files = testFiles(PROJECT_ROOT);
  expect(rows.length).toBe(116);
  const wrong = rows.flatMap(({ id, files: named }) => {
    const carrying = named.filter((name) => {
      const file = files.get(name ?? '');
      return file !== undefined && isNamed(fs.readFileSync(file, 'utf8'), id);
    });
    const missing = named.filter((name) => !files.has(name ?? ''));
    return carrying.length === 0 || missing.length > 0
      ? [`${id}: ${missing.join(', ') || 'no test carries it'}`]
      : [];
  });
  expect(wrong).toEqual([]);
});
