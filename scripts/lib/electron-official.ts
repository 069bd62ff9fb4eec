import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from './project.ts';
import { say } from './trouble.ts';

/** A network that never answers must not hold set-up for longer than this; a slow one that delivers may go on. */
const SILENCE_MS = 15_000;
/** A network that could not deliver is asked again only after this time (or by `npm run setup`). */
const RETRY_AFTER_MS = 6 * 60 * 60 * 1000;

type Extract = (zip: string, options: { dir: string }) => Promise<void>;
type Download = (details: Record<string, unknown>) => Promise<string>;

/** Modules that `electron` itself brings are found from its folder: they are its dependencies, not ours. */
const fromElectron = createRequire(
  createRequire(path.join(PROJECT_ROOT, 'package.json')).resolve('electron/package.json'),
);

async function load<T>(name: string): Promise<T> {
  return (await import(pathToFileURL(fromElectron.resolve(name)).href)) as T;
}

/** The version of Electron that Gatehouse ships on. */
export function officialVersion(): string {
  return (fromElectron('./package.json') as { version: string }).version;
}

/** Unpacks a verified zip with Electron's own extractor (keeps modes and links, refuses paths that leave `dir`). */
export async function unpack(zip: string, dir: string): Promise<void> {
  const { extract } = await load<{ extract: Extract }>('@electron-internal/extract-zip');
  await extract(zip, { dir });
}

/**
 * The official runtime, in the cache or downloaded now with the checksums that the `electron` package carries.
 * Gives its folder, or undefined when it cannot be had from here at the moment. Mirrors and proxies are taken
 * from the environment and npm's configuration, as the `electron` package does.
 */
export async function officialRuntime(
  cache: string,
  options: { retry: boolean },
): Promise<string | undefined> {
  const version = officialVersion();
  const folder = path.join(cache, `electron-${version}-${process.platform}-${process.arch}`);
  if (fs.existsSync(folder)) return folder;
  const installed = path.join(path.dirname(fromElectron.resolve('./package.json')), 'dist');
  if (versionIn(installed) === version) return installed;

  const failed = path.join(cache, `electron-${version}.unavailable`);
  const before = fs.statSync(failed, { throwIfNoEntry: false });
  if (!options.retry && before && Date.now() - before.mtimeMs < RETRY_AFTER_MS) return undefined;

  const temp = fs.mkdtempSync(path.join(cache, 'new-'));
  try {
    say(`Downloading Electron ${version} (once for this machine).`);
    const zip = await download(version, temp);
    const unpacked = path.join(temp, 'electron');
    await unpack(zip, unpacked);
    fs.renameSync(unpacked, folder);
    fs.rmSync(failed, { force: true });
    return folder;
  } catch {
    fs.writeFileSync(failed, '');
    return undefined;
  } finally {
    fs.rmSync(temp, { recursive: true, force: true });
  }
}

/** The version that an unpacked runtime says it is; `npx install-electron` leaves one beside the package. */
function versionIn(folder: string): string | undefined {
  try {
    return fs.readFileSync(path.join(folder, 'version'), 'utf8').trim().replace(/^v/, '');
  } catch {
    return undefined;
  }
}

async function download(version: string, temp: string): Promise<string> {
  const { downloadArtifact } = await load<{ downloadArtifact: Download }>('@electron/get');
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), SILENCE_MS);
  };
  heard();
  try {
    return await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch: process.arch,
      checksums: fromElectron('./checksums.json'),
      cacheRoot: process.env.electron_config_cache,
      tempDirectory: temp,
      downloadOptions: {
        quiet: true,
        signal: stop.signal,
        getProgressCallback: async () => heard(),
      },
    });
  } finally {
    clearTimeout(timer);
  }
}
