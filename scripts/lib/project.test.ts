import { describe, expect, it } from 'vitest';
import { cacheFolder, hasDisplay } from './project.ts';

describe('surroundings', () => {
  it.each([
    ['root shares one folder', 'linux', true, {}, '/var/cache/gatehouse'],
    ['XDG_CACHE_HOME is honoured', 'linux', false, { XDG_CACHE_HOME: '/x' }, '/x/gatehouse'],
    [
      'a relative XDG_CACHE_HOME is not',
      'linux',
      false,
      { XDG_CACHE_HOME: 'x' },
      '/home/ann/.cache/gatehouse',
    ],
    ['macOS has its own place', 'darwin', false, {}, '/home/ann/Library/Caches/gatehouse'],
    ['GATEHOUSE_CACHE wins', 'linux', true, { GATEHOUSE_CACHE: '/c' }, '/c'],
  ] as const)('cache: %s', (_name, platform, root, env, expected) => {
    expect(cacheFolder({ platform, root, env, home: '/home/ann' })).toBe(expected);
  });

  it('a display is X or Wayland on Linux, and always there on macOS', () => {
    expect(hasDisplay('linux', {})).toBe(false);
    expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false);
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
    expect(hasDisplay('darwin', {})).toBe(true);
  });
});
