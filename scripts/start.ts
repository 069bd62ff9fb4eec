/** Opens the app; where there is no display, says so and takes the tour. Arguments go to the app. */
import { ensureBuilt } from './lib/build.ts';
import { executableFor, findRuntime } from './lib/electron-runtime.ts';
import { mustHaveSandbox, ordinaryPerson } from './lib/person.ts';
import { hasDisplay, isRoot, PROJECT_ROOT } from './lib/project.ts';
import { show } from './lib/run.ts';
import { ensureLibraries, ensureLoadable } from './lib/system.ts';
import { takeTour } from './lib/tour.ts';
import { main, say, Trouble } from './lib/trouble.ts';

await main(async () => {
  if (!hasDisplay()) {
    say(
      'There is no display here, so no window can open. Taking the tour on a virtual one; its pictures go to out/tour/.',
    );
    return takeTour([]);
  }
  if (isRoot()) {
    throw new Trouble(
      "Gatehouse does not open as root, because Chromium's sandbox is off there.",
      'Run `npm start` as an ordinary user, or `npm run tour`, which makes one for itself.',
    );
  }
  const runtime = await findRuntime();
  await ensureLibraries({ virtualDisplay: false });
  const executable = executableFor(runtime, PROJECT_ROOT);
  await ensureLoadable(executable);
  await mustHaveSandbox(await ordinaryPerson());
  await ensureBuilt();
  const code = await show(executable, [PROJECT_ROOT, ...process.argv.slice(2)], { cwd: PROJECT_ROOT });
  if (code === 0) return 0;
  throw new Trouble(
    `Gatehouse ended with code ${code}; what it said stands above.`,
    'If no window came, check that the display of this session can be reached, or run `npm run tour`.',
  );
});
