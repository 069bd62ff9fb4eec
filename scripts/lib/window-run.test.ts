import { describe, expect, it } from 'vitest';
import { authority } from './display.ts';
import { environment } from './window-run.ts';

const person = {
  name: 'gatehouse',
  home: '/var/lib/gatehouse',
  shell: '/bin/sh',
  ids: { uid: 999, gid: 999 },
};

describe('the environment of a run', () => {
  it('passes on what matters and nothing else', () => {
    const from = {
      CI: 'true',
      LC_ALL: 'C.UTF-8',
      GATEHOUSE_NODE: '/usr/bin/node',
      ANTHROPIC_API_KEY: 'secret',
      HOME: '/root',
      PATH: '/root/bin:/usr/bin',
      DISPLAY: ':5',
      NODE_OPTIONS: '--inspect',
    };
    const env = environment(from, person, '/stage', true);
    expect(Object.keys(env).sort()).toEqual(
      ['CI', 'GATEHOUSE_NODE', 'HOME', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'USER'].sort(),
    );
    expect(env.HOME).toBe('/var/lib/gatehouse');
    expect(env.PATH).toMatch(/^\/stage\/node_modules\/\.bin:/);
    expect(env.PATH).not.toContain('/root');
  });

  it("names the person's own screen only when that is used", () => {
    const from = { DISPLAY: ':5', XDG_RUNTIME_DIR: '/run/user/1', PATH: '/usr/bin' };
    const ann = { name: 'ann', home: '/home/ann', shell: '/bin/sh' };
    expect(environment(from, ann, '/p', false)).toMatchObject({
      DISPLAY: ':5',
      XDG_RUNTIME_DIR: '/run/user/1',
    });
    expect(environment(from, ann, '/p', true)).not.toHaveProperty('DISPLAY');
  });
});

describe('the cookie of a virtual display', () => {
  it('is an Xauthority record for any local display', () => {
    const record = authority(new Uint8Array(16).fill(7));
    expect(record.toString('hex')).toBe(
      `ffff00000000${'0012'}${Buffer.from('MIT-MAGIC-COOKIE-1').toString('hex')}0010${'07'.repeat(16)}`,
    );
  });
});
