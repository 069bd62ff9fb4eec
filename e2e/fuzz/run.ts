import { handshakes } from './handshakes.ts';
import { usedHeap } from './heap.ts';
import { type Era, Lane, type Wire } from './lane.ts';
import { Unsettled } from './ledger.ts';
import { demandOf } from './oracle.ts';
import { Random } from './random.ts';

const BATCH = 50;
/** One handshake with mutated answers for so many messages. */
const HANDSHAKE_SHARE = 100;
/** What is compiled, cached and filled up to its limit once is not growth: at least so many, and 2 in 100. */
const WARM_UP = 1500;

export interface FuzzOptions {
  readonly count: number;
  readonly seed: number;
  readonly eras?: readonly Era[];
  readonly wires?: readonly Wire[];
  readonly say?: (line: string) => void;
}

export interface FuzzResult {
  readonly messages: number;
  readonly seconds: number;
  /** Megabytes, after collection. */
  readonly heapGrowthMb: number;
  readonly outcomes: Record<string, number>;
  readonly ends: Record<string, number>;
}

/** A broken promise, with what is needed to see it again. */
export class FuzzFailure extends Error {
  /** All lines of the batch. */
  readonly lines: readonly string[];
  /** Those that it was about, where that is known. */
  readonly guilty: readonly string[];
  constructor(message: string, lines: readonly string[], guilty: readonly string[]) {
    super(message);
    this.name = 'FuzzFailure';
    this.lines = lines;
    this.guilty = guilty;
  }
}

/** As many messages to each kind of session: legacy and modern, stdio and HTTP. @throws FuzzFailure */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { count, seed, eras = ['legacy', 'modern'], wires = ['stdio', 'http'] } = options;
  const lanes = wires.flatMap((wire) => eras.map((era) => ({ era, wire })));
  const share = count / lanes.length;
  const began = performance.now();
  const total = { outcomes: {} as Record<string, number>, ends: {} as Record<string, number> };
  let growth = 0;
  let messages = 0;
  const restore = fasterClock();
  try {
    for (const { era, wire } of lanes) {
      const lane = await Lane.open(era, wire, new Random(seed));
      let before: number | undefined;
      const target = messages + Math.round(share);
      const warm = messages + Math.min(Math.max(WARM_UP, share / 50), share / 4);
      while (messages < target) {
        const size = Math.min(BATCH, target - messages);
        await watched(lane, () => lane.batch(size));
        messages += size;
        restore.advance(size);
        if (before === undefined && messages >= warm) before = await usedHeap();
        if (messages % 50_000 < BATCH) options.say?.(`${messages} messages`);
      }
      const after = await usedHeap();
      growth = Math.max(growth, after - (before ?? after));
      options.say?.(`${era} ${wire}: heap ${mb(before ?? after)} MB, then ${mb(after)} MB`);
      await watched(lane, () => lane.close());
      add(total.outcomes, lane.outcomes);
      add(total.ends, lane.ends);
    }
    const hand = { lines: [] as readonly string[], wire: 'http' as const, close: () => Promise.resolve() };
    await watched(hand, async () => {
      const tries = Math.ceil(count / HANDSHAKE_SHARE);
      const sessions = await handshakes(tries, new Random(seed), (lines) => {
        hand.lines = lines;
      });
      options.say?.(`${tries} handshakes: ${sessions} became sessions`);
    });
  } finally {
    restore.stop();
  }
  const seconds = (performance.now() - began) / 1000;
  return { messages, seconds, heapGrowthMb: mb(growth), ...total };
}

const mb = (bytes: number): number => Math.round((bytes / (1024 * 1024)) * 100) / 100;

function add(to: Record<string, number>, from: Record<string, number>): void {
  for (const [key, n] of Object.entries(from)) to[key] = (to[key] ?? 0) + n;
}

/** Runs one step; whatever goes wrong anywhere meanwhile is a failure of its lines. */
async function watched(
  lane: { readonly lines: readonly string[]; readonly wire: Wire; close(): Promise<void> },
  step: () => Promise<void>,
): Promise<void> {
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  failed.catch(() => undefined);
  const onCrash = (error: unknown) => fail(new Error(`a fault escaped: ${stackOf(error)}`));
  const { error: print } = console;
  // A fault that was caught is told on the console; here it counts as well.
  console.error = (...args: unknown[]) =>
    fail(new Error(`a fault was caught: ${args.map(stackOf).join(' ')}`));
  process.on('uncaughtException', onCrash);
  process.on('unhandledRejection', onCrash);
  try {
    await Promise.race([step(), failed]);
  } catch (error) {
    const { lines } = lane;
    void lane.close().catch(() => undefined);
    const key = error instanceof Unsettled ? error.key : undefined;
    const guilty = lines.filter((line) => {
      const { must, may, cancelled } = demandOf(line, lane.wire);
      return key === undefined || [...must, ...may, ...cancelled].includes(key);
    });
    throw new FuzzFailure((error as Error).message, lines, guilty);
  } finally {
    console.error = print;
    process.removeListener('uncaughtException', onCrash);
    process.removeListener('unhandledRejection', onCrash);
  }
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/**
 * The host allows a server 10,000 reverse calls a minute at most. The clock runs ahead with the messages, so that most of
 * them reach what stands behind that limit.
 */
function fasterClock(): { advance: (messages: number) => void; stop: () => void } {
  const now = Date.now;
  let ahead = 0;
  Date.now = () => now() + ahead;
  return {
    advance: (messages) => {
      ahead += messages * 12;
    },
    stop: () => {
      Date.now = now;
    },
  };
}
