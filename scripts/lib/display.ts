import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type Companion, startCompanion } from './companion.ts';
import type { Person } from './person.ts';
import { exists } from './run.ts';
import { Trouble } from './trouble.ts';

/** A virtual screen. `env` is what a program needs to draw on it. */
export interface Display {
  env: { DISPLAY: string; XAUTHORITY: string };
  close: () => Promise<void>;
}

const SCREEN = '1440x900x24';

/** Starts Xvfb as `person` on a display number that it finds free itself; only holders of the cookie may draw. */
export async function startDisplay(person: Person, privateFolder: string): Promise<Display> {
  if (!(await exists('Xvfb'))) {
    throw new Trouble(
      'There is no Xvfb on this system, so there is no virtual display to draw on.',
      'Install the package that holds Xvfb (Debian: xvfb, Fedora: xorg-x11-server-Xvfb), then try again.',
    );
  }
  const cookie = path.join(privateFolder, 'xauthority');
  fs.writeFileSync(cookie, authority(randomBytes(16)), { mode: 0o600 });
  if (person.ids) {
    fs.chownSync(cookie, person.ids.uid, person.ids.gid);
    // Xvfb cannot make this folder properly unless it runs as root.
    fs.mkdirSync('/tmp/.X11-unix', { recursive: true });
    fs.chmodSync('/tmp/.X11-unix', 0o1777);
  }
  const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-noreset', '-auth', cookie];
  try {
    const server = await startCompanion('Xvfb', args, person);
    return { env: { DISPLAY: `:${server.line}`, XAUTHORITY: cookie }, close: server.close };
  } catch (error) {
    throw new Trouble(
      `The virtual display did not start: ${(error as Error).message}.`,
      'Check that /tmp is writable and has space, then try again.',
    );
  }
}

/** A message bus of the run's own, so that no test talks to the person's session; undefined where there is none. */
export async function startBus(person: Person): Promise<Companion | undefined> {
  if (!(await exists('dbus-daemon'))) return undefined;
  return startCompanion('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=3'], person);
}

/** An Xauthority file with one MIT-MAGIC-COOKIE-1 that is good for every local display (family "wild"). */
export function authority(cookie: Uint8Array): Buffer {
  const counted = (bytes: Uint8Array) => {
    const size = Buffer.alloc(2);
    size.writeUInt16BE(bytes.length);
    return Buffer.concat([size, bytes]);
  };
  const name = Buffer.from('MIT-MAGIC-COOKIE-1', 'latin1');
  const nothing = Buffer.alloc(0);
  return Buffer.concat([
    Buffer.from([0xff, 0xff]),
    counted(nothing),
    counted(nothing),
    counted(name),
    counted(cookie),
  ]);
}
