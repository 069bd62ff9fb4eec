import { type ChildProcess, spawn } from 'node:child_process';
import { marked, signalMarked } from './marked.ts';
import { unwatchGroup, unwatchRun, watchGroup, watchRun } from './watchdog.ts';
import { onlyZombies } from './zombies.ts';

/** Milliseconds given to each step of a stop. The whole of a stubborn one stays under two seconds. */
export interface StopTimes {
  readonly stdinMs: number;
  readonly termMs: number;
  readonly killMs: number;
}
/** Less than two seconds in all, so that quitting is not felt. */
export const STOP_TIMES: StopTimes = { stdinMs: 800, termMs: 600, killMs: 400 };

/** A group that is still there after this is looked at member by member, which takes some milliseconds. */
const LOOK_CLOSER_MS = 20;

/** Groups that may still have members; the exit of our own process takes them along. */
const alive = new Set<ProcessGroup>();
/** Starts of servers of which somebody may be left, in their group or outside. */
const runs = new Set<string>();
let netSpread = false;

function spreadNet(): void {
  if (netSpread) return;
  netSpread = true;
  process.on('exit', () => {
    for (const group of alive) group.signal('SIGKILL');
    signalMarked(marked(runs), 'SIGKILL');
  });
}

/** How often those that left the group are looked for while they are waited for, in milliseconds. */
const LOOK_FOR_MARKED_MS = 25;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A server process and everything it started. On POSIX the process leads a group of its own, so that signals reach
 * what stands behind a wrapper (`sh -c`, `npx`); on Windows the tree is ended by `taskkill`. What left the group (setsid)
 * is found by the marker in its environment, on Linux.
 */
export class ProcessGroup {
  readonly #child: ChildProcess;
  readonly #pid: number;
  readonly #windows: boolean;
  readonly #run: ReadonlySet<string>;
  #empty = false;

  /**
   * @param run the id of this start, which the process carries as its marker
   * @throws when the child has no pid: there is nothing to hold then.
   */
  constructor(child: ChildProcess, platform: NodeJS.Platform = process.platform, run?: string) {
    if (child.pid === undefined || child.pid <= 1) throw new Error('The process has no id.');
    this.#child = child;
    this.#pid = child.pid;
    this.#windows = platform === 'win32';
    spreadNet();
    alive.add(this);
    watchGroup(this.#pid);
    this.#run = new Set(run === undefined ? [] : [run]);
    if (run !== undefined) {
      runs.add(run);
      watchRun(run);
    }
  }

  get leaderGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /**
   * Sends a signal to all members; 0 only asks. False when nobody is left: from then on the number is never used again,
   * since the system may give it to somebody else.
   */
  signal(signal: NodeJS.Signals | 0): boolean {
    if (this.#empty) return false;
    if (this.#windows) return this.#signalWindows(signal);
    try {
      process.kill(-this.#pid, signal);
      return true;
    } catch (error) {
      // EPERM: members are there that changed their user; ESRCH: nobody is.
      if ((error as NodeJS.ErrnoException).code === 'EPERM') return true;
      this.#forget();
      return false;
    }
  }

  #signalWindows(signal: NodeJS.Signals | 0): boolean {
    if (this.leaderGone) {
      this.#forget();
      return false;
    }
    if (signal !== 0) {
      const kill = spawn('taskkill', ['/T', '/F', '/PID', String(this.#pid)], {
        stdio: 'ignore',
        windowsHide: true,
      });
      kill.on('error', () => this.#child.kill());
    }
    return true;
  }

  #forget(): void {
    this.#empty = true;
    alive.delete(this);
    unwatchGroup(this.#pid);
  }

  /** Resolves true as soon as nobody is left in the group, false after `ms`. */
  async gone(ms: number): Promise<boolean> {
    const end = Date.now() + ms;
    if (!(await this.#leaderExits(ms))) return false;
    let lookAt = Date.now() + LOOK_CLOSER_MS;
    for (let step = 2; this.signal(0); step = Math.min(step * 2, 40)) {
      if (Date.now() >= lookAt) {
        lookAt = Date.now() + 5 * LOOK_CLOSER_MS;
        if (onlyZombies(this.#pid)) {
          this.#forget();
          break;
        }
      }
      if (Date.now() >= end) return false;
      await pause(step);
    }
    return true;
  }

  /**
   * Ends everything in order: stdin, TERM, KILL. Resolves true when nobody is left, false when nothing more can be done.
   */
  async stop(times: StopTimes = STOP_TIMES): Promise<boolean> {
    this.#child.stdin?.end();
    if ((await this.#leaderExits(times.stdinMs)) && !this.signal(0) && marked(this.#run).length === 0) {
      return this.#over();
    }
    if (await this.#end('SIGTERM', times.termMs)) return this.#over();
    return (await this.#end('SIGKILL', times.killMs)) && this.#over();
  }

  /** Resolves true as soon as nobody is left, in the group or outside, false after `ms`. */
  async #end(signal: NodeJS.Signals, ms: number): Promise<boolean> {
    const end = Date.now() + ms;
    const told = new Set<number>();
    // Each is told once; one that came meanwhile is told too.
    const outside = () => {
      const found = marked(this.#run);
      signalMarked(
        found.filter(({ pid, group }) => group !== this.#pid && !told.has(pid)),
        signal,
      );
      for (const { pid } of found) told.add(pid);
      return found.length > 0;
    };
    this.signal(signal);
    outside();
    if (!(await this.gone(end - Date.now()))) return false;
    while (outside()) {
      if (Date.now() >= end) return false;
      await pause(LOOK_FOR_MARKED_MS);
    }
    return true;
  }

  #over(): true {
    for (const run of this.#run) {
      runs.delete(run);
      unwatchRun(run);
    }
    return true;
  }

  #leaderExits(ms: number): Promise<boolean> {
    if (this.leaderGone) return Promise.resolve(true);
    return new Promise((resolve) => {
      const exited = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#child.removeListener('exit', exited);
        resolve(false);
      }, ms);
      this.#child.once('exit', exited);
    });
  }
}
