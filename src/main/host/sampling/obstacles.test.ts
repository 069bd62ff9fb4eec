import { describe, expect, it } from 'vitest';
import type { ModelFacts } from '../../../shared/model/models.ts';
import type { ModelOption } from '../../../shared/model/reverse-call.ts';
import { obstaclesOf } from './obstacles.ts';
import { createAnthropic } from './providers/anthropic.ts';
import { createManual } from './providers/manual.ts';
import type { ContentBlock, Provider, SamplingRequest } from './types.ts';

const backend = createAnthropic({
  name: 'Anthropic',
  baseUrl: 'https://x.example',
  builtIn: true,
  key: async () => 'k',
  keyAdvice: '',
});
const claude: Provider = {
  ...backend,
  id: 'c',
  label: 'c',
  manual: false,
  status: () => ({ ready: true, detail: '' }),
  models: () => [],
};
const manual = createManual();
const provider = (id: string) => [claude, manual].find((one) => one.id === id);
const model = (facts: ModelFacts = {}, id = 'm'): ModelOption => ({
  id: `c/${id}`,
  provider: 'c',
  model: id,
  label: 'Claude M',
  facts,
});
const [you] = manual.models();
const request = (content: ContentBlock[], more: Partial<SamplingRequest> = {}): SamplingRequest => ({
  messages: [{ role: 'user', content }],
  maxTokens: 1,
  ...more,
});
const of = (asked: SamplingRequest, ...models: ModelOption[]) => obstaclesOf(asked, models, provider);
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(10)]).toString('base64');
const image: ContentBlock = { type: 'image', mimeType: 'image/png', data: png };
const tools = [{ name: 't', inputSchema: {} }];

describe('content a model cannot take', () => {
  it('there is none in text, images and tool results', () => {
    const result = { type: 'tool_result', toolUseId: '1', content: [{ type: 'text', text: 'x' }] };
    expect(of(request([{ type: 'text', text: 'hi' }, image, result], { tools }), model())).toEqual([]);
  });

  it('B17 B19 audio is named with its format, each sound, and only where it is an obstacle', () => {
    const audio = [
      { type: 'audio', mimeType: 'audio/mpeg', data: Buffer.alloc(2000).toString('base64') },
      { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
    ];
    expect(of(request(audio), model(), ...(you ? [you] : []))).toEqual([
      {
        model: 'c/m',
        sentences: [
          'Claude cannot take audio (MP3, 2 kB); choose another model or write the answer yourself.',
          'Claude cannot take audio (WAV, 1 kB); choose another model or write the answer yourself.',
        ],
      },
    ]);
  });

  it.each([
    ['an image that is none', { type: 'image', mimeType: 'image/png', data: 'AAAA' }, /image\/png/],
    ['a kind nobody knows', { type: 'hologram' }, /hologram/],
    [
      'audio in a tool result',
      { type: 'tool_result', toolUseId: '1', content: [{ type: 'audio', data: '' }] },
      /audio/,
    ],
  ])('B17 %s', (_, block, words) => {
    expect(of(request([block]), model())).toEqual([
      { model: 'c/m', sentences: [expect.stringMatching(words)] },
    ]);
  });

  it('what is known of the model alone: images, tools', () => {
    const plain = model({ images: false, tools: false }, 'plain');
    const inside = { type: 'tool_result', toolUseId: '1', content: [image] };
    expect(of(request([inside], { tools }), plain, model({ images: true, tools: true }))).toEqual([
      { model: 'c/plain', sentences: [expect.stringContaining('images'), expect.stringContaining('tools')] },
    ]);
  });

  it('a tool call that must be made cannot be written by the person', () => {
    const must = request([], { tools, toolChoice: { mode: 'required' } });
    expect(of(must, ...(you ? [you] : []))).toEqual([
      { model: 'manual/you', sentences: [expect.stringContaining('choose a model')] },
    ]);
    expect(of(request([], { tools }), ...(you ? [you] : []))).toEqual([]);
  });
});
