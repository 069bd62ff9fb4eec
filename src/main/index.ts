import { app } from 'electron';
import { logToStderr } from './desktop/log.ts';
import { startApp } from './desktop/start.ts';

// One line instead of Electron's error box; what failed has told the person itself.
process.on('uncaughtException', (error) => logToStderr('fault', error));
process.on('unhandledRejection', (reason) => logToStderr('fault', reason));

if (process.platform === 'linux' && process.getuid?.() === 0) {
  // Chromium has no sandbox for the superuser, and this app does not show a window without one.
  process.stderr.write(
    'Gatehouse does not run as root, because its windows would have no sandbox. Start it as an ordinary user.\n',
  );
  app.exit(1);
} else if (app.requestSingleInstanceLock()) {
  app.enableSandbox();
  startApp(logToStderr);
} else {
  process.stderr.write('Gatehouse is already running; its window was brought to the front.\n');
  app.exit(0);
}
