/**
 * Our side: the whole host as the app and the headless command use it, with a journal on disk (WAL,
 * synchronous=NORMAL) and a script in the person's place.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { answersFileProvider } from '../../src/main/headless/script.ts';
import { createHost } from '../../src/main/host/host.ts';
import type { CallView } from '../../src/shared/model/call.ts';
import { DEFAULT_SERVER_SETTINGS } from '../../src/shared/model/server.ts';
import { nanosecondsOf, obey, RAW_SERVER, timed } from './obey.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'));
// The limits are on, as in the app, but as wide as they can be set.
writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ maxPerMinute: 10_000 }));

const host = await createHost({
  dataDir,
  version: '0.0.0',
  env: process.env,
  servers: [
    {
      id: 'raw',
      target: { type: 'stdio', command: process.execPath, args: [RAW_SERVER] },
      settings: { ...DEFAULT_SERVER_SETTINGS, era: 'legacy' },
    },
  ],
  roots: [dataDir],
  providers: [answersFileProvider(false)],
  script: (_call, body) => {
    switch (body.type) {
      case 'form':
        return { type: 'submit', values: { environment: 'staging', confirm: true } };
      case 'sampling-prompt':
        return { type: 'approve' };
      case 'sampling-answer':
        return { type: 'send', text: 'positive', model: 'scripted', stopReason: 'endTurn' };
      default:
        return { type: 'cancel' };
    }
  },
});

async function run(name: string, args: Record<string, unknown>): Promise<unknown> {
  const { ended } = host.calls.start({ serverId: 'raw', method: 'tools/call', name, args });
  const view: CallView = await ended;
  if (view.state !== 'done') throw new Error(view.error?.message ?? view.state);
  return view.result;
}

await run('echo', { text: 'hello' });

obey(
  {
    reverse: async (details) => nanosecondsOf(await run('ask', { ...details })),
    call: ({ count }) =>
      timed(async () => {
        for (let i = 0; i < count; i += 1) await run('echo', { text: 'hello' });
      }),
    big: ({ mb }) => timed(() => run('big', { mb })),
  },
  async () => {
    await host.close();
    rmSync(dataDir, { recursive: true, force: true });
  },
);
