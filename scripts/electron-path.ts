/** Prints the path of the Electron executable for this checkout, and nothing else, on stdout. */
import { executableFor, findRuntime } from './lib/electron-runtime.ts';
import { isRoot, PROJECT_ROOT } from './lib/project.ts';
import { ensureLibraries } from './lib/system.ts';
import { main } from './lib/trouble.ts';

await main(async () => {
  const runtime = await findRuntime();
  await ensureLibraries({ virtualDisplay: isRoot() });
  process.stdout.write(`${executableFor(runtime, PROJECT_ROOT)}\n`);
  return 0;
});
