import { expect, it } from 'vitest';
import { partsKey, partsOf, sendAnswer } from './tool-calls.ts';

const call = (name: unknown, input: unknown) => ({
  type: 'tool_use',
  json: JSON.stringify({ type: 'tool_use', id: '1', name, input }),
});

it('a tool call is its name and its arguments; another part is shown whole', () => {
  const image = { type: 'image', json: '{"type":"image"}' };
  expect(partsOf([call('look_up', { city: 'Łódź' }), image, call('bare', undefined)])).toEqual([
    { index: 0, tool: 'look_up', type: 'tool_use', json: '{\n  "city": "Łódź"\n}' },
    { index: 1, tool: undefined, type: 'image', json: image.json },
    { index: 2, tool: 'bare', type: 'tool_use', json: '{}' },
  ]);
});

it('what cannot be read as a call is shown as it came', () => {
  for (const json of ['no json', '[]', '{"name":7}']) {
    expect(partsOf([{ type: 'tool_use', json }])).toEqual([
      { index: 0, tool: undefined, type: 'tool_use', json },
    ]);
  }
});

it('a decision is about these very parts', () => {
  expect(partsKey([call('a', 1)])).not.toBe(partsKey([call('a', 2)]));
});

it('nothing goes that was not chosen', () => {
  const parts = { text: 'x', own: false, parts: 3 };
  expect(sendAnswer({ ...parts, chosen: new Set() })).toEqual({ type: 'send', withhold: [0, 1, 2] });
  expect(sendAnswer({ ...parts, chosen: new Set([1]) })).toEqual({ type: 'send', withhold: [0, 2] });
  expect(sendAnswer({ ...parts, own: true, chosen: new Set([0, 1, 2]) })).toEqual({
    type: 'send',
    text: 'x',
  });
});
