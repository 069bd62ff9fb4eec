import { expect, test } from 'vitest';
import { contentSecurityPolicy, headersFor, withNonce } from './csp.ts';

test('the policy is this one, and has no unsafe word', () => {
  expect(contentSecurityPolicy('AbC=')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-AbC='; img-src 'self' data: blob:; " +
      "font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; " +
      "object-src 'none'; require-trusted-types-for 'script'; trusted-types default",
  );
  expect(contentSecurityPolicy()).toContain("style-src 'self';");
  expect(contentSecurityPolicy('x')).not.toContain('unsafe');
});

test('the nonce is for styles alone', () => {
  const [scripts] = contentSecurityPolicy('AbC=')
    .split('; ')
    .filter((part) => part.startsWith('script-src'));
  expect(scripts).toBe("script-src 'self'");
});

test('every answer says what it is', () => {
  expect(headersFor('text/css; charset=utf-8')).toMatchObject({
    'Content-Type': 'text/css; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  });
});

test('the nonce goes into the meta tag, also when it looks like a replacement pattern', () => {
  const html = '<meta name="csp-nonce" content="__CSP_NONCE__" /><p>__CSP_NONCE__</p>';
  expect(withNonce(html, "a$&$'b")).toBe('<meta name="csp-nonce" content="a$&$\'b" /><p>__CSP_NONCE__</p>');
});
