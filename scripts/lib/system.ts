import path from 'node:path';
import { withLock } from './lock.ts';
import { cacheFolder, isRoot } from './project.ts';
import { capture, exists } from './run.ts';
import { say, Trouble } from './trouble.ts';

/** Debian packages that Electron itself needs. */
const RUNTIME = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libatk-bridge2.0-0',
  'libxss1',
  'libxtst6',
  'libsecret-1-0',
];

/** What a machine without a screen needs besides: a virtual display, a message bus, and fonts for readable pictures. */
const VIRTUAL_DISPLAY = ['xvfb', 'xauth', 'dbus', 'fonts-dejavu-core', 'fonts-noto-color-emoji'];

const APT = ['-y', '-q', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0', '-o', 'DPkg::Lock::Timeout=300'];
const QUIET = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** The names a package may have: newer Debian and Ubuntu mark libraries with a 64-bit time_t by `t64`. */
export function namesOf(name: string): string[] {
  return name.startsWith('lib') ? [`${name}t64`, name] : [name];
}

/** Which of `wanted` are absent, given the names of all installed packages. */
export function missingOf(wanted: readonly string[], installed: ReadonlySet<string>): string[] {
  return wanted.filter((name) => !namesOf(name).some((one) => installed.has(one)));
}

/** Reads `dpkg-query -W -f '${Package} ${db:Status-Status}\n'`. */
export function parseInstalled(listing: string): Set<string> {
  const lines = listing.split('\n').map((line) => line.trim().split(' '));
  return new Set(lines.filter(([, status]) => status === 'installed').map(([name]) => name ?? ''));
}

/**
 * Makes sure that the system libraries are there. On Debian and its family root installs what is missing; anybody
 * else is told the one command. Other Linux systems are judged by `ensureLoadable`, and need nothing here.
 */
export async function ensureLibraries(need: { virtualDisplay: boolean }): Promise<void> {
  if (process.platform !== 'linux' || !(await exists('dpkg-query'))) return;
  const wanted = need.virtualDisplay ? [...RUNTIME, ...VIRTUAL_DISPLAY] : RUNTIME;
  if ((await findMissing(wanted)).length === 0) return;

  if (isRoot() && (await exists('apt-get'))) {
    await withLock(path.join(cacheFolder(), 'apt.lock'), async () => {
      const missing = await findMissing(wanted);
      if (missing.length > 0) await install(missing);
    });
    return;
  }
  const names = await realNames(await findMissing(wanted));
  throw new Trouble(
    `Some system libraries are missing: ${names.join(', ')}.`,
    `Run: sudo apt-get update && sudo apt-get install -y ${names.join(' ')}`,
  );
}

async function findMissing(wanted: readonly string[]): Promise<string[]> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own format
  const query = ['-W', '-f', '${Package} ${db:Status-Status}\\n', ...wanted.flatMap(namesOf)];
  return missingOf(wanted, parseInstalled((await capture('dpkg-query', query)).stdout));
}

async function install(missing: string[]): Promise<void> {
  say(`Installing system packages (once for this machine): ${missing.join(', ')}.`);
  const updated = await capture('apt-get', ['update', '-q', '-o', 'DPkg::Lock::Timeout=300'], { env: QUIET });
  const names = await realNames(missing);
  const done = await capture('apt-get', ['install', ...APT, ...names], { env: QUIET });
  if (done.code === 0) return;
  const reason = `${updated.stderr}\n${done.stderr}`.split('\n').find((line) => line.startsWith('E: '));
  throw new Trouble(
    `The system libraries could not be installed${reason ? `: ${reason.slice(3)}` : '.'}`,
    `Run this by hand to see why: apt-get update && apt-get install -y ${names.join(' ')}`,
  );
}

/** For each package the first name that this system's lists really hold; the plain name when they cannot say. */
async function realNames(packages: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of packages) {
    let real = name;
    for (const one of namesOf(name)) {
      const shown = await capture('apt-cache', ['show', '--no-all-versions', one]);
      if (shown.code === 0 && shown.stdout.includes(`Package: ${one}\n`)) {
        real = one;
        break;
      }
    }
    found.push(real);
  }
  return found;
}

/** The libraries that the loader does not find, from what `ldd` prints. */
export function notFound(ldd: string): string[] {
  return [...ldd.matchAll(/^\s*(\S+) => not found$/gm)].map((match) => match[1] ?? '');
}

/** Checks that the executable's shared libraries are all there, whatever the distribution. */
export async function ensureLoadable(executable: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const lost = notFound((await capture('ldd', [executable])).stdout);
  if (lost.length === 0) return;
  throw new Trouble(
    `Electron cannot start here, because these system libraries are missing: ${lost.join(', ')}.`,
    'Install the packages of your distribution that hold them, then try again.',
  );
}
