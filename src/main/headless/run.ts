import { mkdtempSync, rmSync, type Stats, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CallRequest } from '../../shared/model/call.ts';
import { createHost, type Host } from '../host/host.ts';
import { SessionError } from '../host/sessions/types.ts';
import { answersWithTools, NO_ANSWERS, readAnswersFile } from './answers-file.ts';
import { type Command, type Options, UsageError } from './args.ts';
import { EXIT, exitOf } from './exit.ts';
import { offersOf } from './offers.ts';
import { emit } from './output.ts';
import { newTally, report, type Tally } from './report.ts';
import { answersFileProvider, scriptOf } from './script.ts';
import { namesOf, serverOf } from './targets.ts';

/** A list has no clock of its own. */
const LIST_LIMIT_MS = 300_000;

/** Runs one command against one server and resolves with the exit code; no process of the server is left. */
export async function run(options: Options, interrupt: AbortSignal): Promise<number> {
  const answers = options.answers === undefined ? NO_ANSWERS : readAnswersFile(options.answers);
  const server = serverOf(options);
  const tally = newTally();
  for (const folder of answers.roots ?? []) {
    if (!look(folder)?.isDirectory())
      emit({ event: 'warning', message: `The folder ${folder} of the answers file does not exist.` });
  }
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-'));
  let host: Host | undefined;
  try {
    host = await createHost({
      dataDir,
      journalFile: options.journal === undefined ? ':memory:' : path.resolve(options.journal),
      version: VERSION,
      env: process.env,
      offers: offersOf(answers, options.without),
      script: scriptOf(answers, namesOf(options, server), (call) => {
        tally.unmatched.add(call.id);
        emit({
          event: 'warning',
          message: `No entry of the answers file matches this ${call.kind} request.`,
        });
      }),
      providers: [answersFileProvider(answersWithTools(answers))],
      servers: [server],
      roots: answers.roots ?? [],
      onEvent: (event) => report(event, tally),
    });
    checkJournal(host, options);
    return await inHost(host, server.id, options, tally, interrupt);
  } finally {
    await host?.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A journal that was asked for and is not kept is an error; one that was damaged and begun anew is a warning. */
function checkJournal(host: Host, { journal }: Options): void {
  if (journal === undefined) return;
  for (const problem of host.replica.get('app', 'app')?.problems ?? []) {
    if (!look(journal)?.isFile()) throw new UsageError(problem);
    emit({ event: 'warning', message: problem });
  }
}

/** What is at a path; undefined when nothing is, or when it may not be looked at. */
function look(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

async function inHost(
  host: Host,
  serverId: string,
  options: Options,
  tally: Tally,
  interrupt: AbortSignal,
): Promise<number> {
  try {
    await host.sessions.ensure(serverId, interrupt);
  } catch (error) {
    if (interrupt.aborted) return interrupted();
    const message = error instanceof Error ? error.message : 'The server could not be reached.';
    emit({ event: 'error', code: error instanceof SessionError ? error.code : 'connect-failed', message });
    return EXIT.connect;
  }
  const { command } = options;
  if (command.verb === 'probe') return EXIT.ok;
  if (command.verb === 'list') return list(host, serverId, command.kind, options, interrupt);
  const { callId, ended } = host.calls.start(requestOf(serverId, command), {
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  });
  const onInterrupt = () => host.calls.cancel(callId);
  if (interrupt.aborted) onInterrupt();
  interrupt.addEventListener('abort', onInterrupt, { once: true });
  const view = await ended;
  if (interrupt.aborted) return interrupted();
  if (view.error) emit({ event: 'error', ...view.error });
  else emit({ event: 'result', callId, isError: view.isError ?? false, result: view.result });
  return exitOf(view, tally, options.strict);
}

async function list(
  host: Host,
  serverId: string,
  kind: Extract<Command, { verb: 'list' }>['kind'],
  options: Options,
  interrupt: AbortSignal,
): Promise<number> {
  const limit = AbortSignal.timeout(options.timeoutMs ?? LIST_LIMIT_MS);
  try {
    const session = await host.sessions.ensure(serverId, interrupt);
    const { items, problems } = await session.list(kind, AbortSignal.any([interrupt, limit]));
    emit({ event: 'items', kind, items, problems });
    return EXIT.ok;
  } catch (error) {
    if (interrupt.aborted) return interrupted();
    if (limit.aborted) {
      emit({ event: 'error', code: 'timeout', message: `The server did not list its ${kind} in time.` });
      return EXIT.failed;
    }
    const known = error instanceof SessionError ? error : undefined;
    emit({
      event: 'error',
      code: known?.rpcCode ?? known?.code ?? 'internal',
      message: known?.message ?? 'The list could not be read.',
    });
    return EXIT.failed;
  }
}

function interrupted(): number {
  emit({ event: 'error', code: 'interrupted', message: 'Gatehouse was interrupted.' });
  return EXIT.interrupted;
}

function requestOf(serverId: string, command: Extract<Command, { verb: 'call' | 'get' }>): CallRequest {
  if (command.verb === 'call')
    return { serverId, method: 'tools/call', name: command.tool, args: command.args };
  if ('resource' in command) return { serverId, method: 'resources/read', name: command.resource };
  return { serverId, method: 'prompts/get', name: command.prompt, args: command.args };
}

declare const __GATEHOUSE_VERSION__: string | undefined;
const VERSION = typeof __GATEHOUSE_VERSION__ === 'string' ? __GATEHOUSE_VERSION__ : '0.0.0';
