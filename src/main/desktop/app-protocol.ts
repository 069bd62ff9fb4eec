import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { protocol, type Session } from 'electron';
import { resolveAppFile } from './app-files.ts';
import { headersFor, withNonce } from './csp.ts';
import { SCHEME } from './page.ts';

/** Must run before `ready`. `codeCache` keeps V8's compiled code between starts and needs `standard`. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/** Serves the built window, and nothing else, from `folder` (a real path). */
export function serveApp(session: Session, folder: string): void {
  session.protocol.handle(SCHEME, async (request) => {
    const found = await resolveAppFile(folder, request);
    if (found.status !== 200) {
      return new Response(null, { status: found.status, headers: headersFor('text/plain; charset=utf-8') });
    }
    if (!found.mime.startsWith('text/html')) {
      return new Response(new Uint8Array(await fs.readFile(found.file)), { headers: headersFor(found.mime) });
    }
    const nonce = randomBytes(16).toString('base64');
    const html = withNonce(await fs.readFile(found.file, 'utf8'), nonce);
    return new Response(html, { headers: headersFor(found.mime, nonce) });
  });
}
