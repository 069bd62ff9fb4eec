import { describe, expect, it } from 'vitest';
import { estimateTokens } from './estimate.ts';
import { imageSize } from './image-size.ts';
import type { ContentBlock, SamplingRequest } from './types.ts';

const of = (...content: ContentBlock[]) =>
  estimateTokens({ messages: [{ role: 'user', content }], maxTokens: 1 }) -
  estimateTokens({ messages: [{ role: 'user', content: [] }], maxTokens: 1 });
const text = (value: string): ContentBlock => ({ type: 'text', text: value });

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : Buffer.from(one))),
  ).toString('base64');
const PNG = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 3, 232, 0, 0, 2, 238], [8, 0, 0]);
const GIF = bytes('GIF89a', [0x2c, 0x01, 0xc8, 0x00], [0, 0]);
const JPEG = bytes(
  [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xff, 0xc2, 0, 11, 8, 0x01, 0x00, 0x02, 0x00],
  [3, 1, 2, 3],
);
const VP8X = bytes(
  'RIFF',
  [0, 0, 0, 0],
  'WEBPVP8X',
  [10, 0, 0, 0, 0, 0, 0, 0],
  [0xff, 0x03, 0, 0xff, 0x01, 0],
);
const VP8L = bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 0x2f], [0x63, 0x40, 0x0c, 0x00]);
const VP8 = bytes(
  'RIFF',
  [0, 0, 0, 0],
  'WEBPVP8 ',
  [0, 0, 0, 0, 0, 0, 0],
  [0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0x00],
);

describe('the estimate of tokens', () => {
  it('counts four characters of most scripts as one, and one each of those without spaces', () => {
    expect(of(text('a'.repeat(400)))).toBe(100);
    expect(of(text('Привет'.repeat(40)))).toBe(60);
    expect(of(text('漢字かな한글'.repeat(10)))).toBe(60);
    expect(of(text('漢字 and text'))).toBe(2 + Math.ceil(9 / 4));
  });

  it('counts the system prompt, the tools, and what tools said', () => {
    const request: SamplingRequest = { messages: [], maxTokens: 1, systemPrompt: 'x'.repeat(40) };
    expect(estimateTokens(request)).toBe(10);
    const tools = [{ name: 't', inputSchema: {} }];
    expect(estimateTokens({ ...request, tools })).toBe(Math.ceil(10 + JSON.stringify(tools).length / 4));
    expect(of({ type: 'tool_result', toolUseId: '1', content: [text('y'.repeat(80))] })).toBe(20);
    expect(
      of({ type: 'tool_result', toolUseId: '1', content: [], structuredContent: { a: 'z'.repeat(93) } }),
    ).toBe(Math.ceil(101 / 4));
  });

  it('counts an image by its pixels, whatever its bytes, and one that cannot be read as a large one', () => {
    const image = (data: string): ContentBlock => ({ type: 'image', mimeType: 'image/png', data });
    expect(of(image(PNG))).toBe(1000);
    expect(of(image(`${PNG}${'A'.repeat(4000)}`))).toBe(1000);
    expect(of(image(bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 255, 0, 0, 0, 255, 0])))).toBe(
      1600,
    );
    expect(of(image('????'))).toBe(1600);
  });
});

describe('the size of an image', () => {
  it.each([
    ['PNG', PNG, 1000, 750],
    ['GIF', GIF, 300, 200],
    ['JPEG', JPEG, 512, 256],
    ['WebP, extended', VP8X, 1024, 512],
    ['WebP, lossless', VP8L, 100, 50],
    ['WebP, lossy', VP8, 320, 240],
  ])('%s', (_, data, width, height) => {
    expect(imageSize(data)).toEqual({ width, height });
  });

  it.each([PNG, GIF, JPEG, VP8X, VP8L, VP8])('none in a part of it', (data) => {
    for (let length = 0; length < 10; length++) {
      expect(imageSize(Buffer.from(data, 'base64').subarray(0, length).toString('base64'))).toBeUndefined();
    }
  });

  it('none in a JPEG that goes in circles', () => {
    expect(imageSize(bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0], Array(200).fill(0xff)))).toBeUndefined();
    expect(imageSize(bytes([0xff, 0xd8, 0xff, 0xff], Array(200).fill(0xff)))).toBeUndefined();
  });
});
