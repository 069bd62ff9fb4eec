import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';

// Looks for a secret wherever it must not be. Every search says what it went through, so that one that looks at nothing
// can be seen.

/** The secret as it could stand somewhere: as text, in UTF-16, and within base64 at each of the three offsets. */
const disguises = (secret: string): Buffer[] => [
  Buffer.from(secret),
  Buffer.from(secret, 'utf16le'),
  // The first and last characters of base64 depend on what stands around.
  ...[0, 1, 2].map((offset) =>
    Buffer.from(
      Buffer.from('x'.repeat(offset) + secret)
        .toString('base64')
        .slice(4, -4),
    ),
  ),
];

/** Whether `secret` stands in `where`, disguised or not. */
export const holds = (where: Buffer | string, secret: string): boolean => {
  const bytes = typeof where === 'string' ? Buffer.from(where) : where;
  return disguises(secret).some((one) => bytes.includes(one));
};

/** The files under a folder, and those of them that hold the secret. */
export function searchFiles(folder: string, secret: string): { searched: string[]; found: string[] } {
  const searched: string[] = [];
  const found: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    let content: Buffer;
    try {
      content = readFileSync(file);
    } catch {
      // Taken away meanwhile.
      continue;
    }
    const name = path.relative(folder, file);
    searched.push(name);
    if (holds(content, secret)) found.push(name);
  }
  return { searched, found };
}

/** The command line and the environment a process was started with (Linux); undefined where we may not look. */
export function startOf(pid: number): string | undefined {
  try {
    return ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'latin1')).join('\n');
  } catch {
    return undefined;
  }
}

/** From now on: everything that passes between main and the window, as JSON. */
export async function tapIpc(app: ElectronApplication): Promise<() => Promise<string>> {
  await app.evaluate(({ ipcMain, webContents }) => {
    const tapped: string[] = [];
    (globalThis as { tappedByTest?: string[] }).tappedByTest = tapped;
    const { _invokeHandlers: handlers } = ipcMain as unknown as {
      _invokeHandlers: Map<string, (...args: unknown[]) => unknown>;
    };
    for (const [channel, handler] of handlers) {
      handlers.set(channel, async (event, ...args) => {
        tapped.push(`${channel} ${JSON.stringify(args)}`);
        const reply = await handler(event, ...args);
        tapped.push(`${channel} ${JSON.stringify(reply)}`);
        return reply;
      });
    }
    for (const contents of webContents.getAllWebContents()) {
      const send = contents.send.bind(contents);
      contents.send = (channel, ...args) => {
        tapped.push(`${channel} ${JSON.stringify(args)}`);
        send(channel, ...args);
      };
    }
  });
  return () =>
    app.evaluate(() => ((globalThis as { tappedByTest?: string[] }).tappedByTest ?? []).join('\n'));
}

/** Everything the window's page holds in memory, as V8 writes it down. */
export async function heapOf(window: Page): Promise<string> {
  const session = await window.context().newCDPSession(window);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}
