import { describe, expect, it } from 'vitest';
import type { SamplingRequest } from './types.ts';
import { applyEdits, toPromptView } from './view.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(10)]).toString('base64');
const request: SamplingRequest = {
  systemPrompt: 'sys',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', data: png, mimeType: 'image/jpeg' },
        { type: 'image', data: Buffer.from('<svg onload="x">').toString('base64'), mimeType: 'image/png' },
        { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
        { type: 'hologram', data: 'AAAA', depth: 3 },
      ],
    },
    { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 't', input: { a: 1 } }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          toolUseId: '1',
          content: [
            { type: 'text', text: 'one' },
            { type: 'image', data: png, mimeType: 'image/png' },
          ],
          isError: true,
        },
      ],
    },
  ],
  maxTokens: 100,
  tools: [{ name: 't', inputSchema: { type: 'object' } }],
  toolChoice: {},
  includeContext: 'allServers',
  modelPreferences: { hints: [{ name: 'a' }, {}] },
};

describe('toPromptView', () => {
  it('B07 shows everything as something a person can read', () => {
    const view = toPromptView(request);
    expect(view).toMatchObject({
      systemPrompt: 'sys',
      maxTokens: 100,
      stopSequences: [],
      toolChoice: 'auto',
      includeContext: 'allServers',
      hints: ['a'],
      tools: [{ name: 't', description: '', schema: '{\n  "type": "object"\n}' }],
    });
    expect(view.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(view.messages[0]?.blocks).toEqual([
      { type: 'text', text: 'look' },
      { type: 'image', mimeType: 'image/png', bytes: 18, dataUrl: `data:image/png;base64,${png}` },
      { type: 'image', mimeType: 'image/png', bytes: 16 },
      { type: 'audio', mimeType: 'audio/wav', bytes: 4 },
      { type: 'other', json: '{\n  "type": "hologram",\n  "data": "(3 bytes)",\n  "depth": 3\n}' },
    ]);
    expect(view.messages[1]?.blocks).toEqual([
      { type: 'tool_use', id: '1', name: 't', input: '{\n  "a": 1\n}' },
    ]);
    expect(view.messages[2]?.blocks[0]).toMatchObject({ type: 'tool_result', toolUseId: '1', isError: true });
    expect(JSON.stringify(view.messages[2])).toContain('18 bytes');
    expect(JSON.stringify(view.messages[2])).not.toContain(png);
  });

  it('names an image that is too large instead of showing it', () => {
    const big = png.slice(0, 20) + 'A'.repeat(6 * 1024 * 1024);
    const view = toPromptView({
      messages: [{ role: 'user', content: [{ type: 'image', data: big, mimeType: 'image/png' }] }],
      maxTokens: 1,
    });
    expect(view.messages[0]?.blocks[0]).not.toHaveProperty('dataUrl');
  });
});

describe('applyEdits', () => {
  it('changes exactly the texts named, and only of text blocks', () => {
    const edited = applyEdits(request, {
      systemPrompt: 'new',
      texts: { '0.0': 'see', '0.1': 'x', '1.0': 'x', '9.9': 'x' },
    });
    expect(edited.systemPrompt).toBe('new');
    expect(edited.messages[0]?.content[0]).toEqual({ type: 'text', text: 'see' });
    expect(edited.messages.slice(1)).toEqual(request.messages.slice(1));
    expect(edited.messages[0]?.content.slice(1)).toEqual(request.messages[0]?.content.slice(1));
    expect(request.messages[0]?.content[0]).toEqual({ type: 'text', text: 'look' });
    expect(applyEdits(request, {})).toEqual(request);
    expect(applyEdits(request, { systemPrompt: '' })).not.toHaveProperty('systemPrompt');
  });

  it('lowers maxTokens and never raises it', () => {
    expect(applyEdits(request, { maxTokens: 5 }).maxTokens).toBe(5);
    expect(applyEdits(request, { maxTokens: 5000 }).maxTokens).toBe(100);
  });
});
