/** Runs the built headless command as a person or a CI job does, and reads what it prints. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { rawStdio, type Scenario } from '../servers/raw.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const HEADLESS = process.env.GATEHOUSE_HEADLESS ?? path.join(ROOT, 'out/main/headless.js');
const DEMO = path.join(path.dirname(HEADLESS), 'demo-server.js');
const EVERYTHING = path.join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
/** The Node that the person has; headless promises version 20. */
const NODE = process.env.GATEHOUSE_NODE ?? process.execPath;

/** A run that takes longer hangs. Generous, because the machine may be busy. */
const HANGS_AFTER_MS = 45_000;

// biome-ignore lint/suspicious/noExplicitAny: events are looked into by path, and a wrong path fails the test.
export type Event = { event: string } & Record<string, any>;

export interface Run {
  /** Exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly events: Event[];
  readonly stderr: string;
  /** The events with this name. */
  all(event: string): Event[];
  /** The only event with this name. */
  one(event: string): Event;
}

export interface RunOptions {
  /** Called with each event as it comes. */
  readonly onEvent?: (event: Event, child: ChildProcess) => void;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Folders and files for one test file; `remove` takes them away. */
export function scratch() {
  const dir = mkdtempSync(path.join(tmpdir(), 'gatehouse-headless-'));
  return {
    dir,
    /** Writes a value as JSON, which is YAML too, and gives the file's path. */
    file(value: unknown): string {
      const file = path.join(dir, `${randomUUID()}.json`);
      writeFileSync(file, JSON.stringify(value));
      return file;
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** A word list as `--stdio` takes it. */
export const quoted = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');

export const demoWords = (): string[] => [process.execPath, DEMO];
export const demoStdio = (): string => quoted(demoWords());
export const everythingStdio = (): string => quoted([process.execPath, EVERYTHING, 'stdio']);

/** The target flags of the demo server: at its URL, or over stdio with this folder as its home. */
export const demoAt = (urlOrHome: string, era: 'legacy' | 'modern'): readonly string[] => [
  ...(/^https?:/.test(urlOrHome)
    ? ['--url', urlOrHome]
    : ['--stdio', demoStdio(), '--env', `GATEHOUSE_DEMO_HOME=${urlOrHome}`]),
  '--era',
  era,
];

/** The names of the events without the notes beside them. */
export const plot = (events: readonly Event[]): string[] =>
  events.map(({ event }) => event).filter((event) => !['log', 'stderr', 'progress'].includes(event));

/** Rejects when a line of stdout is not an event, or when the command hangs. */
export async function headless(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  if (!existsSync(HEADLESS)) throw new Error(`${HEADLESS} is missing; run npm run build.`);
  const child = spawn(NODE, [HEADLESS, ...args], {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const events: Event[] = [];
  const strangers: string[] = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const event = eventOf(line);
    if (!event) strangers.push(line);
    else {
      events.push(event);
      options.onEvent?.(event, child);
    }
  });
  const read = Promise.race([
    new Promise((resolve) => lines.once('close', resolve)),
    new Promise((resolve) => child.stdout.once('close', resolve)),
  ]);
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, HANGS_AFTER_MS);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  await read;
  if (hung) throw new Error(`headless hung: ${JSON.stringify(events.slice(-3))}\n${stderr}`);
  if (strangers.length > 0) throw new Error(`Not an event: ${strangers[0]}`);
  return {
    code,
    events,
    stderr,
    all: (name) => events.filter(({ event }) => event === name),
    one(name) {
      const [only, ...more] = events.filter(({ event }) => event === name);
      if (only && more.length === 0) return only;
      const seen = events.map(({ event }) => event).join(', ');
      throw new Error(
        `Not exactly one "${name}" among: ${seen}\n${JSON.stringify(events.at(-1))}\n${stderr}`,
      );
    },
  };
}

function eventOf(line: string): Event | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string') {
      return value as Event;
    }
  } catch {
    // Said by the caller.
  }
  return undefined;
}

/** A raw server over stdio that follows a scenario (e2e/servers/README.md). */
export function rawCommand(scenario: Scenario, era: 'legacy' | 'modern' = 'legacy'): string {
  const { command, args } = rawStdio(scenario, era);
  return quoted([command, ...args]);
}

/** A server that listens, and how to stop it. */
export interface Listening {
  readonly url: string;
  stop(): Promise<void>;
}

/** The demo server over Streamable HTTP, both eras. */
export async function startDemoHttp(home: string): Promise<Listening> {
  const child = spawn(process.execPath, [DEMO, '--http'], {
    env: { ...process.env, GATEHOUSE_DEMO_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    return { url: (JSON.parse(line) as { url: string }).url, stop: () => stop(child) };
  }
  throw new Error('The demo server printed no address.');
}

/** The reference server over Streamable HTTP or the SSE transport. */
export async function startEverything(transport: 'streamableHttp' | 'sse'): Promise<Listening> {
  // It cannot say which port it chose, so one that was free a moment ago is given to it.
  const port = await freePort();
  const child = spawn(process.execPath, [EVERYTHING, transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface({ input: child.stderr })) {
    if (!line.includes(String(port))) continue;
    child.stderr.resume();
    const url = `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`;
    return { url, stop: () => stop(child) };
  }
  throw new Error('The reference server did not start.');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** A mark that a server and all it starts carry in their environment, so that none is overlooked (Linux). */
export function newMark() {
  const mark = `GATEHOUSE_MARK=${randomUUID()}`;
  return {
    /** For `--env`. */
    mark,
    /** The processes that carry it; one that ended and was not yet collected has no environment any more. */
    processes: (): number[] =>
      readdirSync('/proc').flatMap((name) => {
        if (!/^\d+$/.test(name)) return [];
        try {
          return readFileSync(`/proc/${name}/environ`, 'utf8').includes(mark) ? [Number(name)] : [];
        } catch {
          return [];
        }
      }),
  };
}
