import { describe, expect, test, vi } from 'vitest';
import { createLinkOpener } from './links.ts';

function opener(open: (href: string) => Promise<void> = async () => {}) {
  let now = 0;
  const spy = vi.fn(open);
  return { open: createLinkOpener({ open: spy, now: () => (now += 60_000) }), spy };
}

describe('opened', () => {
  test.each([
    ['https://example.com/', 'https://example.com/'],
    ['http://127.0.0.1:8080/callback?code=1#x', 'http://127.0.0.1:8080/callback?code=1#x'],
    ['HTTPS://EXAMPLE.com/A', 'https://example.com/A'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('%s', async (raw, href) => {
    const { open, spy } = opener();
    await open(raw);
    expect(spy.mock.calls).toEqual([[href]]);
  });
});

describe('refused without a side effect', () => {
  test.each([
    'file:///etc/passwd',
    'FILE:///C:/Windows/System32/calc.exe',
    'smb://server/share',
    '\\\\server\\share\\x.exe',
    '//server/share',
    'ms-msdt:/id PCWDiagnostic',
    'ms-settings:privacy',
    'ms-officecmd:{}',
    'search-ms:query=x',
    'search:query=x',
    'vscode://file/etc/passwd',
    'vscode:extension/x',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://example.com/1',
    'about:blank',
    'view-source:https://example.com/',
    'chrome://settings',
    'app://gatehouse/',
    'mailto:a@example.com',
    'tel:1',
    'ssh://example.com',
    'jar:https://example.com!/x',
    'intent://x#Intent;end',
    'https://user:password@example.com/',
    'https://user@example.com/',
    'https://:password@example.com/',
    'https://example.com\\@evil.example/',
    'https://',
    'https:///',
    'https:example.com',
    'https://exa mple.com/',
    'https://example.com/\0',
    'https://example.com/\r\nHost: evil',
    'https://example.com/\u202e/gpj.exe',
    'https://example.com/\u200b',
    'https://[::1/',
    'https://example.com:99999/',
    'example.com',
    '/etc/passwd',
    'C:\\Windows\\System32\\calc.exe',
    '',
    `https://example.com/${'a'.repeat(65_536)}`,
    undefined as unknown as string,
    { href: 'https://example.com' } as unknown as string,
  ])('%j', async (raw) => {
    const { open, spy } = opener();
    await expect(open(raw)).rejects.toMatchObject({ name: 'SentenceError', code: 'bad-link' });
    expect(spy).not.toHaveBeenCalled();
  });
});

test('one at a time', async () => {
  let finish = () => {};
  const { open, spy } = opener(() => new Promise((resolve) => (finish = resolve)));
  const first = open('https://example.com/1');
  await expect(open('https://example.com/2')).rejects.toMatchObject({ code: 'too-many' });
  finish();
  await first;
  const third = open('https://example.com/3');
  finish();
  await third;
  expect(spy.mock.calls).toEqual([['https://example.com/1'], ['https://example.com/3']]);
});

test('few in a row, then a pause', async () => {
  let now = 0;
  const spy = vi.fn(async () => {});
  const open = createLinkOpener({ open: spy, now: () => now });
  for (let turn = 0; turn < 5; turn += 1) await open('https://example.com/');
  await expect(open('https://example.com/')).rejects.toMatchObject({ code: 'too-many', retryable: true });
  now += 2000;
  await open('https://example.com/');
  expect(spy).toHaveBeenCalledTimes(6);
});

test('a refused address does not use up the allowance', async () => {
  const open = createLinkOpener({ open: async () => {}, now: () => 0 });
  for (let turn = 0; turn < 20; turn += 1) await open('file:///x').catch(() => {});
  await open('https://example.com/');
});

test('a browser that cannot be opened is one plain sentence, and the next try is free', async () => {
  const { open } = opener(() => Promise.reject(new Error('spawn xdg-open ENOENT')));
  await expect(open('https://example.com/')).rejects.toMatchObject({
    code: 'no-browser',
    message: 'The browser could not be opened. Copy the address and open it yourself.',
  });
  await expect(open('https://example.com/')).rejects.toMatchObject({ code: 'no-browser' });
});
