import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const biome = require.resolve('@biomejs/biome/bin/biome');
const tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');

/** The project's own lint and type configuration over one small file, in a folder of its own. */
const box = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-layers-'));
afterAll(() => rmSync(box, { recursive: true, force: true }));
for (const file of ['biome.json', 'tsconfig.base.json', 'package.json'])
  cpSync(path.join(root, file), path.join(box, file));
symlinkSync(path.join(root, 'node_modules'), path.join(box, 'node_modules'));
for (const layer of ['shared', 'main/host', 'main/headless', 'main', 'preload', 'renderer']) {
  mkdirSync(path.join(box, 'src', layer), { recursive: true });
  cpSync(path.join(root, 'src', layer, 'tsconfig.json'), path.join(box, 'src', layer, 'tsconfig.json'));
}
// What a violation imports must exist, so that only the rule can refuse it.
for (const file of [
  'main/host/host.ts',
  'main/desktop/window.ts',
  'main/headless/run.ts',
  'renderer/main.tsx',
  'shared/a.ts',
]) {
  mkdirSync(path.dirname(path.join(box, 'src', file)), { recursive: true });
  writeFileSync(path.join(box, 'src', file), 'export const a = 1;\n');
}

const lint = (file: string) => {
  const run = spawnSync(process.execPath, [biome, 'lint', file], { cwd: box, encoding: 'utf8' });
  return { failed: run.status !== 0, text: `${run.stdout}${run.stderr}` };
};

function withFile<T>(file: string, text: string, check: (relative: string) => T): T {
  const full = path.join(box, 'src', file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
  try {
    return check(path.join('src', file));
  } finally {
    rmSync(full);
  }
}

describe('a layering violation fails the linter', () => {
  const violations: [file: string, imported: string][] = [
    ['shared/bad.ts', 'node:fs'],
    ['shared/bad.ts', 'fs'],
    ['shared/bad.ts', 'electron'],
    ['shared/bad.ts', 'react'],
    ['shared/bad.ts', '../main/host/host.ts'],
    ['main/host/reverse/bad.ts', 'electron'],
    ['main/host/reverse/bad.ts', 'react'],
    ['main/host/reverse/bad.ts', '../../desktop/window.ts'],
    ['main/host/reverse/bad.ts', '../../headless/run.ts'],
    ['main/headless/bad.ts', 'electron'],
    ['main/headless/bad.ts', '../desktop/window.ts'],
    ['main/desktop/bad.ts', '@modelcontextprotocol/client'],
    ['main/desktop/bad.ts', '../../renderer/main.tsx'],
    ['preload/bad.ts', 'zod'],
    ['preload/bad.ts', '../main/host/host.ts'],
    ['renderer/screens/bad.tsx', 'electron'],
    ['renderer/screens/bad.tsx', 'node:path'],
    ['renderer/screens/bad.tsx', '../../main/host/host.ts'],
  ];
  it.each(violations)('%s may not import %s', (file, imported) => {
    const { failed, text } = withFile(file, `import * as x from '${imported}';\nconsole.log(x);\n`, lint);
    expect(text).toContain('noRestrictedImports');
    expect(failed).toBe(true);
  });

  it('and what a layer may import passes', () => {
    const good: [string, string][] = [
      ['main/host/good.ts', '../../shared/a.ts'],
      ['main/headless/good.ts', '../host/host.ts'],
      ['main/desktop/good.ts', 'electron'],
      ['renderer/good.ts', '../shared/a.ts'],
    ];
    for (const [file, imported] of good) {
      const { failed, text } = withFile(file, `import * as x from '${imported}';\nconsole.log(x);\n`, lint);
      expect(failed, text).toBe(false);
    }
  });
});

describe('a global of another layer does not compile', () => {
  const foreign: [layer: string, expression: string][] = [
    ['shared', 'document.title'],
    ['shared', 'process.pid'],
    ['main/host', 'document.title'],
    ['renderer', 'process.pid'],
  ];
  it.each(foreign)('%s may not use %s', (layer, expression) => {
    const run = withFile(`${layer}/bad.ts`, `export const x = ${expression};\n`, () =>
      spawnSync(process.execPath, [tsc, '-p', path.join('src', layer, 'tsconfig.json')], {
        cwd: box,
        encoding: 'utf8',
      }),
    );
    expect(run.stdout).toMatch(/bad\.ts\(1,\d+\): error TS2\d+/);
  });
});
