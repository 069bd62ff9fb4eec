import { describe, expect, it } from 'vitest';
import { readBaseUrl } from './address.ts';

describe('the address of a provider', () => {
  it.each([
    ['https://api.anthropic.com', 'https://api.anthropic.com'],
    [' https://API.Anthropic.com/ ', 'https://api.anthropic.com'],
    ['https://api.anthropic.com/v1', 'https://api.anthropic.com'],
    ['https://llm.example/proxy/v1/messages', 'https://llm.example/proxy'],
    ['https://llm.example:8443/a/b/', 'https://llm.example:8443/a/b'],
  ])('%s', (raw, baseUrl) => {
    const read = readBaseUrl(raw);
    expect(read).toMatchObject({ ok: true, baseUrl });
    expect(read).not.toHaveProperty('warning');
  });

  it.each([
    ['http://127.0.0.1:11434', 'this computer'],
    ['http://localhost:1234/v1', 'this computer'],
    ['http://[::1]:80', 'this computer'],
    ['http://192.168.1.5:8000', 'not encrypted'],
    ['http://llm.internal', 'not encrypted'],
  ])('%s is taken, and said to be near', (raw, words) => {
    expect(readBaseUrl(raw)).toMatchObject({ ok: true, warning: expect.stringContaining(words) });
  });

  it.each([
    ['', 'Give the address'],
    ['api.anthropic.com', 'not an http or https'],
    ['file:///etc/passwd', 'not an http or https'],
    ['javascript:alert(1)', 'not an http or https'],
    ['https://', 'not an http or https'],
    ['https://a b.example', 'not an http or https'],
    ['https://a.example\\@evil.example', 'not an http or https'],
    ['http://api.example.com', 'Use https'],
    ['http://8.8.8.8', 'Use https'],
    ['https://user:pass@api.example', 'name or password'],
    ['https://api.example/?key=1', 'Leave out'],
    ['https://api.example/#x', 'Leave out'],
  ])('%s is refused in a sentence', (raw, words) => {
    const read = readBaseUrl(raw);
    expect(read).toEqual({ ok: false, message: expect.stringContaining(words) });
    expect((read as { message: string }).message).toMatch(/^[A-Z].*\.$/);
  });
});
