import { describe, expect, it } from 'vitest';
import { launchOf, RUN_MARKER, safeEnvironment, withMarker } from './environment.ts';

describe('safeEnvironment', () => {
  it('passes what programs need and keeps everything else', () => {
    const env = {
      PATH: '/bin',
      HOME: '/home/me',
      LANG: 'C',
      https_proxy: 'http://proxy',
      NO_PROXY: 'x',
      AWS_SECRET_ACCESS_KEY: 'secret',
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: '--inspect',
      SHELL: '() { evil; }',
      TERM: undefined,
    };
    expect(safeEnvironment(env, 'linux')).toEqual({
      PATH: '/bin',
      HOME: '/home/me',
      LANG: 'C',
      https_proxy: 'http://proxy',
      NO_PROXY: 'x',
    });
  });

  it('does not mind upper and lower case on Windows', () => {
    const env = { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', Secret: 'x' };
    expect(safeEnvironment(env, 'win32')).toEqual({ Path: 'C:\\bin', SystemRoot: 'C:\\Windows' });
  });
});

describe('launchOf', () => {
  const env = { PATH: '/bin', HOME: '/home/me', MY_API_KEY: 'of the app' };

  it('D13 takes an empty env for none', () => {
    const target = { command: 'x', args: [] };
    expect(launchOf({ ...target, env: {} }, env, '/cwd', 'linux')).toEqual(
      launchOf(target, env, '/cwd', 'linux'),
    );
    expect(launchOf(target, env, '/cwd', 'linux').env).toEqual({ PATH: '/bin', HOME: '/home/me' });
  });

  it('D15 D17 passes the person’s own values, which win', () => {
    const own = { MY_API_KEY: 'own', PATH: '/mine', DATA: '~/data', HASH: 'a~b' };
    const { env: seen } = launchOf({ command: 'x', args: [], env: own }, env, '/cwd', 'linux');
    expect(seen).toEqual({
      HOME: '/home/me',
      PATH: '/mine',
      MY_API_KEY: 'own',
      DATA: '/home/me/data',
      HASH: 'a~b',
    });
  });

  it('D05 has a working folder in any case', () => {
    const launch = (cwd?: string) => launchOf({ command: 'x', args: [], cwd }, env, '/cwd', 'linux').cwd;
    expect([launch(), launch(''), launch('/own')]).toEqual(['/cwd', '/cwd', '/own']);
  });
});

it('D25 the marker of a start is ours to set: not the person’s, nor that of the app’s own start', () => {
  const own = { [RUN_MARKER]: 'somebody else’s' };
  expect(withMarker(own, 'this one')).toEqual({ [RUN_MARKER]: 'this one' });
  expect(safeEnvironment(own, 'linux')).toEqual({});
});
