import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];
// Registered while a test file is collected: each file has a copy of this module of its own.
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder for the tests of one file, gone when they are done. */
export function scratch(name: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `gatehouse-${name}-`));
  folders.push(folder);
  return folder;
}
