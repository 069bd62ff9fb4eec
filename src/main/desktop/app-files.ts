import fs from 'node:fs/promises';
import path from 'node:path';
import { HOST, SCHEME } from './page.ts';

/** Everything the built window may consist of. What is not in this table is not served. */
const MIME: Readonly<Record<string, string>> = Object.freeze({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
});

/** A built file has a plain name. So nothing needs decoding, and whatever looks encoded is not ours. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_@~-][A-Za-z0-9._@~-]*)+$/;

export type Resolved =
  | { readonly status: 200; readonly file: string; readonly mime: string }
  | { readonly status: 404 | 405 };

const MISSING: Resolved = Object.freeze({ status: 404 });

/**
 * Finds the file of the built window that an `app:` request means. `folder` must be a real path. The file's own
 * real path must lie inside it, so that no link leads out.
 */
export async function resolveAppFile(
  folder: string,
  request: { readonly method: string; readonly url: string },
): Promise<Resolved> {
  if (request.method !== 'GET') return { status: 405 };
  const prefix = `${SCHEME}://${HOST}/`;
  if (!request.url.startsWith(prefix)) return MISSING;
  // Taken from the text, not from a parsed URL: parsers fold dots and differ about schemes they do not know.
  const [address = ''] = request.url.slice(prefix.length - 1).split(/[?#]/, 1);
  const wanted = address === '/' ? '/index.html' : address;
  if (!PLAIN_PATH.test(wanted) || wanted.includes('..')) return MISSING;
  const mime = MIME[path.posix.extname(wanted)];
  if (!mime) return MISSING;
  try {
    const file = await fs.realpath(path.join(folder, ...wanted.split('/')));
    if (!file.startsWith(folder + path.sep) || !(await fs.stat(file)).isFile()) return MISSING;
    return { status: 200, file, mime };
  } catch {
    return MISSING;
  }
}
