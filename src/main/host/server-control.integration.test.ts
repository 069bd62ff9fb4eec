import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawStdio } from '../../../e2e/servers/raw.ts';
import { DEFAULT_SERVER_SETTINGS } from '../../shared/model/server.ts';
import { Person } from './testing/person.ts';

let person: Person;
beforeEach(async () => {
  person = await Person.sitDown();
});
afterEach(() => person.leave());

const view = (id: string) => person.host.replica.get('servers', id);
const saved = () => JSON.parse(readFileSync(path.join(person.dataDir, 'servers.json'), 'utf8')).mcpServers;

describe('changing a server', () => {
  it('keeps environment values the window never saw; an empty object removes them', async () => {
    const { handlers } = person.host;
    await handlers['servers.add']({
      name: 's',
      target: { type: 'stdio', command: 'node', args: ['a.js'], env: { TOKEN: 'secret-value' } },
    });
    expect(JSON.stringify(person.host.replica.snapshot())).not.toContain('secret-value');
    await handlers['servers.update']({ id: 's', target: { type: 'stdio', command: 'node', args: ['b.js'] } });
    expect(saved().s).toMatchObject({ args: ['b.js'], env: { TOKEN: 'secret-value' } });
    await handlers['servers.update']({
      id: 's',
      target: { type: 'stdio', command: 'node', args: [], env: {} },
    });
    expect(saved().s.env ?? {}).toEqual({});
  });

  it('G19 a changed command is not started before it is trusted again', async () => {
    await person.connect('s', { type: 'stdio', ...rawStdio() });
    const { handlers } = person.host;
    await handlers['servers.update']({
      id: 's',
      target: { type: 'stdio', ...rawStdio({ name: 'changed' }) },
    });
    await person.until(() => view('s')?.status !== 'connected');
    expect(await handlers['servers.connect']({ id: 's' })).toEqual({ state: 'not-trusted' });
    await person.until(() => view('s')?.status === 'not-trusted');
    const { ended } = person.run('s', 'report');
    expect(await ended).toMatchObject({ state: 'failed', error: { code: 'not-trusted' } });
  });

  it('a changed server is told no folder before it is ticked again', async () => {
    await person.connect('s', { type: 'stdio', ...rawStdio() });
    const { handlers } = person.host;
    await handlers['workspaces.grant']({ workspaceId: 'default', serverId: 's', granted: true });
    expect(person.host.replica.get('workspaces', 'default')?.servers).toEqual(['s']);
    await handlers['servers.update']({
      id: 's',
      target: { type: 'stdio', ...rawStdio({ name: 'changed' }) },
    });
    await person.until(() => person.host.replica.get('workspaces', 'default')?.servers.length === 0);
  });

  it('a value that was filled in stands in no sentence and no journal entry', async () => {
    const { handlers } = person.host;
    process.env.GATEHOUSE_TEST_TOKEN = 'filled-in-secret';
    try {
      const target = { type: 'stdio' as const, command: '/nowhere/${GATEHOUSE_TEST_TOKEN}/run', args: [] };
      await handlers['servers.add']({ name: 't', target });
      await person.trust('t');
      const failed = await person.until(() => view('t')?.status === 'failed' && view('t'));
      expect(failed).toMatchObject({ statusDetail: expect.stringContaining('${GATEHOUSE_TEST_TOKEN}') });
      const { ended } = person.run('t', 'anything');
      const call = await ended;
      const page = await handlers['activity.page']({ limit: 100 });
      const log = await handlers['servers.log']({ id: 't', after: 0 });
      expect(JSON.stringify([failed, call, page, log])).not.toContain('filled-in-secret');
    } finally {
      delete process.env.GATEHOUSE_TEST_TOKEN;
    }
  });

  it('trust is given to what was shown, not to what it became meanwhile', async () => {
    const { handlers } = person.host;
    await handlers['servers.add']({ name: 's', target: { type: 'stdio', command: 'node', args: ['a.js'] } });
    const shown = view('s')?.binding ?? '';
    await handlers['servers.update']({ id: 's', target: { type: 'stdio', command: 'node', args: ['b.js'] } });
    expect(() => handlers['servers.trust']({ id: 's', binding: shown })).toThrow(/changed meanwhile/);
    expect(view('s')?.status).toBe('stopped');
  });

  it('a switch that is turned off is not declared any more after the reconnect', async () => {
    await person.connect('s', { type: 'stdio', ...rawStdio() });
    expect(view('s')?.clientCapabilities).toHaveProperty('sampling');
    await person.host.handlers['servers.update']({
      id: 's',
      settings: { switches: { ...DEFAULT_SERVER_SETTINGS.switches, sampling: false } },
    });
    await person.until(() => {
      const now = view('s');
      return now?.status === 'connected' && !('sampling' in (now.clientCapabilities as object));
    });
  });
});
