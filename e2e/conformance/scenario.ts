import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createHost, type Host } from '../../src/main/host/host.ts';
import type { Script } from '../../src/main/host/reverse/scripted-question.ts';
import type { SignInPort } from '../../src/main/host/sessions/auth/types.ts';
import { SessionError } from '../../src/main/host/sessions/session-error.ts';
import type { CallRequest } from '../../src/shared/model/call.ts';
import { DEFAULT_SERVER_SETTINGS, type ServerList } from '../../src/shared/model/server.ts';

const SERVER = 'conformance';
interface Context {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
}

type Step = Omit<CallRequest, 'serverId'>;

/** One run of one scenario, as the suite asks for it. */
export interface Job {
  readonly scenario: string;
  readonly context: Context;
  /** The suite's server. */
  readonly url: string;
}

/** A job from the suite's environment variables and its last argument. */
export function jobOf(env: Readonly<Record<string, string | undefined>>, url: string): Job {
  const context = JSON.parse(env.MCP_CONFORMANCE_CONTEXT ?? '{}') as Context;
  return { scenario: env.MCP_CONFORMANCE_SCENARIO ?? '', context, url };
}

/** Consents to everything and fills in nothing, so that a form goes back with its defaults. */
const consent: Script = (_call, body) => {
  switch (body.type) {
    case 'form':
      return { type: 'submit', values: {} };
    case 'link':
      return { type: 'open' };
    case 'sampling-prompt':
      return { type: 'approve' };
    case 'sampling-answer':
      return { type: 'send', model: 'conformance', text: 'An answer.' };
    default:
      return { type: 'cancel' };
  }
};

/** A person who signs in at once: the page of the suite sends straight back. */
const signIn = (context: Context): SignInPort => ({
  redirectUrl: () => Promise.resolve('http://localhost:3000/callback'),
  openAuthorization: async (page, signal) => {
    const response = await fetch(page, { redirect: 'manual', signal });
    const back = response.headers.get('location');
    if (back === null) throw new Error(`the page to sign in answered ${response.status} without a way back`);
    return new URL(back).searchParams;
  },
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  registeredClient: () =>
    context.client_id === undefined
      ? undefined
      : {
          client_id: context.client_id,
          ...(context.client_secret === undefined ? {} : { client_secret: context.client_secret }),
        },
});

const tool = (name: string, args: Record<string, unknown> = {}): Step => ({
  method: 'tools/call',
  name,
  args,
});

/** What the person does once the lists are there. */
function steps(
  { scenario, context }: Job,
  [tools, prompts, resources]: readonly [ServerList, ServerList, ServerList],
): readonly Step[] {
  const listed = tools.items.map(({ name }) => name);
  if (context.toolCalls) return context.toolCalls.map((call) => tool(call.name, call.arguments));
  switch (scenario) {
    case 'tools_call':
      return [tool('add_numbers', { a: 5, b: 3 })];
    case 'http-standard-headers':
      return [
        ...listed.slice(0, 1).map((name) => tool(name)),
        ...resources.items.slice(0, 1).map(({ uri = '' }): Step => ({ method: 'resources/read', name: uri })),
        ...prompts.items.slice(0, 1).map(({ name }): Step => ({ method: 'prompts/get', name, args: {} })),
      ];
    case 'http-invalid-tool-headers':
      return listed.map((name) => tool(name, { region: 'us-west1' }));
    case 'json-schema-2020-12-preservation': {
      const schema = tools.items.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema;
      return [tool('json_schema_echo', { schema })];
    }
    case 'json-schema-ref-no-deref':
      return [];
    default:
      return listed.map((name) => tool(name));
  }
}

/** A list as the window shows it. Nobody is asked to sign in for one; the person presses Connect then. */
async function list(host: Host, kind: ServerList['kind']): Promise<ServerList> {
  const session = await host.sessions.ensure(SERVER);
  try {
    return await session.list(kind);
  } catch (error) {
    if (!(error instanceof SessionError) || error.code !== 'needs-sign-in') throw error;
    return (await host.sessions.connect(SERVER)).list(kind);
  }
}

async function inHost(host: Host, job: Job, say: (line: string) => void): Promise<string | undefined> {
  await host.sessions.connect(SERVER);
  const lists = [
    await list(host, 'tools'),
    await list(host, 'prompts'),
    await list(host, 'resources'),
  ] as const;
  let failure: string | undefined;
  for (const step of steps(job, lists)) {
    const view = await host.calls.start({ serverId: SERVER, ...step }).ended;
    const trouble = view.error?.message ?? (view.isError ? 'the tool reported an error' : undefined);
    say(`${step.method} ${step.name}: ${trouble ?? 'done'}`);
    failure ??= trouble;
  }
  return failure;
}

/**
 * Does what a scenario asks for. Resolves with true when every call did what it should, never rejects. `say` gets lines
 * for the suite's own log. Ends early when `signal` aborts.
 */
export async function runScenario(
  job: Job,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-conformance-'));
  let host: Host | undefined;
  let failure: string | undefined;
  try {
    host = await createHost({
      dataDir,
      journalFile: ':memory:',
      version: '0.0.0',
      env: process.env,
      script: consent,
      signIn: signIn(job.context),
      servers: [{ id: SERVER, target: { type: 'http', url: job.url }, settings: DEFAULT_SERVER_SETTINGS }],
      roots: [],
      onEvent: (event) => {
        if (event.type === 'log') say(`${event.source}: ${event.text}`);
      },
    });
    const stopped = new Promise<string>((resolve) => {
      signal.addEventListener('abort', () => resolve('it took too long'), { once: true });
    });
    failure = await Promise.race([inHost(host, job, say), stopped]);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  } finally {
    await host?.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  say(`finished: ${failure ?? 'well'}`);
  return failure === undefined;
}
