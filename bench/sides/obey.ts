import type { Orders } from '../lib/side.ts';

/** How a side does each order. */
export type Doing = { [O in Exclude<keyof Orders, 'cpu'>]: (details: Orders[O]) => Promise<number> };

/** Takes orders from the parent until it lets go; then closes and ends the process. */
export function obey(doing: Doing, close: () => Promise<void>): void {
  const all = { ...doing, cpu: () => Promise.resolve(cpuTime()) };
  process.on('message', ({ order, details }: { order: keyof Orders; details: never }) => {
    all[order](details).then(
      (value) => process.send?.({ value }),
      (error: unknown) => process.send?.({ failed: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => {
    close().finally(() => process.exit(0));
  });
  process.send?.({ value: 0 });
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** What the server's tool `ask` says. */
export function nanosecondsOf(result: unknown): number {
  const { structuredContent } = result as { structuredContent?: { ns?: number; failed?: string } };
  if (structuredContent?.ns === undefined)
    throw new Error(structuredContent?.failed ?? JSON.stringify(result));
  return structuredContent.ns;
}

export const RAW_SERVER = new URL('../servers/raw.mjs', import.meta.url).pathname;

/** The nanoseconds of something. */
export async function timed(what: () => Promise<unknown>): Promise<number> {
  const began = process.hrtime.bigint();
  await what();
  return Number(process.hrtime.bigint() - began);
}
