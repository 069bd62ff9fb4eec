import * as tls from 'node:tls';

let trusted = false;

/**
 * Trusts what this machine trusts: servers at work often have certificates of an authority that only the system knows.
 * Once, before the first https connection, since reading them takes a while. Needs Node 22.19 or 24.5; with an older
 * one `NODE_EXTRA_CA_CERTS` names a file.
 */
export function trustSystemCertificates(): void {
  if (trusted) return;
  trusted = true;
  const { getCACertificates, setDefaultCACertificates } = tls as Partial<typeof tls>;
  if (!getCACertificates || !setDefaultCACertificates) return;
  try {
    setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])]);
  } catch {
    // A system that does not tell: what Node brings along stays trusted.
  }
}
