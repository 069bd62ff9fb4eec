import { isObject } from '../../../shared/json.ts';
import { SessionError } from './session-error.ts';
import { withLimit } from './with-limit.ts';

/** The Tasks extension (SEP-2663, modelcontextprotocol/ext-tasks, 2026-07-28). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

const STATUSES = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const;
/** The status of a task as the extension names it. */
export type TaskStatus = (typeof STATUSES)[number];

/** A task as its server describes it: in the answer that begins it, and in each answer to `tasks/get`. */
export interface TaskReport {
  readonly id: string;
  readonly status: TaskStatus;
  /** The server's own words about it. */
  readonly message?: string;
  /** How often the server wants to be asked, in milliseconds; as it said, so maybe absurd. */
  readonly pollIntervalMs?: number;
  /** All that is outstanding, with `input_required`. Keys are unique in the life of a task. */
  readonly inputRequests: Readonly<Record<string, unknown>>;
  /** With `completed`: what the call would have returned. */
  readonly result?: Record<string, unknown>;
  /** With `failed`: a JSON-RPC error. */
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** It goes into a header over HTTP, and into every request. */
const MAX_ID = 4096;
const MAX_MESSAGE = 1000;

const odd = (what: string): SessionError =>
  new SessionError('protocol', `The server runs this call as a task, but ${what}.`);

/**
 * Reads a task. `resultType` is not looked at: the published examples put `task` where the text asks for `complete`.
 * @param asked the task that was asked for; its id may then be left out, but not be another one
 * @throws SessionError `protocol`
 */
export function readTask(fields: Record<string, unknown>, asked?: string): TaskReport {
  const id = fields.taskId ?? asked;
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID) throw odd('gave it no usable id');
  if (asked !== undefined && id !== asked) throw odd('answered about another one');
  const status = STATUSES.find((known) => known === fields.status);
  if (status === undefined) throw odd('gave it a status that is not known here');
  const { statusMessage, pollIntervalMs, inputRequests } = fields;
  if (status === 'input_required' && inputRequests !== undefined && !isObject(inputRequests)) {
    throw odd('its questions are not an object');
  }
  return {
    id,
    status,
    ...(typeof statusMessage === 'string' ? { message: statusMessage.slice(0, MAX_MESSAGE) } : {}),
    ...(typeof pollIntervalMs === 'number' && Number.isFinite(pollIntervalMs) ? { pollIntervalMs } : {}),
    inputRequests: status === 'input_required' && isObject(inputRequests) ? inputRequests : {},
    ...(isObject(fields.result) ? { result: fields.result } : {}),
    ...errorOf(fields.error),
  };
}

function errorOf(error: unknown): Pick<TaskReport, 'error'> {
  if (!isObject(error)) return {};
  const { code, message, data } = error;
  if (typeof code !== 'number' || typeof message !== 'string') return {};
  return { error: { code, message, ...(data === undefined ? {} : { data }) } };
}

const CANCEL_MS = 10_000;

/** The session on which a task came too late. */
export interface LateTaskDeps {
  readonly request: (
    method: 'tasks/cancel',
    params: { readonly taskId: string },
    signal: AbortSignal,
  ) => Promise<unknown>;
  /** Aborts when the session is over. */
  readonly closed: AbortSignal;
  readonly onLog: (text: string) => void;
}

/**
 * The answer to a call that was cancelled before: when the server has made a task of it, that would run on unseen, and is
 * cancelled (Tasks extension, task cancellation). Other answers are nothing to do anything about.
 */
export function cancelLateTask(result: unknown, { request, closed, onLog }: LateTaskDeps): void {
  if (!isObject(result) || result.resultType !== 'task') return;
  let task: TaskReport;
  try {
    task = readTask(result);
  } catch {
    onLog('A cancelled call was answered with a task that cannot be read; it may run on at the server.');
    return;
  }
  if (task.status !== 'working' && task.status !== 'input_required') return;
  withLimit(CANCEL_MS, closed, (signal) => request('tasks/cancel', { taskId: task.id }, signal)).then(
    () => onLog('A cancelled call was answered with a task. The server was told to cancel that, too.'),
    () => {
      if (closed.aborted) return;
      onLog('A cancelled call was answered with a task, which could not be cancelled; it may run on.');
    },
  );
}
