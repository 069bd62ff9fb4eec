import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

let folder: string | undefined;

/**
 * The server's own private folder. It outlives one process, so that a question that was suspended can be
 * answered after a restart. `GATEHOUSE_DEMO_HOME` chooses another place.
 */
export function homeFolder(): string {
  folder ??= openHome();
  return folder;
}

function openHome(): string {
  const chosen = process.env.GATEHOUSE_DEMO_HOME;
  const wanted = chosen || path.join(tmpdir(), `gatehouse-demo-${userInfo().uid}`);
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    if (isPrivate(wanted)) return wanted;
  } catch {
    // Somebody else's file, or a read-only place: a fresh folder does as well, only without memory.
  }
  return mkdtempSync(path.join(tmpdir(), 'gatehouse-demo-'));
}

/** A shared temporary folder is anyone's to write: what is not ours alone is not trusted with a key. */
function isPrivate(candidate: string): boolean {
  const found = lstatSync(candidate);
  if (!found.isDirectory()) return false;
  if (process.platform === 'win32') return true;
  return found.uid === userInfo().uid && (found.mode & 0o077) === 0;
}

/** The folder that the server works in when it was granted none; it always holds one file. */
export function defaultWorkspace(): string {
  const workspace = path.join(homeFolder(), 'workspace');
  mkdirSync(workspace, { recursive: true });
  const welcome = path.join(workspace, 'welcome.txt');
  if (!existsSync(welcome)) writeFileSync(welcome, 'This folder belongs to the demo server.\n');
  return workspace;
}

/** The secret that seals `requestState` (32 bytes), kept in the private folder. */
export function stateKey(): Uint8Array {
  const file = path.join(homeFolder(), 'state.key');
  try {
    const kept = readFileSync(file);
    if (kept.length === 32) return kept;
  } catch {
    // No key yet.
  }
  const fresh = randomBytes(32);
  try {
    // `wx`: of two servers that start together, one writes and the other reads.
    writeFileSync(file, fresh, { mode: 0o600, flag: 'wx' });
    return fresh;
  } catch {
    const other = readFileSync(file);
    return other.length === 32 ? other : fresh;
  }
}
