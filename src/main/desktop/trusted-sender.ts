import type { AppPage } from './page.ts';

/** The parts of Electron's `IpcMainInvokeEvent` that say who speaks. */
export interface Sender {
  /** null when the frame is gone or has navigated since. Reading a field of a destroyed frame throws. */
  readonly senderFrame: { readonly parent: unknown; readonly origin: string } | null;
  readonly sender: { readonly id: number; isDestroyed(): boolean };
}

/** True only for the main frame of one of our own windows while it shows our own page. */
export function isTrustedSender(event: Sender, page: AppPage, windows: ReadonlySet<number>): boolean {
  try {
    const frame = event.senderFrame;
    if (!frame || frame.parent !== null) return false;
    if (event.sender.isDestroyed() || !windows.has(event.sender.id)) return false;
    return frame.origin === page.origin;
  } catch {
    return false;
  }
}
