import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Trouble } from './trouble.ts';

/** A file's digest, as npm writes it (`sha512-<base64>`) or as release pages do (hex sha256). */
export async function digest(file: string, algorithm: 'sha256' | 'sha512'): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(fs.createReadStream(file), hash);
  return algorithm === 'sha512' ? `sha512-${hash.digest('base64')}` : hash.digest('hex');
}

/** Refuses a download that is not exactly the pinned one. `what` names it for the person. */
export async function mustMatch(
  file: string,
  algorithm: 'sha256' | 'sha512',
  pinned: string,
  what: string,
): Promise<void> {
  if ((await digest(file, algorithm)) === pinned) return;
  throw new Trouble(
    `${what} is not the file that this version of Gatehouse was tested with, so it is not used.`,
    'Try again; if it happens again, set ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron that you trust.',
  );
}
