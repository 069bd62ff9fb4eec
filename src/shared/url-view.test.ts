import { describe, expect, it } from 'vitest';
import { readUrl } from './url-view.ts';

describe('readUrl', () => {
  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    ' https://example.com',
    'https://example.com/a b',
    'https://exa\tmple.com',
    'https://example.com/\u202Egpj.exe',
    'https://example.com/\u0000',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'FILE://server/share',
    '\\\\server\\share',
    '//server/share',
    'https:\\\\example.com',
    'https:/example.com',
    'https:example.com',
    'https:///example.com',
    'http://',
    'vscode://settings',
    'ms-msdt:/id',
    'search-ms:query=x',
    'smb://server/share',
    'ftp://example.com',
    'blob:https://example.com/1',
    'about:blank',
    'chrome://settings',
    'view-source:https://example.com',
    'mailto:a@b.co',
    'ws://example.com',
    'app://renderer/index.html',
    '/relative',
    'example.com',
    'https://exa mple.com',
    'https://[::1',
    'https://1.2.3.4.5',
    'https://example.com:99999',
    `https://example.com/${'a'.repeat(9_000)}`,
    '',
  ])('A65 refuses %j with one sentence and nothing to open', (raw) => {
    const view = readUrl(raw);
    expect(view.ok).toBe(false);
    expect(view.href).toBe('');
    expect(view.reason).toMatch(/^[A-Z][^\n]*\.$/);
  });

  it('A65 refuses what is no text at all', () => {
    for (const raw of [undefined, null, 7, {}, ['https://example.com']])
      expect(readUrl(raw as string).ok).toBe(false);
  });

  it('an ordinary address has nothing to warn of', () => {
    expect(readUrl('https://example.com/connect?state=a%20b#top')).toEqual({
      ok: true,
      href: 'https://example.com/connect?state=a%20b#top',
      scheme: 'https',
      host: 'example.com',
      displayHost: 'example.com',
      warnings: [],
    });
  });

  it.each([
    ['http://example.com/', /not encrypted/],
    ['https://bank.example@evil.example/', /leads to evil\.example/],
    ['https://user:pw@example.com/', /before "@"/],
    ['https://@example.com/', /before "@"/],
    ['https://127.0.0.1/', /this computer/],
    ['https://localhost/', /this computer/],
    ['https://app.localhost/', /this computer/],
    ['https://2130706433/', /this computer/],
    ['https://0x7f.1/', /this computer/],
    ['https://[::1]/', /this computer/],
    ['https://[::ffff:127.0.0.1]/', /this computer/],
    ['https://10.1.2.3/', /own network/],
    ['https://172.20.0.1/', /own network/],
    ['https://192.168.1.1/', /own network/],
    ['https://169.254.169.254/latest', /own network/],
    ['https://[fd00::1]/', /own network/],
    ['https://[fe80::1]/', /own network/],
    ['https://intranet/', /own network/],
    ['https://printer.local/', /own network/],
    ['https://8.8.8.8/', /by number/],
    ['https://[2001:4860:4860::8888]/', /by number/],
    ['https://xn--bcher-kva.de/', /international letters.*bücher\.de/],
    ['https://bücher.de/', /international letters/],
    ['https://аpple.com/', /mixes alphabets/],
    ['https://example.com:8443/', /port 8443/],
    [`https://example.com/${'a'.repeat(600)}`, /very long/],
  ])('%s is opened only after a warning', (raw, warning) => {
    const view = readUrl(raw);
    expect(view.ok).toBe(true);
    expect(view.warnings.join('\n')).toMatch(warning);
  });

  it.each(['https://user:pw@example.com/', 'https://user@example.com/', 'https://:pw@example.com/'])(
    '%s is shown and warned of, and not opened: a browser would send the name and password',
    (raw) => {
      expect(readUrl(raw)).toMatchObject({
        ok: true,
        blocked: expect.stringMatching(/not opened from here\.$/),
      });
    },
  );

  it('an address with an empty user name carries nothing, and may be opened after its warning', () => {
    expect(readUrl('https://@example.com/').blocked).toBeUndefined();
  });

  it('shows international hosts in both spellings', () => {
    expect(readUrl('https://пример.рф:8443/x')).toMatchObject({
      host: 'xn--e1afmkfd.xn--p1ai:8443',
      displayHost: 'пример.рф:8443',
    });
    expect(readUrl('https://日本語.jp/').displayHost).toBe('日本語.jp');
    expect(readUrl('https://xn--bcher-kva.xn--bcher-kva.de/').displayHost).toBe('bücher.bücher.de');
  });

  it('one alphabet, or letters and digits, is not a mix', () => {
    for (const raw of [
      'https://пример.рф/',
      'https://bücher24.de/',
      'https://пример.com/',
      'https://日本語テスト.jp/',
    ]) {
      expect(readUrl(raw).warnings.join()).not.toContain('mixes');
    }
  });

  it('what is shown is what is opened', () => {
    for (const raw of [
      'https://EXAMPLE.com',
      'HTTPS://example.com/../a',
      'https://example.com/?q=é',
      'https://example.com./',
    ]) {
      const view = readUrl(raw);
      expect(view.href).toBe(new URL(raw).href);
      expect(new URL(view.href).host).toBe(view.host);
    }
  });
});
