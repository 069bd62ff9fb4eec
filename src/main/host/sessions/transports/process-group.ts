import { type ChildProcess, spawn } from 'node:child_process';
import { unwatchGroup, watchGroup } from './watchdog.ts';
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
let netSpread = false;

function spreadNet(): void {
  if (netSpread) return;
  netSpread = true;
  process.on('exit', () => {
    for (const group of alive) group.signal('SIGKILL');
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A server process and everything it started. On POSIX the process leads a group of its own, so that signals reach
 * what stands behind a wrapper (`sh -c`, `npx`); on Windows the tree is ended by `taskkill`.
 */
export class ProcessGroup {
  readonly #child: ChildProcess;
  readonly #pid: number;
  readonly #windows: boolean;
  #empty = false;

  /** @throws when the child has no pid: there is nothing to hold then. */
  constructor(child: ChildProcess, platform: NodeJS.Platform = process.platform) {
    if (child.pid === undefined || child.pid <= 1) throw new Error('The process has no id.');
    this.#child = child;
    this.#pid = child.pid;
    this.#windows = platform === 'win32';
    spreadNet();
    alive.add(this);
    watchGroup(this.#pid);
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

  /** Resolves true as soon as nobody is left, false after `ms`. */
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

  /** Ends everything in order: stdin, TERM, KILL. Resolves when nobody is left or nothing more can be done. */
  async stop(times: StopTimes = STOP_TIMES): Promise<void> {
    this.#child.stdin?.end();
    if ((await this.#leaderExits(times.stdinMs)) && !this.signal(0)) return;
    this.signal('SIGTERM');
    if (await this.gone(times.termMs)) return;
    this.signal('SIGKILL');
    await this.gone(times.killMs);
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
