import { describe, expect, it } from 'vitest';
import { readList } from './lists.ts';

/** Serves pages in order, and counts. */
function pages(...results: Record<string, unknown>[]) {
  const asked: unknown[] = [];
  const request = (_method: string, params: Record<string, unknown>) => {
    asked.push(params.cursor);
    const result = results[Math.min(asked.length, results.length) - 1];
    return Promise.resolve(result ?? {});
  };
  return { asked, request };
}

const capable = { tools: {}, prompts: {}, resources: {} };
const names = (list: { items: readonly { name: string }[] }) => list.items.map(({ name }) => name);

describe('readList', () => {
  it('reads all pages', async () => {
    const { asked, request } = pages(
      { tools: [{ name: 'a' }], nextCursor: '1' },
      { tools: [{ name: 'b' }], nextCursor: '2' },
      { tools: [{ name: 'c' }] },
    );
    const list = await readList('tools', capable, request);
    expect(names(list)).toEqual(['a', 'b', 'c']);
    expect(list.problems).toEqual([]);
    expect(asked).toEqual([undefined, '1', '2']);
  });

  it('F45 keeps all of many, in the order of the server', async () => {
    const tools = Array.from({ length: 560 }, (_, i) => ({ name: `tool_${(i * 337) % 560}` }));
    const { request } = pages({ tools: tools.slice(0, 40), nextCursor: '2' }, { tools: tools.slice(40) });
    const list = await readList('tools', capable, request);
    expect(names(list)).toEqual(tools.map(({ name }) => name));
    expect(list.problems).toEqual([]);
  });

  it.each(['', 'again'])(
    'F01 F03 F05 stops at a repeated cursor %j, before it adds the page',
    async (nextCursor) => {
      const { asked, request } = pages(
        { tools: [{ name: 'a' }], nextCursor },
        { tools: [{ name: 'from the loop' }], nextCursor },
      );
      const list = await readList('tools', capable, request);
      expect(asked).toHaveLength(2);
      expect(names(list)).toEqual(['a']);
      expect(list.problems).toHaveLength(1);
    },
  );

  it('follows an empty cursor, which is a cursor', async () => {
    const { request } = pages({ tools: [{ name: 'a' }], nextCursor: '' }, { tools: [{ name: 'b' }] });
    expect(names(await readList('tools', capable, request))).toEqual(['a', 'b']);
  });

  it('keeps duplicates once, and says so', async () => {
    const { request } = pages({ tools: [{ name: 'a', title: 'first' }, { name: 'a' }, { name: 'b' }] });
    const list = await readList('tools', capable, request);
    expect(list.items).toEqual([{ name: 'a', title: 'first' }, { name: 'b' }]);
    expect(list.problems).toEqual(['"a" is listed more than once; the first is kept.']);
  });

  it('F09 F13 F15 takes schemas as they are, and loses one entry for one odd entry', async () => {
    const good = {
      name: 'good',
      inputSchema: { type: 'object', allOf: [{ if: {} }] },
      outputSchema: { $id: 'x' },
    };
    const { request } = pages({
      tools: [good, null, { title: 7 }, { description: 'no name' }, { name: 'n', title: 3 }],
    });
    const list = await readList('tools', capable, request);
    expect(list.items).toEqual([good, { name: 'n' }]);
    expect(list.problems).toHaveLength(3);
  });

  it('tells resources apart by their URI and templates by their template', async () => {
    const resources = pages({
      resources: [{ uri: 'a:1', name: 'x' }, { uri: 'a:2', name: 'x' }, { name: 'no uri' }, { uri: 'a:3' }],
    });
    const list = await readList('resources', capable, resources.request);
    expect(list.items.map(({ uri, name }) => [uri, name])).toEqual([
      ['a:1', 'x'],
      ['a:2', 'x'],
      ['a:3', 'a:3'],
    ]);
    expect(list.problems).toEqual(['A resource "no uri" has no uri and was left out.']);
    const templates = pages({ resourceTemplates: [{ uriTemplate: 'a:{x}', name: 't' }] });
    expect((await readList('templates', capable, templates.request)).items).toHaveLength(1);
  });

  it('asks nothing of a server without the capability', async () => {
    const { asked, request } = pages({});
    expect(await readList('prompts', { tools: {} }, request)).toEqual({
      kind: 'prompts',
      items: [],
      problems: [],
    });
    expect(asked).toEqual([]);
  });

  it('says when there is no list, and stops after a thousand pages', async () => {
    const none = pages({ tools: { a: 1 } });
    expect((await readList('tools', capable, none.request)).problems).toEqual([
      'The server sent no list under "tools".',
    ]);
    let page = 0;
    const list = await readList('tools', capable, () => {
      page += 1;
      return Promise.resolve({ tools: [{ name: `t${page}` }], nextCursor: `c${page}` });
    });
    expect(list.items).toHaveLength(1000);
    expect(list.problems).toHaveLength(1);
  });
});
