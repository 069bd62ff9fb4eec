import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArgs, UsageError } from './args.ts';
import { namesOf, serverOf } from './targets.ts';

let dir: string;
let file: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'gatehouse-targets-'));
  file = path.join(dir, 'mcp.json');
  const mcpServers = {
    plain: { command: 'node', args: ['a.js'], env: { KEY: 'v' } },
    inside: { command: 'node', cwd: './sub' },
    home: { command: 'node', cwd: '~/sub' },
    web: { type: 'http', url: 'https://example.com/mcp', headers: { A: 'b' } },
    pinned: { url: 'https://example.com/sse', type: 'sse', gatehouse: { era: 'modern' } },
    broken: { args: [] },
  };
  writeFileSync(file, JSON.stringify({ mcpServers }));
});
afterAll(() => rmSync(dir, { recursive: true }));

const server = (...argv: string[]) => serverOf(readArgs(['probe', ...argv]));
const named = (name: string, ...more: string[]) => server('--server', name, '--config', file, ...more);
const complaint = (...argv: string[]) => {
  try {
    server(...argv);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('The target was accepted.');
};

describe('a command', () => {
  it('is split into shell words and starts where the person stands', () => {
    expect(server('--stdio', `node 'my server.js' --flag="a b"`)).toMatchObject({
      id: 'node',
      target: {
        type: 'stdio',
        command: 'node',
        args: ['my server.js', '--flag=a b'],
        cwd: path.resolve('.'),
      },
    });
  });

  it('starts in the folder that --cwd names, with its variables', () => {
    expect(server('--stdio', '/usr/bin/node x', '--cwd', 'src', '--env', 'A=1')).toMatchObject({
      id: 'node',
      target: { cwd: path.resolve('src'), env: { A: '1' } },
    });
  });

  it('is refused in one sentence', () => {
    expect(complaint('--stdio', '')).toMatch(/^Type a command/);
    expect(complaint('--stdio', 'node "a')).toMatch(/^[A-Z].*\.$/);
  });

  it('is called by its program and by the whole command', () => {
    const options = readArgs(['probe', '--stdio', '/usr/bin/node demo.js']);
    expect(namesOf(options, serverOf(options))).toEqual(['node', '/usr/bin/node demo.js']);
  });
});

describe('a URL', () => {
  it('is taken with its transport and headers', () => {
    expect(server('--url', 'http://127.0.0.1:1/mcp', '--header', 'A: b', '--transport', 'sse')).toMatchObject(
      {
        id: '127.0.0.1:1',
        target: { type: 'sse', url: 'http://127.0.0.1:1/mcp', headers: { A: 'b' } },
      },
    );
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'example.com/mcp', ''])('%s is refused', (url) => {
    expect(complaint('--url', url)).toBe('--url takes an http or https address.');
  });
});

it('leaves variables in a URL for later', () => {
  const url = `http://127.0.0.1:${'$'}{PORT}/mcp`;
  expect(server('--url', url)).toMatchObject({ id: url, target: { url } });
  expect(complaint('--url', `ftp://example.com/${'$'}{A}`)).toBe('--url takes an http or https address.');
});

describe('a configuration', () => {
  it('gives the server of that name; without a folder it starts where the person stands', () => {
    expect(named('plain')).toMatchObject({
      id: 'plain',
      target: { type: 'stdio', command: 'node', args: ['a.js'], env: { KEY: 'v' }, cwd: path.resolve('.') },
      settings: { era: 'auto' },
    });
    expect(named('web').target).toEqual({
      type: 'http',
      url: 'https://example.com/mcp',
      headers: { A: 'b' },
    });
  });

  it('takes a relative folder from where the file is, and leaves variables and ~ for later', () => {
    expect(named('inside').target).toMatchObject({ cwd: path.join(dir, 'sub') });
    expect(named('home').target).toMatchObject({ cwd: '~/sub' });
  });

  it('keeps the era of the file unless --era names one', () => {
    expect(named('pinned').settings.era).toBe('modern');
    expect(named('pinned', '--era', 'legacy').settings.era).toBe('legacy');
  });

  it('names what there is when the server is not there, or why it is left out', () => {
    expect(complaint('--server', 'other', '--config', file)).toMatch(
      /^There is no server "other" in .*mcp\.json\. .*"plain", "inside", "home", "web", "pinned"/,
    );
    expect(complaint('--server', 'broken', '--config', file)).toMatch(/"broken" is left out: /);
  });

  it('that cannot be read is said so', () => {
    const none = path.join(dir, 'none.json');
    expect(complaint('--server', 'a', '--config', none)).toBe(`The configuration ${none} cannot be read.`);
  });
});
