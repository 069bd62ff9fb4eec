import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { electronExecutable, PROJECT_ROOT } from '../../e2e/lib/launch.ts';
import { familyOf, field, isAlive } from '../../e2e/lib/processes.ts';

/** An Electron executable and the app it is to load. */
export interface App {
  readonly executable: string;
  readonly folder: string;
}

export const ours = (): App => ({ executable: electronExecutable(), folder: PROJECT_ROOT });

/** The app that only opens a window, as `scripts/bench.ts` laid it out. */
export function emptyApp(): App {
  const { GATEHOUSE_BENCH_EMPTY: folder, GATEHOUSE_BENCH_EMPTY_ELECTRON: executable } = process.env;
  if (!folder || !executable) throw new Error('Start this with `npm run bench`.');
  return { folder, executable };
}

const START_MS = 60_000;
const END_MS = 10_000;

/** An app started as a person starts it: nothing is attached to it while it starts. */
export class StartedApp {
  readonly page: Page;
  /** Milliseconds since 1970, with a fraction, right before the process was made. */
  readonly startedAt: number;
  readonly #child: ChildProcess;
  readonly #browser: Browser;
  readonly #dataDir: string;

  private constructor(child: ChildProcess, browser: Browser, page: Page, startedAt: number, dataDir: string) {
    this.#child = child;
    this.#browser = browser;
    this.page = page;
    this.startedAt = startedAt;
    this.#dataDir = dataDir;
  }

  static async start(app: App): Promise<StartedApp> {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-'));
    const startedAt = performance.timeOrigin + performance.now();
    const child = spawn(
      app.executable,
      [app.folder, `--user-data-dir=${dataDir}`, '--remote-debugging-port=0'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    try {
      const browser = await chromium.connectOverCDP(await debuggerOf(child));
      const page = await pageOf(browser);
      return new StartedApp(child, browser, page, startedAt, dataDir);
    } catch (error) {
      await end(child);
      rmSync(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  /** Resident memory of all its processes, in bytes. */
  memory(): number {
    return familyOf(this.#child.pid ?? 0).reduce(
      (sum, pid) => sum + Number.parseInt(field(pid, 'VmRSS') ?? '0', 10) * 1024,
      0,
    );
  }

  async stop(): Promise<void> {
    await this.#browser.close().catch(() => undefined);
    await end(this.#child);
    rmSync(this.#dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The address Chromium prints for those who want to look inside. */
async function debuggerOf(child: ChildProcess): Promise<string> {
  const signal = AbortSignal.timeout(START_MS);
  let said = '';
  for await (const [chunk] of onData(child, signal)) {
    said += chunk;
    const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
    if (address) {
      // Nobody may have to wait because this pipe is full.
      child.stderr?.resume();
      return address;
    }
  }
  throw new Error(`The app ended at once: ${said.slice(-500)}`);
}

async function* onData(child: ChildProcess, signal: AbortSignal): AsyncGenerator<[string]> {
  const { stderr } = child;
  if (!stderr) return;
  stderr.setEncoding('utf8');
  for (;;) {
    const event = await Promise.race([
      once(stderr, 'data', { signal }) as Promise<[string]>,
      once(child, 'exit', { signal }).then(() => undefined),
    ]);
    if (!event) return;
    yield event;
  }
}

async function pageOf(browser: Browser): Promise<Page> {
  const end = Date.now() + START_MS;
  for (;;) {
    const page = browser.contexts().flatMap((context) => context.pages())[0];
    if (page) return page;
    if (Date.now() > end) throw new Error('The app has opened no window.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function end(child: ChildProcess): Promise<void> {
  const family = child.pid === undefined ? [] : familyOf(child.pid);
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
    await ended;
    clearTimeout(timer);
  }
  for (const pid of family) {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
}
