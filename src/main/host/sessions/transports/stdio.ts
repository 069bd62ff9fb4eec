import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import { jsonLine } from '../../../../shared/json-line.ts';
import { type Launch, withMarker } from './environment.ts';
import { LineReader } from './framing.ts';
import { ProcessGroup, STOP_TIMES, type StopTimes } from './process-group.ts';
import { malformedAnswer, readLine } from './read-message.ts';
import type { ProcessRecords } from './records.ts';
import { Undelivered } from './undelivered.ts';

/** One message may be this long, in bytes; a longer one ends the session. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** So much may wait for a server that does not read; then it is ended, since it may go on asking without end. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;
/** A line for the log is cut after this many bytes. */
const MAX_LOG_LINE_BYTES = 64 * 1024;
/** After the process has ended its pipes may be held open by others for so long, in milliseconds. */
const PIPE_GRACE_MS = 200;

/** What to start, and where its output goes besides the messages. */
export interface StdioOptions {
  readonly launch: Launch;
  /** Created when it is the folder we give, never when the person named it. */
  readonly createCwd: boolean;
  readonly onStderr: (line: string) => void;
  readonly onGarbage: (line: string) => void;
  /** Where the process is written down while it runs; absent: nowhere. */
  readonly record?: { readonly in: ProcessRecords; readonly server: string } | undefined;
  readonly maxMessageBytes?: number;
  readonly maxUnreadBytes?: number;
  readonly stopTimes?: StopTimes;
}

/** Why the process is no longer there. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** A message over the limit made us end it; in bytes. */
  readonly tooLong?: number;
  /** It did not read what was sent to it, so we ended it. */
  readonly deaf?: true;
}

/** The program could not be started at all; `message` is one plain sentence. */
export class SpawnFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SpawnFailure';
  }
}

/**
 * The stdio transport: newline-delimited JSON-RPC over the pipes of a process group of our own (basic/transports, stdio).
 * `stderr` and `pid` are what the SDK recognises a process by when it looks for the era.
 */
