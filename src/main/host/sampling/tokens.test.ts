import { expect, it } from 'vitest';
import { inputTokens, tokensAtMost, tokensOfPart } from './tokens.ts';
import type { SamplingRequest } from './types.ts';

const request = (text: string, more: Partial<SamplingRequest> = {}): SamplingRequest => ({
  messages: [{ role: 'user', content: [{ type: 'text', text }] }],
  maxTokens: 100,
  ...more,
});

it('counts what is sent, rather too much than too little', () => {
  expect(inputTokens(request('x'.repeat(300)))).toBe(100);
  expect(inputTokens(request('漢'.repeat(100)))).toBe(100);
  expect(inputTokens(request('', { systemPrompt: 'x'.repeat(30) }))).toBe(10);
  expect(inputTokens(request('', { tools: [{ name: 't', inputSchema: {} }] }))).toBeGreaterThan(5);
});

it('an image is not counted by its bytes', () => {
  const content = [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(1_000_000) }];
  expect(inputTokens(request('', { messages: [{ role: 'user', content }] }))).toBeLessThan(5000);
});

it('at most the longest answer, and of one that was broken off what there is', () => {
  expect(tokensAtMost(request('xxx'))).toBe(101);
  expect(tokensOfPart(request('xxx'), 'yyyyyy', undefined)).toBe(3);
  expect(tokensOfPart(request('xxx'), 'yyyyyy', 7)).toBe(8);
});
