/**
 * Prepares this machine: the Electron runtime, system libraries, and an ordinary user when run as root. Asks for the
 * official runtime again even if it could not be had lately; with `--keep` it does not.
 */
import { executableFor, findRuntime } from './lib/electron-runtime.ts';
import { mustHaveSandbox, ordinaryPerson } from './lib/person.ts';
import { hasDisplay, PROJECT_ROOT } from './lib/project.ts';
import { ensureLibraries, ensureLoadable } from './lib/system.ts';
import { main, say } from './lib/trouble.ts';

await main(async () => {
  const runtime = await findRuntime({ retry: !process.argv.includes('--keep') });
  await ensureLibraries({ virtualDisplay: process.platform === 'linux' });
  await ensureLoadable(executableFor(runtime, PROJECT_ROOT));
  await mustHaveSandbox(await ordinaryPerson());
  say(
    `Everything is ready. Next: ${hasDisplay() ? '`npm start` opens the app' : '`npm run tour` shows the app'}, \`npm test\` tests it.`,
  );
  return 0;
});
