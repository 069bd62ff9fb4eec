import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** What a side can be told to do; each gives one number. Times are in the units that the name says. */
export interface Orders {
  /** Nanoseconds for `count` reverse calls, as the server measured them. */
  reverse: { kind: 'elicitation' | 'sampling' | 'roots'; count: number };
  /** Nanoseconds for `count` calls, one after another. */
  call: { count: number };
  /** Nanoseconds for one call that is answered with `mb` megabytes. */
  big: { mb: number };
  /** Microseconds of processor time the side has used so far. */
  cpu: Record<string, never>;
}

type Reply = { value: number } | { failed: string };

/** A side that has not answered after this time has failed. */
const ORDER_MS = 120_000;

const FILES = { ours: 'ours.ts', bare: 'bare.ts' } as const;

/**
 * One of the two clients that are compared, in a process of its own: neither warms up, or litters the heap of, the
 * other.
 */
export class Side {
  readonly #child: ChildProcess;
  readonly #name: keyof typeof FILES;

  private constructor(name: keyof typeof FILES, child: ChildProcess) {
    this.#name = name;
    this.#child = child;
  }

  /** Starts the process, and its own server; `profile` is a folder for a V8 CPU profile of it. */
  static async start(name: keyof typeof FILES, options: { profile?: string } = {}): Promise<Side> {
    const { profile } = options;
    const profiling = profile
      ? ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}.cpuprofile`]
      : [];
    const child = fork(path.join(import.meta.dirname, '..', 'sides', FILES[name]), {
      execArgv: profiling,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const side = new Side(name, child);
    await side.#reply();
    return side;
  }

  async tell<O extends keyof Orders>(order: O, details: Orders[O]): Promise<number> {
    const reply = this.#reply();
    this.#child.send({ order, details });
    return reply;
  }

  async #reply(): Promise<number> {
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, AbortSignal.timeout(ORDER_MS)]);
    try {
      const ended = once(this.#child, 'exit', { signal }).then(() => [{ failed: 'it ended' }]);
      ended.catch(() => undefined);
      const said = once(this.#child, 'message', { signal });
      said.catch(() => undefined);
      const [reply] = (await Promise.race([said, ended])) as [Reply];
      if ('failed' in reply) throw new Error(`${this.#name}: ${reply.failed}`);
      return reply.value;
    } finally {
      done.abort();
    }
  }

  /** Ends its session and the process. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(timer);
  }
}

/** Runs `body` with both sides up, and takes both down whatever happens. */
export async function withBothSides<T>(
  body: (ours: Side, bare: Side) => Promise<T>,
  options: { profile?: string } = {},
): Promise<T> {
  const ours = await Side.start('ours', options);
  try {
    const bare = await Side.start('bare', options);
    try {
      return await body(ours, bare);
    } finally {
      await bare.stop();
    }
  } finally {
    await ours.stop();
  }
}
