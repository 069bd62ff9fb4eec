/**
 * A host in a process of its own that a test can kill: `node host-process.ts DATA_DIR TOOL`. It adds nothing: it
 * trusts the server `s` of DATA_DIR, runs TOOL, and prints one line for every change of a question or call.
 * Lines on stdin are `ID JSON`: an answer to a question.
 */
import { createInterface } from 'node:readline';
import type { QuestionAnswer } from '../../../shared/model/reverse-call.ts';
import { createHost } from '../host.ts';

const [dataDir = '', tool = ''] = process.argv.slice(2);
const host = await createHost({ dataDir, version: '0.0.0', env: process.env, openExternal: async () => {} });
host.replica.onPatch(({ ops }) => {
  for (const { collection, value } of ops) {
    if (collection === 'questions' || collection === 'calls') {
      process.stdout.write(`${JSON.stringify({ collection, value })}\n`);
    }
  }
});
const binding = host.replica.get('servers', 's')?.binding ?? '';
await host.handlers['servers.trust']({ id: 's', binding });
host.calls.start({ serverId: 's', method: 'tools/call', name: tool });

for await (const line of createInterface({ input: process.stdin })) {
  const space = line.indexOf(' ');
  const id = line.slice(0, space);
  const said = JSON.parse(line.slice(space + 1)) as { answer?: QuestionAnswer; draft?: unknown };
  if (said.draft !== undefined) await host.handlers['questions.saveDraft']({ id, draft: said.draft });
  if (!said.answer) continue;
  const { nonce } = await host.handlers['questions.show']({ id });
  await host.handlers['questions.answer']({ id, nonce, answer: said.answer });
}
