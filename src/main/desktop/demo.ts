import { type UtilityProcess, utilityProcess } from 'electron';
import { SentenceError } from '../../shared/model/sentence-error.ts';
import type { Log } from './log.ts';
import { RateCap } from './rate-cap.ts';

const START_TIMEOUT_MS = 15_000;
const STOP_TIMEOUT_MS = 2000;
/** All that the demo server may know of the environment. */
const ENV = ['HOME', 'USERPROFILE', 'LANG', 'LC_ALL', 'PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];

const failed = (cause?: unknown) =>
  new SentenceError(
    'demo-failed',
    'The demo server could not be started. Try again, or start Gatehouse again.',
    {
      retryable: true,
      cause,
    },
  );

/**
 * The bundled demo server: a process of its own that serves loopback HTTP, because a packaged app has no Node to
 * start a stdio server with. Started when it is first wanted, and anew when it died.
 */
export class DemoServer {
  #running: { child: UtilityProcess; url: Promise<string>; gone: Promise<void> } | undefined;
  readonly #script: string;
  readonly #home: string;
  readonly #log: Log;
  readonly #starts = new RateCap({ burst: 5, perSecond: 1 / 10, now: () => performance.now() });

  /** `script` is the built demo server, `home` the folder it may keep things in. */
  constructor(options: { script: string; home: string; log: Log }) {
    this.#script = options.script;
    this.#home = options.home;
    this.#log = options.log;
  }

  /** Where it listens. Rejects with a sentence. */
  url(): Promise<string> {
    if (this.#running) return this.#running.url;
    if (!this.#starts.take()) return Promise.reject(failed());
    return this.#start();
  }

  async stop(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    running.child.kill();
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      running.gone,
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_TIMEOUT_MS);
      }),
    ]);
    clearTimeout(timer);
  }

  #start(): Promise<string> {
    const known = ENV.flatMap((key) =>
      process.env[key] === undefined ? [] : [[key, process.env[key]] as const],
    );
    const child = utilityProcess.fork(this.#script, [], {
      serviceName: 'Gatehouse demo server',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...Object.fromEntries(known), GATEHOUSE_DEMO_HOME: this.#home },
    });
    child.stderr?.on('data', (data: unknown) => this.#log('demo', String(data)));
    const gone = new Promise<void>((resolve) => {
      child.once('exit', (code) => {
        if (this.#running?.child === child) this.#running = undefined;
        if (code !== 0) this.#log('demo', `the demo server ended with code ${code}`);
        resolve();
      });
    });
    const url = new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => {
        child.kill();
        reject(failed());
      }, START_TIMEOUT_MS);
      child.once('message', (message: unknown) => {
        clearTimeout(timer);
        const said = (message as { url?: unknown } | null)?.url;
        if (typeof said === 'string') resolve(said);
        else reject(failed());
      });
      void gone.then(() => {
        clearTimeout(timer);
        reject(failed());
      });
    });
    // Whoever asked is told; nobody else needs to be.
    url.catch(() => {});
    this.#running = { child, url, gone };
    return url;
  }
}
