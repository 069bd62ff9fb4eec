import { mkdtempSync, rmSync, type Stats, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CallRequest } from '../../shared/model/call.ts';
import type { ListKind } from '../../shared/model/server.ts';
import { createHost, type Host } from '../host/host.ts';
import { SessionError } from '../host/sessions/session-error.ts';
import { answersWithTools, NO_ANSWERS, readAnswersFile } from './answers-file.ts';
import { type Command, type Options, UsageError } from './args.ts';
import { EXIT, exitOf } from './exit.ts';
import { offersOf } from './offers.ts';
import { emit } from './output.ts';
import { newTally, type Reporter, reporter, type Tally } from './report.ts';
import { answersFileProvider, scriptOf } from './script.ts';
import { namesOf, serverOf } from './targets.ts';

/** A list has no clock of its own. */
const LIST_LIMIT_MS = 300_000;

/** One run: what to do, where, and what it met. */
interface Job {
  readonly host: Host;
  readonly serverId: string;
  readonly options: Options;
  readonly tally: Tally;
  readonly reporter: Reporter;
  readonly interrupt: AbortSignal;
}

/** Runs one command against one server and resolves with the exit code; no process of the server is left. */
export async function run(options: Options, interrupt: AbortSignal): Promise<number> {
  const answers = options.answers === undefined ? NO_ANSWERS : readAnswersFile(options.answers);
  const server = serverOf(options);
  const tally = newTally();
  const reports = reporter(tally);
  for (const folder of answers.roots ?? []) {
    if (!look(folder)?.isDirectory())
      reports.warn(`The folder ${folder} of the answers file does not exist.`);
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
        reports.warn(`No entry of the answers file matches this ${call.kind} request.`);
      }),
      providers: [answersFileProvider(answersWithTools(answers))],
      servers: [server],
      roots: answers.roots ?? [],
      onEvent: reports.onEvent,
    });
    checkJournal(host, options, reports);
    return await carryOut({ host, serverId: server.id, options, tally, reporter: reports, interrupt });
  } finally {
    await host?.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A journal that was asked for and is not kept is an error; one that was damaged and begun anew is a warning. */
function checkJournal(host: Host, { journal }: Options, { warn }: Reporter): void {
  if (journal === undefined) return;
  for (const problem of host.replica.get('app', 'app')?.problems ?? []) {
    if (!look(journal)?.isFile()) throw new UsageError(problem);
    warn(problem);
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

async function carryOut(job: Job): Promise<number> {
  const { host, serverId, interrupt } = job;
  const { command } = job.options;
  try {
    await host.sessions.ensure(serverId, interrupt);
  } catch (error) {
    if (interrupt.aborted) return interrupted();
    const message = error instanceof Error ? error.message : 'The server could not be reached.';
    job.reporter.notConnected(message);
    emit({ event: 'error', code: error instanceof SessionError ? error.code : 'connect-failed', message });
    return EXIT.connect;
  }
  switch (command.verb) {
    case 'probe':
      return EXIT.ok;
    case 'list':
      return list(job, command.kind);
    default:
      return call(job, requestOf(serverId, command));
  }
}

async function call(job: Job, request: CallRequest): Promise<number> {
  const { host, options, tally, interrupt } = job;
  const { timeoutMs } = options;
  const { callId, ended } = host.calls.start(request, { ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  const onInterrupt = () => host.calls.cancel(callId);
  if (interrupt.aborted) onInterrupt();
  interrupt.addEventListener('abort', onInterrupt, { once: true });
  const view = await ended;
  if (interrupt.aborted) return interrupted();
  if (view.error) emit({ event: 'error', ...view.error });
  else emit({ event: 'result', callId, isError: view.isError ?? false, result: view.result });
  return exitOf(view, tally, options.strict);
}

async function list(job: Job, kind: ListKind): Promise<number> {
  const { host, serverId, options, interrupt } = job;
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
