/**
 * Names of every procedure and event between window and host: all that the preload imports at run time. The
 * schemas stand in contract.ts, which must declare exactly these names or it does not compile.
 */
export const CALL_NAMES = [
  'app.snapshot',
  'app.updateSettings',
  'app.pause',
  'app.saved',
  'servers.parseCommand',
  'servers.add',
  'servers.update',
  'servers.remove',
  'servers.connect',
  'servers.disconnect',
  'servers.trust',
  'servers.list',
  'servers.log',
  'calls.start',
  'calls.cancel',
  'arguments.suggest',
  'arguments.last',
  'arguments.remember',
  'arguments.forget',
  'questions.show',
  'questions.saveDraft',
  'questions.answer',
  'questions.dismiss',
  'questions.wire',
  'workspaces.addFolder',
  'workspaces.removeFolder',
  'workspaces.grant',
  'rules.add',
  'rules.change',
  'rules.remove',
  'rules.preview',
  'connections.add',
  'connections.change',
  'connections.remove',
  'connections.takeKey',
  'connections.forgetKey',
  'connections.readModels',
  'models.change',
  'activity.page',
  'demo.start',
] as const;
export type CallName = (typeof CALL_NAMES)[number];

export const EVENT_NAMES = ['state.patch', 'app.navigate', 'app.save'] as const;

/** Procedures that need a window or its system; the host has all others. */
export type DesktopCallName = 'app.saved' | 'workspaces.addFolder';
export type HostCallName = Exclude<CallName, DesktopCallName>;
export type EventName = (typeof EVENT_NAMES)[number];

/** IPC channel of a procedure or event. */
export const channelOf = (name: CallName | EventName): string => `gatehouse:${name}`;

export interface CallError {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly detail?: unknown;
}

/** What a procedure answers: Electron keeps only an Error's message, so errors are values. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: CallError };
