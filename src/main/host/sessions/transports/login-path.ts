import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { Environment } from './environment.ts';

/** A shell that is slower is not waited for; in milliseconds. */
const LIMIT_MS = 5000;
/** Set-up files may print what they like; only what stands between two of these is ours. */
const MARK = '_gatehouse_path_';

/**
 * The environment with the PATH a person has in a terminal. A desktop starts programs with a minimal one, where `npx` or
 * `uvx` are not found. Their login shell is asked once, when it is first needed, and never longer than the limit.
 */
export function withLoginPath(env: Environment, limitMs = LIMIT_MS): () => Promise<Environment> {
  let asked: Promise<Environment> | undefined;
  return () => {
    asked ??= askLoginShell(env, limitMs).then((login) =>
      login === undefined ? env : { ...env, PATH: mergePaths(login, env.PATH) },
    );
    return asked;
  };
}

/** All folders of both, each once; those of the login shell first. */
export function mergePaths(login: string, own: string | undefined): string {
  const folders = `${login}:${own ?? ''}`.split(':').filter((folder) => folder !== '');
  return [...new Set(folders)].join(':');
}

/** PATH in the person's login shell; undefined where there is none, it fails or takes too long. */
async function askLoginShell(env: Environment, limitMs: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  const shell = env.SHELL || shellOfUser();
  if (!shell || !path.isAbsolute(shell)) return undefined;
  // Set-up for a terminal (nvm, asdf, brew) is often in files that only an interactive shell reads. A session of its
  // own keeps it from the terminal we may have been started in.
  const child = spawn(shell, ['-ilc', `printf '${MARK}%s${MARK}' "$PATH"`], {
    env: { ...env, TERM: 'dumb' },
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => {
    const end = (found: string | undefined) => {
      clearTimeout(timer);
      child.stdout.destroy();
      // What the set-up files started goes along.
      if (child.pid !== undefined) killGroup(child.pid);
      resolve(found || undefined);
    };
    const timer = setTimeout(() => end(undefined), limitMs);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const [, found, after] = text.split(MARK);
      if (after !== undefined) end(found);
    });
    child.once('error', () => end(undefined));
    child.once('close', () => end(undefined));
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left.
  }
}

function shellOfUser(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    return undefined;
  }
}
