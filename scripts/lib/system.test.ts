import { describe, expect, it } from 'vitest';
import { missingOf, notFound, parseInstalled } from './system.ts';

describe('system libraries', () => {
  it('counts only packages that are really installed', () => {
    const listing = 'libnss3 installed\nxvfb config-files\nlibgbm1 not-installed\n';
    expect([...parseInstalled(listing)]).toEqual(['libnss3']);
  });

  it('takes a library under its t64 name for the same, but not a program', () => {
    const installed = new Set(['libgtk-3-0t64', 'libasound2', 'xvfbt64']);
    expect(missingOf(['libgtk-3-0', 'libasound2', 'libnss3', 'xvfb'], installed)).toEqual([
      'libnss3',
      'xvfb',
    ]);
  });

  it('names what the loader does not find', () => {
    const ldd =
      '\tlibc.so.6 => /lib/libc.so.6 (0x1)\n\tlibnss3.so => not found\n\tlibgbm.so.1 => not found\n';
    expect(notFound(ldd)).toEqual(['libnss3.so', 'libgbm.so.1']);
  });
});
