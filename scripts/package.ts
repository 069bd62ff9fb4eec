/**
 * Packs the app into an unpacked folder under dist/ and reads its fuses back. `--test-flavour` makes a second folder
 * that Playwright can drive and runs the smoke test on it; `--release` builds the installers of this platform.
 */
import fs from 'node:fs';
import path from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { ensureBuilt } from './lib/build.ts';
import { officialVersion } from './lib/electron-official.ts';
import { findRuntime, type Runtime } from './lib/electron-runtime.ts';
import { STAND_IN } from './lib/electron-standin.ts';
import { wrongFuses } from './lib/fuses.ts';
import { PROJECT_ROOT } from './lib/project.ts';
import { capture } from './lib/run.ts';
import { main, say, Trouble } from './lib/trouble.ts';
import { runWithWindow } from './lib/window-run.ts';

const PLATFORMS = {
  linux: { flag: '--linux', folder: /^linux.*unpacked$/, executable: 'gatehouse' },
  darwin: { flag: '--mac', folder: /^mac/, executable: 'Gatehouse.app/Contents/MacOS/Gatehouse' },
  win32: { flag: '--win', folder: /^win.*unpacked$/, executable: 'Gatehouse.exe' },
} as const;

const dist = path.join(PROJECT_ROOT, 'dist');

function thisPlatform() {
  const platform = PLATFORMS[process.platform as keyof typeof PLATFORMS];
  if (platform) return platform;
  throw new Trouble('Gatehouse is packed on Linux, macOS or Windows.', 'Run this command on one of them.');
}

async function pack(runtime: Runtime, targets: readonly string[]): Promise<void> {
  fs.rmSync(dist, { recursive: true, force: true });
  const builder = path.join(PROJECT_ROOT, 'node_modules', 'electron-builder', 'cli.js');
  const version = runtime.kind === 'stand-in' ? STAND_IN.electron : officialVersion();
  const args = [thisPlatform().flag, ...targets, '--publish', 'never', `-c.electronVersion=${version}`];
  const packed = await capture(process.execPath, [builder, ...args, `-c.electronDist=${runtime.folder}`], {
    cwd: PROJECT_ROOT,
  });
  if (packed.code === 0) return;
  process.stderr.write(packed.stdout + packed.stderr);
  throw new Trouble(
    'The app could not be packed; the reason stands above.',
    'Mend it, then run `npm run package` again.',
  );
}

/** Where electron-builder left the unpacked app; its name tells the architecture where that is not x64. */
function unpackedFolder(): string {
  const name = fs.readdirSync(dist).find((entry) => thisPlatform().folder.test(entry));
  return path.join(dist, name ?? '');
}

/** A copy of the release whose only difference is that a debugger may attach, which Playwright needs. */
async function makeTestFlavour(release: string): Promise<string> {
  const folder = path.join(dist, 'test-flavour');
  fs.cpSync(release, folder, {
    recursive: true,
    verbatimSymlinks: true,
    mode: fs.constants.COPYFILE_FICLONE,
  });
  await flipFuses(path.join(folder, thisPlatform().executable), {
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: process.platform === 'darwin',
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  return folder;
}

await main(async () => {
  const args = process.argv.slice(2);
  const release = args.includes('--release');
  const runtime = await findRuntime({ retry: release });
  if (runtime.kind === 'stand-in' && release) {
    throw new Trouble(
      'A release needs the official Electron, and only the stand-in can be had here.',
      'Connect to the internet and run the command again.',
    );
  }
  await ensureBuilt();
  say('Packing the app.');
  await pack(runtime, release ? [] : ['dir']);
  const folder = unpackedFolder();
  const wrong = await wrongFuses(path.join(folder, thisPlatform().executable));
  if (wrong.length > 0) {
    throw new Trouble(
      `These fuses of the packed app are not as a release must have them: ${wrong.join(', ')}.`,
      'Compare electronFuses in electron-builder.yml with scripts/lib/fuses.ts.',
    );
  }
  say(`Packed into ${path.relative(PROJECT_ROOT, folder)}; its fuses are as a release must have them.`);
  if (runtime.kind === 'stand-in') {
    say('It holds the stand-in Electron, so it is good for the smoke test only, never for a release.');
  }
  if (!args.includes('--test-flavour')) return 0;
  const flavour = await makeTestFlavour(folder);
  return runWithWindow({
    args: ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'],
    brings: [path.relative(PROJECT_ROOT, flavour)],
    results: ['test-results/package', 'test-results/package.json'],
    env: { GATEHOUSE_PACKAGE: path.join(path.relative(PROJECT_ROOT, flavour), thisPlatform().executable) },
  });
});
