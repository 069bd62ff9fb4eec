import { describe, expect, it } from 'vitest';
import { parseServers, parseServersText } from './parse-servers.ts';

const entry = { command: 'uvx', args: ['mcp-server-fetch'] };
const config = { id: 'fetch', target: { type: 'stdio', ...entry } };

describe('parseServers', () => {
  it.each([
    ['mcpServers', { mcpServers: { fetch: entry } }],
    ['servers', { inputs: [], servers: { fetch: { type: 'stdio', ...entry } } }],
    ['context_servers', { theme: 'x', context_servers: { fetch: { source: 'custom', ...entry } } }],
    [
      'context_servers with a nested command',
      { context_servers: { fetch: { command: { path: 'uvx', args: entry.args } } } },
    ],
    ['editor settings', { 'editor.tabSize': 2, mcp: { servers: { fetch: entry } } }],
    ['bare map', { fetch: entry }],
    ['a bare map whose server is called servers', { servers: { command: 'x' }, fetch: entry }],
  ])('G11 understands %s', (_name, json) => {
    const { servers, problems } = parseServers(json);
    expect(problems).toEqual([]);
    expect(servers.find((server) => server.id === 'fetch')).toMatchObject(config);
  });

  it.each([
    ['something else', { theme: 'dark' }, 'put them under "mcpServers"'],
    ['one nameless server', entry, 'without a name'],
    ['a list', [entry], 'not a JSON object'],
    ['text', 'npx', 'not a JSON object'],
  ])('G11 says what is wrong with %s', (_name, json, part) => {
    const { servers, problems } = parseServers(json);
    expect(servers).toEqual([]);
    expect(problems.join()).toContain(part);
  });

  it('G11 says where the text is wrong, and takes a byte-order mark', () => {
    expect(parseServersText('{"mcpServers":\n {,}}').problems.join()).toContain('line 2, column 3');
    expect(parseServersText('\uFEFF{"fetch":{"url":"https://x.example/mcp"}}').servers[0]?.target).toEqual({
      type: 'http',
      url: 'https://x.example/mcp',
    });
    expect(parseServersText('{"mcpServers":{}}')).toEqual({ servers: [], problems: [] });
  });
});
