import { type SpawnOptions, spawn } from 'node:child_process';

/** How a finished program ended. `code` is null when a signal ended it or it could not be started. */
export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end and keeps what it printed. Never rejects: a program that is missing has code null. */
export function capture(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', (error) => resolve({ code: null, stdout, stderr: stderr + error.message }));
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Runs a program in the person's terminal and gives its exit code (1 when a signal ended it). */
export function show(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** True when a program of that name can be found and started. */
export async function exists(program: string): Promise<boolean> {
  return (await capture('sh', ['-c', `command -v "$1"`, 'sh', program])).code === 0;
}
