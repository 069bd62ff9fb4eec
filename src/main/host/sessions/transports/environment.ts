import { homedir } from 'node:os';

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What a server process may see of our own environment: enough to start programs, find a home and a proxy.
 * Keys and tokens that happen to be set where the app was started stay with the app.
 */
const SAFE_POSIX = [
  'HOME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'LOGNAME',
  'PATH',
  'SHELL',
  'TERM',
  'TMPDIR',
  'TZ',
  'USER',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
];
const SAFE_WINDOWS = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'OS',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];
const SAFE_ANYWHERE = [
  'ALL_PROXY',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'NO_PROXY',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
];

/**
 * The variable by which the processes of one start of a server are known again after they left its process group. Its
 * value is random, different for each start, kept only in the record of that process, and good for nothing else.
 */
export const RUN_MARKER = 'GATEHOUSE_SERVER_RUN';

/** The environment of one start of a server; `run` is its id. Nothing a person sets replaces it. */
export function withMarker(env: Launch['env'], run: string): Record<string, string> {
  return { ...env, [RUN_MARKER]: run };
}

/** The part of our own environment that every server gets. */
export function safeEnvironment(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const wanted = new Set([...SAFE_ANYWHERE, ...(platform === 'win32' ? SAFE_WINDOWS : SAFE_POSIX)]);
  const safe: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    // A value that begins like an exported shell function is code for the next shell.
    if (value === undefined || value.startsWith('()')) continue;
    if (wanted.has(platform === 'win32' || /_proxy$/.test(name) ? name.toUpperCase() : name))
      safe[name] = value;
  }
  return safe;
}

/** How a server process is started: everything expanded, nothing inherited by accident. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The person's home folder, as the environment tells it. */
export function homeOf(env: Environment): string {
  return (process.platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir();
}

/**
 * Makes the launch of a stdio target whose variables are filled in. An empty `env` is the same as none; the person's own
 * values win over ours and go to the server as they are, but for a leading `~`.
 */
export function launchOf(
  target: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly cwd?: string | undefined;
  },
  env: Environment,
  defaultCwd: string,
  platform: NodeJS.Platform = process.platform,
): Launch {
  const own = Object.entries(target.env ?? {}).map(
    ([name, value]) => [name, value.replace(/^~(?=$|[/\\])/, () => homeOf(env))] as const,
  );
  return {
    command: target.command,
    args: target.args,
    cwd: target.cwd || defaultCwd,
    env: { ...safeEnvironment(env, platform), ...Object.fromEntries(own) },
  };
}
