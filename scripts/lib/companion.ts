import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Person } from './person.ts';

/** A server that runs beside a program, and the first line it wrote on descriptor 3. */
export interface Companion {
  line: string;
  close: () => Promise<void>;
}

const START_MS = 15_000;

/**
 * Starts a server as `person` and waits for the line on descriptor 3 that says it is ready. When it does not come,
 * rejects with the server's own last words.
 */
export async function startCompanion(
  program: string,
  args: readonly string[],
  person: Person,
): Promise<Companion> {
  const server = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    cwd: '/',
    ...person.ids,
  });
  let complaint = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const line = await firstLine(server);
  if (line !== undefined) return { line, close: () => stop(server) };
  await stop(server);
  throw new Error(complaint.trim().split('\n').at(-1) || `${program} gave no reason`);
}

function firstLine(server: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const end = (value: string | undefined) => {
      clearTimeout(timer);
      resolve(value);
    };
    const timer = setTimeout(() => end(undefined), START_MS);
    server.once('error', () => end(undefined));
    server.once('exit', () => end(undefined));
    (server.stdio[3] as NodeJS.ReadableStream).on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes('\n')) end(text.trim());
    });
  });
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const force = setTimeout(() => server.kill('SIGKILL'), 3_000);
  await ended;
  clearTimeout(force);
}
