import { describe, expect, it } from 'vitest';
import { readUrl } from '../../../shared/url-view.ts';
import { urlParts } from './url-parts.ts';

describe('the emphasised host', () => {
  it.each([
    'https://example.com/',
    'https://example.com:8443/a?b=https://evil.example/#x@y',
    'http://user:pass@example.com/path',
    'https://trusted.example@evil.example/login',
    'https://xn--pple-43d.com/?next=@trusted.example',
    'http://[::1]:3000/a',
    'https://example.com?x=1',
  ])('A65: is the host the browser goes to: %s', (href) => {
    const url = new URL(href);
    const parts = urlParts(url.href);
    expect(parts.host).toBe(url.host);
    expect(parts.host).toBe(readUrl(href).host);
    expect(parts.before + parts.host + parts.after).toBe(url.href);
  });

  it('is empty without an authority', () => {
    expect(urlParts('javascript:alert(1)')).toEqual({ before: 'javascript:alert(1)', host: '', after: '' });
  });
});
