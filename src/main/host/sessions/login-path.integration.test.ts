import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawStdio } from '../../../../e2e/servers/raw.ts';
import { Person } from '../testing/person.ts';
import { mergePaths, withLoginPath } from './transports/login-path.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'gatehouse-shell-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A shell whose set-up files do what `setUp` says. */
function shell(setUp: string): string {
  const file = path.join(dir, 'shell');
  writeFileSync(file, `#!/bin/sh\n${setUp}\neval "$2"\n`);
  chmodSync(file, 0o755);
  return file;
}

const minimal = { PATH: '/usr/bin:/bin' };

describe.runIf(process.platform !== 'win32')('the PATH of the login shell', () => {
  it('D01 comes before our own, whatever its set-up files print', async () => {
    const SHELL = shell('echo "Welcome!"; PATH="/opt/tools:/usr/bin"; echo oops >&2');
    expect(await withLoginPath({ ...minimal, SHELL })()).toEqual({ SHELL, PATH: '/opt/tools:/usr/bin:/bin' });
  });

  it('is asked for once', async () => {
    const env = withLoginPath({ ...minimal, SHELL: shell(`echo x >> ${path.join(dir, 'count')}; PATH=/a`) });
    expect((await env()).PATH).toBe('/a:/usr/bin:/bin');
    writeFileSync(path.join(dir, 'shell'), '#!/bin/sh\nexit 1\n');
    expect((await env()).PATH).toBe('/a:/usr/bin:/bin');
  });

  it.each([
    ['hangs', 'sleep 60'],
    ['fails', 'exit 3'],
    ['ends by a signal', 'kill -9 $$'],
  ])('D03 a shell that %s leaves it as it is, in time', async (_, setUp) => {
    const env = { ...minimal, SHELL: shell(setUp) };
    const started = performance.now();
    expect(await withLoginPath(env, 500)()).toEqual(env);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('a shell that is not there, or no path, is none', async () => {
    for (const SHELL of ['/nowhere/sh', 'sh']) {
      expect(await withLoginPath({ ...minimal, SHELL })()).toEqual({ ...minimal, SHELL });
    }
  });

  it('D01 finds a server that only the login shell would find', async () => {
    const { command, args } = rawStdio({ onCall: { t: [] } });
    writeFileSync(path.join(dir, 'my-tool'), `#!/bin/sh\nexec '${command}' "$@"\n`);
    chmodSync(path.join(dir, 'my-tool'), 0o755);
    const env = { ...minimal, SHELL: shell(`PATH="${dir}:$PATH"`) };
    const person = await Person.sitDown({ env, askLoginShell: true });
    try {
      await person.connect('tool', { type: 'stdio', command: 'my-tool', args });
      expect(await person.run('tool', 't').ended).toMatchObject({ state: 'done' });
      const missing = person.connect('missing', { type: 'stdio', command: 'not-there', args: [] });
      await expect(missing).rejects.toThrow(`It was looked for in: ${dir}:/usr/bin:/bin`);
    } finally {
      await person.leave();
    }
  });
});

it('folders are named once', () => {
  expect(mergePaths('/a:/b::', '/b:/c')).toBe('/a:/b:/c');
  expect(mergePaths('/a', undefined)).toBe('/a');
});
