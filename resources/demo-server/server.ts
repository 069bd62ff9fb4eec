import { completable, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { callerOf, type Era, stateCodec } from './ask.ts';
import { NOTES, notesAsMarkdown } from './notes.ts';
import { connectAccount, connectAccountInput } from './tools/connect-account.ts';
import { deploy, deployInput, deployOutput } from './tools/deploy.ts';
import { listWorkspace, listWorkspaceInput } from './tools/list-workspace.ts';
import { echo, echoInput, slow, slowInput } from './tools/plain.ts';
import { planTrip, planTripInput } from './tools/plan-trip.ts';
import { summariseNotes, summariseNotesInput } from './tools/summarise-notes.ts';

/** A fresh server instance for one connection (stdio, legacy HTTP) or one request (modern HTTP). */
export function createDemoServer({ era }: { era: Era }): McpServer {
  const server = new McpServer(
    { name: 'gatehouse-demo', title: 'Gatehouse demo', version: '1.0.0' },
    {
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
      instructions: 'A demo that asks back: a completion, a form, a link, the folders it may see.',
      requestState: { verify: (state, ctx) => stateCodec().verify(state, ctx) },
    },
  );
  registerTools(server, era);
  registerData(server);
  return server;
}

function registerTools(server: McpServer, era: Era): void {
  server.registerTool(
    'summarise_notes',
    {
      title: 'Summarise notes',
      description: 'Summarises the demo notes with the model of the client (sampling).',
      inputSchema: summariseNotesInput,
      annotations: { readOnlyHint: true },
    },
    (args, ctx) => summariseNotes(callerOf(era, server, ctx), args),
  );
  server.registerTool(
    'deploy',
    {
      title: 'Deploy',
      description: 'Pretends to deploy an application, and asks for what it does not know (form).',
      inputSchema: deployInput,
      outputSchema: deployOutput,
      annotations: { destructiveHint: true },
    },
    (args, ctx) => deploy(callerOf(era, server, ctx), args),
  );
  server.registerTool(
    'connect_account',
    {
      title: 'Connect account',
      description: 'Pretends to connect an account on a page that the person visits (link).',
      inputSchema: connectAccountInput,
      annotations: { openWorldHint: true },
    },
    (args, ctx) => connectAccount(callerOf(era, server, ctx), args),
  );
  server.registerTool(
    'list_workspace',
    {
      title: 'List workspace',
      description: 'Lists the files in the folders that the client shares (roots).',
      inputSchema: listWorkspaceInput,
      annotations: { readOnlyHint: true },
    },
    (args, ctx) => listWorkspace(callerOf(era, server, ctx), args),
  );
  server.registerTool(
    'plan_trip',
    {
      title: 'Plan a trip',
      description: 'Plans a trip in two rounds, with several questions at once.',
      inputSchema: planTripInput,
    },
    (args, ctx) => planTrip(callerOf(era, server, ctx), args),
  );
  server.registerTool(
    'echo',
    {
      title: 'Echo',
      description: 'Returns its arguments and asks nothing.',
      inputSchema: echoInput,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    (args, ctx) => echo(callerOf(era, server, ctx), args),
  );
  server.registerTool(
    'slow',
    {
      title: 'Slow work',
      description: 'Works for a while, reports progress, and can be cancelled.',
      inputSchema: slowInput,
      annotations: { readOnlyHint: true },
    },
    (args, ctx) => slow(callerOf(era, server, ctx), args),
  );
}

const VERSIONS = ['1.0', '1.1', '2.0'];

function registerData(server: McpServer): void {
  server.registerPrompt(
    'release_notes',
    {
      title: 'Release notes',
      description: 'A prompt that writes release notes from the demo notes.',
      argsSchema: z.object({
        version: completable(z.string().describe('The version to announce'), (value) =>
          VERSIONS.filter((version) => version.startsWith(value)),
        ),
      }),
    },
    ({ version }) => ({
      description: `Release notes for version ${version}`,
      messages: [
        {
          role: 'user',
          content: {
            type: 'text',
            text: `Write release notes for version ${version} from these notes.\n\n${notesAsMarkdown()}`,
          },
        },
      ],
    }),
  );
  server.registerResource(
    'notes',
    'demo://notes',
    { title: 'All notes', description: 'The demo notes as one text.', mimeType: 'text/markdown' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/markdown', text: notesAsMarkdown() }] }),
  );
  server.registerResource(
    'note',
    new ResourceTemplate('demo://notes/{id}', {
      list: undefined,
      complete: { id: (value) => NOTES.map((note) => note.id).filter((id) => id.startsWith(value)) },
    }),
    { title: 'One note', description: 'One of the demo notes.', mimeType: 'text/markdown' },
    (uri, { id }) => {
      const note = NOTES.find((candidate) => candidate.id === id);
      if (!note) throw new Error('There is no such note.');
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: notesAsMarkdown([note]) }] };
    },
  );
}
