import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';

/** Pauses before a subscription is opened again, in milliseconds; after the last it is given up. */
const PAUSES_MS = [1000, 5000, 30_000];
/** One that held so long was a good one: the pauses begin anew. */
const GOOD_MS = 60_000;

/**
 * Modern servers speak of changed lists only on a subscription (2026-07-28, subscriptions/listen). Keeps one open as long
 * as the session lasts. `onEnded`: it ended, or was not to be had. Resolves false when the server does not let us.
 */
export async function keepSubscription(
  client: Client,
  serverCapabilities: Readonly<Record<string, unknown>>,
  closed: AbortSignal,
  onEnded: () => void,
): Promise<boolean> {
  const can = (name: string) =>
    (serverCapabilities[name] as { listChanged?: unknown } | undefined)?.listChanged === true;
  const filter = {
    ...(can('tools') ? { toolsListChanged: true } : {}),
    ...(can('prompts') ? { promptsListChanged: true } : {}),
    ...(can('resources') ? { resourcesListChanged: true } : {}),
  };
  if (Object.keys(filter).length === 0) return true;
  for (let failures = 0; ; failures += 1) {
    const began = Date.now();
    try {
      const subscription = await client.listen(filter, { signal: closed });
      await subscription.closed;
    } catch {
      // Refused, or never acknowledged.
    }
    if (Date.now() - began > GOOD_MS) failures = 0;
    const pause = PAUSES_MS[failures];
    if (closed.aborted) return true;
    onEnded();
    if (pause === undefined) return false;
    await delay(pause, undefined, { signal: closed }).catch(() => undefined);
    if (closed.aborted) return true;
  }
}
