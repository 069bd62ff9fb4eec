/** Type-checks every layer under its own tsconfig, so that a layer sees only the globals it may use. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const LAYERS = [
  'src/shared',
  'src/main/host',
  'src/main/headless',
  'src/main',
  'src/preload',
  'src/renderer',
  '.',
];

const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
const tsc = path.join(path.dirname(manifest), 'bin', 'tsc');
let failed = false;
for (const layer of LAYERS) {
  const run = spawnSync(process.execPath, [tsc, '-p', path.join(layer, 'tsconfig.json')], {
    stdio: 'inherit',
  });
  if (run.status !== 0) {
    failed = true;
    console.error(`types: ${layer} does not pass`);
  }
}
process.exit(failed ? 1 : 0);
