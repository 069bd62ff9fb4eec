import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as tls from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..', '..');
const able = 'setDefaultCACertificates' in tls && process.platform === 'linux' && hasOpenssl();
let dir: string;
let server: Server;

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.runIf(able)('a server whose certificate only this machine trusts', () => {
  const file = (name: string) => path.join(dir, name);

  beforeAll(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'gatehouse-ca-'));
    const words =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
    execFileSync(
      'openssl',
      [
        ...words.split(' '),
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        file('key'),
        '-out',
        file('cert'),
      ],
      { stdio: 'ignore' },
    );
    server = createServer(
      { key: readFileSync(file('key')), cert: readFileSync(file('cert')) },
      (request, response) => {
        let text = '';
        request.on('data', (chunk) => {
          text += chunk;
        });
        request.on('end', () => {
          if (request.method !== 'POST') return void response.writeHead(405).end();
          const { id, method } = JSON.parse(text) as { id?: number; method: string };
          if (id === undefined) return void response.writeHead(202).end();
          const serverInfo = { name: 'x', version: '1' };
          const result =
            method === 'initialize'
              ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo }
              : { tools: [{ name: 'safe', inputSchema: { type: 'object' } }] };
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
        });
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(dir, { recursive: true, force: true });
  });

  const list = (env: Record<string, string>) => {
    const { port } = server.address() as AddressInfo;
    const args = ['list', '--url', `https://localhost:${port}/mcp`, '--era', 'legacy', 'tools'];
    return promisify(execFile)(
      process.execPath,
      [path.join('src', 'main', 'headless', 'index.ts'), ...args],
      {
        cwd: ROOT,
        env: { ...process.env, ...env },
      },
    ).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    );
  };

  it('E39 is trusted', async () => {
    const { code, stdout } = await list({ SSL_CERT_FILE: file('cert') });
    expect(stdout).toContain('"safe"');
    expect(code).toBe(0);
  });

  it('E39 and not when the machine does not trust it either', async () => {
    const { code, stdout } = await list({});
    expect(stdout).toContain('certificate');
    expect(code).toBe(3);
  });
});
