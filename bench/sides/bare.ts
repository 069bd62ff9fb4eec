/** The other side: an SDK client over its own stdio transport, with handlers that answer at once and keep nothing. */
import { Client, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { nanosecondsOf, obey, RAW_SERVER, timed } from './obey.ts';

/** The SDK ends the session at 10 MiB unless told otherwise. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

const client = new Client(
  { name: 'bare', version: '0.0.0' },
  { capabilities: { sampling: {}, elicitation: {}, roots: {} }, versionNegotiation: { mode: 'legacy' } },
);
client.setRequestHandler('elicitation/create', () => ({
  action: 'accept',
  content: { environment: 'staging', confirm: true },
}));
client.setRequestHandler('sampling/createMessage', () => ({
  role: 'assistant',
  content: { type: 'text', text: 'positive' },
  model: 'scripted',
  stopReason: 'endTurn',
}));
client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///tmp/one', name: 'one' }] }));

await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [RAW_SERVER],
    stderr: 'ignore',
    maxBufferSize: MAX_MESSAGE_BYTES,
  }),
);

/** What its transport makes of a big message can take minutes; then the time until here is what is reported. */
const BIG_MS = 60_000;
const run = (name: string, args: Record<string, unknown>) =>
  client.callTool({ name, arguments: args }, { timeout: BIG_MS });

async function big(mb: number): Promise<void> {
  try {
    await run('big', { mb });
  } catch (error) {
    if (!(error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)) throw error;
  }
}

await run('echo', { text: 'hello' });

obey(
  {
    reverse: async (details) => nanosecondsOf(await run('ask', { ...details })),
    call: ({ count }) =>
      timed(async () => {
        for (let i = 0; i < count; i += 1) await run('echo', { text: 'hello' });
      }),
    big: ({ mb }) => timed(() => big(mb)),
  },
  () => client.close(),
);
