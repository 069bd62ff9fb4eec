/**
 * The bundled demo server: the five tools that ask back, on both protocol eras.
 *
 *   node demo-server.js [--stdio]           over stdio
 *   node demo-server.js --http [--port N]   prints {"url": "..."} and serves until it is stopped
 *
 * In an Electron utility process it serves HTTP on a free port and posts `{ url }` to its parent.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type StdioServerHandle, serveStdio } from '@modelcontextprotocol/server/stdio';
import { startHttp } from './http.ts';
import { createDemoServer } from './server.ts';

export { type HttpHandle, startHttp } from './http.ts';

/** Serves both eras over this process's stdin and stdout until stdin ends. */
export function startStdio(): StdioServerHandle {
  return serveStdio((context) => createDemoServer(context));
}

/** The part of Electron's `process.parentPort` that is used here; it exists only in a utility process. */
interface ParentPort {
  postMessage(message: unknown): void;
}

async function main(): Promise<void> {
  const parent = (process as { parentPort?: ParentPort }).parentPort;
  if (parent) {
    const { url } = await startHttp();
    parent.postMessage({ url });
    return;
  }
  const { values } = parseArgs({
    options: {
      stdio: { type: 'boolean' },
      http: { type: 'boolean' },
      port: { type: 'string', default: '0' },
    },
  });
  if (!values.http) {
    startStdio();
    return;
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port wants a number from 0 to 65535, not "${values.port}".`);
  }
  const { url } = await startHttp({ port });
  process.stdout.write(`${JSON.stringify({ url })}\n`);
}

function isEntry(): boolean {
  if ('parentPort' in process && process.parentPort) return true;
  const started = process.argv[1];
  if (started === undefined) return false;
  try {
    return realpathSync(started) === fileURLToPath(import.meta.url);
  } catch {
    return false;
  }
}

if (isEntry()) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  });
}
