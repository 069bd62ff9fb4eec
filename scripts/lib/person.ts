import fs from 'node:fs';
import os from 'node:os';
import { isRoot } from './project.ts';
import { capture } from './run.ts';
import { Trouble } from './trouble.ts';

/** The account that windows run under when the scripts run as root. */
const ACCOUNT = { name: 'gatehouse', home: '/var/lib/gatehouse', shell: '/bin/sh' } as const;

/** The ordinary user that Electron, Playwright and the virtual display run as. `ids` is set only if it is not us. */
export interface Person {
  name: string;
  home: string;
  shell: string;
  ids?: { uid: number; gid: number };
}

/** Ourselves, or, for root, the account made for this. */
export async function ordinaryPerson(): Promise<Person> {
  if (!isRoot()) {
    const { username, homedir, shell } = os.userInfo();
    return { name: username, home: homedir, shell: shell ?? '/bin/sh' };
  }
  const ids = (await lookUp()) ?? (await create());
  fs.mkdirSync(ACCOUNT.home, { recursive: true, mode: 0o755 });
  fs.chownSync(ACCOUNT.home, ids.uid, ids.gid);
  return { ...ACCOUNT, ids };
}

async function lookUp(): Promise<{ uid: number; gid: number } | undefined> {
  const uid = await capture('id', ['-u', ACCOUNT.name]);
  const gid = await capture('id', ['-g', ACCOUNT.name]);
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

async function create(): Promise<{ uid: number; gid: number }> {
  const made = await capture('useradd', [
    '--system',
    '--user-group',
    '--create-home',
    '--home-dir',
    ACCOUNT.home,
    '--shell',
    ACCOUNT.shell,
    ACCOUNT.name,
  ]);
  const ids = await lookUp();
  if (ids) return ids;
  throw new Trouble(
    `The ordinary user "${ACCOUNT.name}" could not be created: ${made.stderr.trim() || 'useradd is missing'}.`,
    'Run the command as an ordinary user instead of root.',
  );
}

/** Chromium's sandbox needs user namespaces; without them every window would crash, so say it before. */
export async function mustHaveSandbox(person: Person): Promise<void> {
  if (process.platform !== 'linux') return;
  const tried = await capture('unshare', ['--user', '--map-root-user', 'true'], { cwd: '/', ...person.ids });
  if (tried.code === 0 || tried.code === null) return;
  throw new Trouble(
    "This system does not let ordinary users make user namespaces, which Chromium's sandbox needs.",
    'On Ubuntu run `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`; in a container allow them (Docker: `--security-opt seccomp=unconfined`).',
  );
}
