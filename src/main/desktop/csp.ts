/**
 * The Content-Security-Policy of everything the window loads. `nonce` admits the style tags that libraries make at
 * run time, and nothing else: scripts come from our own files only.
 */
export function contentSecurityPolicy(nonce?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce ? `style-src 'self' 'nonce-${nonce}'` : "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** Headers of one answer of the `app:` scheme. */
export function headersFor(mime: string, nonce?: string): Record<string, string> {
  return {
    'Content-Type': mime,
    'Content-Security-Policy': contentSecurityPolicy(nonce),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  };
}

/** Puts the nonce where the page's scripts read it: `<meta name="csp-nonce" content="...">`. */
export function withNonce(html: string, nonce: string): string {
  return html.replace(
    /(<meta\s+name="csp-nonce"\s+content=")[^"]*(")/,
    (_whole, before: string, after: string) => `${before}${nonce}${after}`,
  );
}
