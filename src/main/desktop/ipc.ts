import { ipcMain } from 'electron';
import { CALL_NAMES, channelOf } from '../../shared/contract-names.ts';
import type { Log } from './log.ts';
import { originOf } from './log.ts';
import type { AppPage } from './page.ts';
import { type Route, strangerReply } from './router.ts';
import { isTrustedSender } from './trusted-sender.ts';

/** Registers exactly the procedures of the contract, for our own window only. */
export function registerIpc(options: {
  route: Route;
  page: AppPage;
  trusted: ReadonlySet<number>;
  log: Log;
}): void {
  const { route, page, trusted, log } = options;
  for (const name of CALL_NAMES) {
    ipcMain.handle(channelOf(name), (event, ...args: unknown[]) => {
      if (isTrustedSender(event, page, trusted)) return route(name, args);
      log(
        name,
        `was asked by a stranger: ${originOf(event.sender.isDestroyed() ? '' : event.sender.getURL())}`,
      );
      return strangerReply();
    });
  }
}