export class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly stderr = null;
  readonly #options: StdioOptions;
  readonly #limit: number;
  /** Tells this process, and all it starts, from any other. */
  readonly #run = randomUUID();
  #child: ChildProcess | undefined;
  #group: ProcessGroup | undefined;
  #exit: { code: number | null; signal: NodeJS.Signals | null } | undefined;
  #tooLong: number | undefined;
  #deaf = false;
  #closed = false;
  #stopAsked = false;
  #stopping: Promise<void> | undefined;

  constructor(options: StdioOptions) {
    this.#options = options;
    this.#limit = options.maxMessageBytes ?? MAX_MESSAGE_BYTES;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** How it ended by itself, or for a message too long; undefined while it runs, and when we stopped it. */
  get ending(): Ending | undefined {
    if (this.#tooLong !== undefined) return { code: null, signal: null, tooLong: this.#tooLong };
    if (this.#deaf) return { code: null, signal: null, deaf: true };
    return this.#stopAsked ? undefined : this.#exit;
  }

  /** @throws SpawnFailure */
  async start(): Promise<void> {
    const { command, args, cwd, env } = this.#options.launch;
    this.#checkFolder();
    const child = spawn(command, [...args], {
      cwd,
      env: withMarker(env, this.#run),
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      windowsHide: true,
      // A group of its own on POSIX; on Windows this would open a console.
      detached: process.platform !== 'win32',
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => reject(this.#spawnFailure(error)));
    });
    child.on('error', (error) => this.onerror?.(error));
    this.#group = new ProcessGroup(child, process.platform, this.#run);
    if (child.pid !== undefined)
      this.#options.record?.in.add(this.#run, this.#options.record.server, child.pid);
    this.#attach(child);
  }

  #checkFolder(): void {
    const { cwd } = this.#options.launch;
    if (this.#options.createCwd) mkdirSync(cwd, { recursive: true });
    try {
      if (statSync(cwd).isDirectory()) return;
    } catch (error) {
      throw new SpawnFailure(`The folder ${cwd} does not exist. Create it or choose another one.`, error);
    }
    throw new SpawnFailure(`${cwd} is not a folder. Choose another working folder.`);
  }

  #spawnFailure(error: Error): SpawnFailure {
    const { command, env } = this.#options.launch;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') {
      const where = /[/\\]/.test(command)
        ? ''
        : ` It was looked for in: ${env.PATH ?? env.Path ?? '(no PATH)'}`;
      return new SpawnFailure(
        `The program ${command} was not found. Install it or give its full path.${where}`,
        error,
      );
    }
    if (code === 'EACCES') {
      return new SpawnFailure(
        `The program ${command} may not be run. Check that it is an executable file.`,
        error,
      );
    }
    return new SpawnFailure(
      `The program ${command} could not be started (${code ?? 'unknown reason'}).`,
      error,
    );
  }

  #attach(child: ChildProcess): void {
    const stdout = new LineReader(
      this.#limit,
      (line) => this.#line(line),
      () => {
        this.#tooLong = this.#limit;
        void this.close();
      },
    );
    child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stdout?.on('end', () => stdout.end());
    const stderr = new LineReader(
      MAX_LOG_LINE_BYTES,
      (line) => line !== '' && this.#options.onStderr(line),
      () => this.#options.onStderr('(a line longer than 64 KiB was left out)'),
    );
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.stderr?.on('end', () => stderr.end());
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('error', (error) => this.onerror?.(error));
    }
    child.stdin?.on('error', (error) => this.onerror?.(this.#unsent(error)));
    child.once('exit', (code, signal) => {
      this.#exit = { code, signal };
      // Others may still hold the pipes; nothing of this server stays behind.
      const timer = setTimeout(() => this.#finish(), PIPE_GRACE_MS);
      child.once('close', () => {
        clearTimeout(timer);
        this.#finish();
      });
    });
  }

  #line(line: string): void {
    for (const reading of readLine(line)) {
      if (reading.type === 'message') this.onmessage?.(reading.message);
      else if (reading.type === 'noise') this.#options.onGarbage(line.slice(0, 2000));
      else {
        this.#options.onGarbage(line.slice(0, 2000));
        this.onmessage?.(malformedAnswer(reading.id, reading.why));
      }
    }
  }

  #finish(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#child?.stdout?.destroy();
    this.#child?.stderr?.destroy();
    this.#child?.stdin?.destroy();
    void this.#stop();
    this.onclose?.();
  }

  /** Resolves when the pipe has taken the whole message. Rejects with Undelivered when it never will. */
  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin || this.#closed || this.#exit !== undefined || stdin.writableEnded || stdin.destroyed) {
      throw this.#unsent();
    }
    if (stdin.writableLength > (this.#options.maxUnreadBytes ?? MAX_UNREAD_BYTES)) {
      this.#deaf = true;
      void this.close();
      throw this.#unsent();
    }
    await new Promise<void>((resolve, reject) => {
      stdin.write(jsonLine(message), (error) => {
        if (error) reject(this.#unsent(error));
        else resolve();
      });
    });
  }

  #unsent(cause?: unknown): Undelivered {
    const ended = this.#closed || this.#exit !== undefined || this.ending !== undefined || this.#stopAsked;
    return new Undelivered(
      ended ? 'The server process has ended.' : 'The server no longer reads what is sent to it.',
      cause,
    );
  }

  /** Resolves when the whole group is gone, and what left it. */
  async close(): Promise<void> {
    if (this.#exit === undefined) this.#stopAsked = true;
    await this.#stop();
    this.#finish();
  }

  #stop(): Promise<void> {
    this.#stopping ??= this.#stopGroup();
    return this.#stopping;
  }

  async #stopGroup(): Promise<void> {
    const nobodyLeft = await this.#group?.stop(this.#options.stopTimes ?? STOP_TIMES);
    if (nobodyLeft) this.#options.record?.in.remove(this.#run);
  }
}

/** One plain sentence about the end of a process. */
export function endingSentence(ending: Ending | undefined, answered: boolean): string {
  if (ending?.tooLong !== undefined) {
    return `The server sent a message longer than ${Math.round(ending.tooLong / (1024 * 1024))} MiB and was stopped.`;
  }
  if (ending?.deaf) return 'The server does not read what is sent to it and was stopped.';
  const before = answered ? '' : ' before it answered';
  if (ending === undefined) return `The connection to the server was lost${before}.`;
  const hint = answered ? ' Connect again to go on.' : ' Its log may say why.';
  if (ending.signal !== null) return `The server was ended by ${ending.signal}${before}.${hint}`;
  if (ending.code === 0) return `The server ended normally (exit code 0)${before}.${hint}`;
  return `The server ended with exit code ${ending.code}${before}.${hint}`;
}
