import type { CallProgress, CallView } from '../../shared/model/call.ts';
import type { DispatchEvent } from './reverse/dispatch-event.ts';
import type { Session } from './sessions/types.ts';

/** What happens in the host, as it happens; the headless command prints it. */
export type HostEvent =
  | { readonly type: 'connected'; readonly session: Session }
  | { readonly type: 'call'; readonly call: CallView }
  | { readonly type: 'progress'; readonly callId: number; readonly progress: CallProgress }
  | { readonly type: 'call-ended'; readonly call: CallView }
  | {
      readonly type: 'log';
      readonly serverId: string;
      readonly source: 'stderr' | 'log' | 'host' | 'garbage';
      readonly text: string;
    }
  | { readonly type: 'stray'; readonly serverId: string; readonly method: string }
  | DispatchEvent;

export type OnHostEvent = (event: HostEvent) => void;
