import fs from 'node:fs';
import path from 'node:path';
import type { Person } from './person.ts';
import { PROJECT_ROOT } from './project.ts';
import { capture } from './run.ts';
import { Trouble } from './trouble.ts';

/** What the staged copy does without: history, results of earlier runs, and what is laid there anew. */
const LEFT_OUT = new Set(['.git', 'node_modules', '.runtime', 'dist', 'test-results', 'out/tour']);

/** A place to run in as `person`. */
export interface Stage {
  root: string;
  /** Brings result folders (relative to the project) back, owned like the project. */
  bringBack: (results: readonly string[]) => void;
  remove: () => void;
}

/**
 * The project itself when it is ours to run in; for root a copy that the ordinary user owns and can read, with the
 * folders of `brings` although they are usually left out.
 */
export async function makeStage(person: Person, brings: readonly string[]): Promise<Stage> {
  if (!person.ids) return { root: PROJECT_ROOT, bringBack: () => {}, remove: () => {} };
  const { uid, gid } = person.ids;
  const runs = path.join(person.home, 'runs');
  fs.mkdirSync(runs, { recursive: true, mode: 0o755 });
  removeOld(runs);
  const root = fs.mkdtempSync(path.join(runs, 'run-'));
  const remove = () => fs.rmSync(root, { recursive: true, force: true });
  try {
    fs.cpSync(PROJECT_ROOT, root, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      filter: (source) => !LEFT_OUT.has(path.relative(PROJECT_ROOT, source)),
    });
    for (const name of brings) {
      fs.cpSync(path.join(PROJECT_ROOT, name), path.join(root, name), {
        recursive: true,
        verbatimSymlinks: true,
        mode: fs.constants.COPYFILE_FICLONE,
      });
    }
    own(root, uid, gid, true);
    await placeModules(root, person);
  } catch (error) {
    remove();
    throw error;
  }
  return { root, bringBack: (results) => bringBack(root, results), remove };
}

const OLD_MS = 24 * 60 * 60 * 1000;

/** Copies that a killed run left behind; no run takes a day. */
function removeOld(runs: string): void {
  for (const name of fs.readdirSync(runs)) {
    const folder = path.join(runs, name);
    const { mtimeMs } = fs.statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > OLD_MS) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Gives the staged copy its node_modules by the cheapest way that the person can really read: a link where the
 * checkout is open to them, hard links where only its parents are closed, else a copy.
 */
async function placeModules(stage: string, person: Person): Promise<void> {
  const from = path.join(PROJECT_ROOT, 'node_modules');
  const to = path.join(stage, 'node_modules');
  const ways = [
    () => fs.symlinkSync(from, to),
    () => capture('cp', ['-al', from, to]),
    async () => {
      await capture('cp', ['-a', '--reflink=auto', from, to]);
      await capture('chown', ['-R', '-h', `${person.ids?.uid}:${person.ids?.gid}`, to]);
      await capture('chmod', ['-R', 'u+rwX', to]);
    },
  ];
  for (const way of ways) {
    fs.rmSync(to, { recursive: true, force: true });
    await way();
    if (await canRead(to, person)) return;
  }
  throw new Trouble(
    `The user "${person.name}" cannot read the installed packages, even from a copy.`,
    `Free some space in ${person.home}, run \`npm ci\`, and try again.`,
  );
}

async function canRead(folder: string, person: Person): Promise<boolean> {
  // The trailing slash enters a link; one unreadable file is enough to say no.
  const found = await capture(
    'find',
    [`${folder}/`, '!', '-type', 'l', '!', '-readable', '-print', '-quit'],
    {
      cwd: '/',
      ...person.ids,
    },
  );
  return found.code === 0 && found.stdout === '' && found.stderr === '';
}

function bringBack(stage: string, results: readonly string[]): void {
  const { uid, gid } = fs.statSync(PROJECT_ROOT);
  for (const result of results) {
    const from = path.join(stage, result);
    if (!fs.existsSync(from)) continue;
    const to = path.join(PROJECT_ROOT, result);
    fs.rmSync(to, { recursive: true, force: true });
    fs.cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    own(to, uid, gid, false);
  }
}

/** Changes the owner of a tree; with `readable` it also opens it to that owner, whatever the umask was. */
function own(target: string, uid: number, gid: number, readable: boolean): void {
  const stat = fs.lstatSync(target);
  fs.lchownSync(target, uid, gid);
  if (stat.isSymbolicLink()) return;
  if (readable) fs.chmodSync(target, stat.mode | (stat.isDirectory() ? 0o700 : 0o600));
  if (!stat.isDirectory()) return;
  for (const name of fs.readdirSync(target)) own(path.join(target, name), uid, gid, readable);
}
