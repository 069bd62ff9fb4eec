/**
 * The one Trusted Types policy. Our CSP says `trusted-types default`; Mantine writes its CSS variables through
 * `innerHTML` of a style element and the pattern worker is started by URL, so both must pass here or the window stays
 * blank. HTML with a tag in it, and scripts from anywhere else, never pass. Imported before everything else.
 */
interface PolicyRules {
  createHTML(html: string): string;
  createScript(script: string): string;
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): unknown;
}

/** The rules, apart from the browser so that a test can try them. `origin` is the page's own address. */
export const policyRules = (origin: string, base: string): PolicyRules => ({
  createHTML(html) {
    if (html.includes('<')) throw new TypeError('Gatehouse writes no HTML.');
    return html;
  },
  createScript() {
    throw new TypeError('Gatehouse runs no text as script.');
  },
  createScriptURL(url) {
    const parsed = new URL(url, base);
    // `origin` of a custom scheme reads "null" in some engines, so scheme and host are compared.
    const own = new URL(origin);
    if (parsed.protocol !== own.protocol || parsed.host !== own.host) {
      throw new TypeError('Gatehouse loads scripts from itself only.');
    }
    return url;
  },
});

if (typeof window !== 'undefined') {
  const factory = (window as { trustedTypes?: PolicyFactory }).trustedTypes;
  factory?.createPolicy('default', policyRules(location.href, document.baseURI));
}
