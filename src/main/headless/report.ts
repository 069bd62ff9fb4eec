import type { HostEvent } from '../host/events.ts';
import { kindOf } from '../host/reverse/gates.ts';
import { emit } from './output.ts';

/** What a run met, for its exit code. */
export interface Tally {
  refused: boolean;
  repaired: boolean;
  /** A question could not be answered as prepared: it does not fit, or did not arrive. */
  failed: boolean;
  /** Reverse calls no entry of the answers file matched. */
  readonly unmatched: Set<string>;
}

/** The tally of a run that has met nothing yet. */
export const newTally = (): Tally => ({
  refused: false,
  repaired: false,
  failed: false,
  unmatched: new Set(),
});

/** Prints what a run meets, one JSON object a line. */
export interface Reporter {
  readonly onEvent: (event: HostEvent) => void;
  readonly warn: (message: string) => void;
  /** The connection failed, for the reason `said`: prints what still waits for it, but not that reason once more. */
  readonly notConnected: (said: string) => void;
}

/** Prints the events of the host as NDJSON. What happens while it connects is told after `connected`. */
export function reporter(tally: Tally): Reporter {
  let early: { readonly text?: string; readonly print: () => void }[] | undefined = [];
  const warn = (message: string) => {
    const print = () => emit({ event: 'warning', message });
    if (early) early.push({ text: message, print });
    else print();
  };
  const flush = (said?: string) => {
    const held = early ?? [];
    early = undefined;
    for (const { text, print } of held) if (said === undefined || text !== said) print();
  };
  return {
    warn,
    notConnected: flush,
    onEvent: (event) => {
      if (event.type === 'log' && event.source === 'host') warn(event.text);
      else if (early && (event.type === 'reverse' || event.type === 'settled')) {
        early.push({ print: () => report(event, tally, warn) });
      } else report(event, tally, warn);
      if (event.type === 'connected') flush();
    },
  };
}

function report(event: HostEvent, tally: Tally, warn: (message: string) => void): void {
  switch (event.type) {
    case 'connected': {
      const { serverInfo, era, protocolVersion, serverCapabilities, clientCapabilities } = event.session;
      emit({
        event: 'connected',
        server: serverInfo,
        era,
        protocolVersion,
        serverCapabilities,
        clientCapabilities,
      });
      break;
    }
    case 'call':
      emit({ event: 'call', callId: event.call.id, method: event.call.method, name: event.call.name });
      break;
    case 'reverse': {
      const { id, method, road, round, cause, params, repairs } = event.call;
      if (repairs.length > 0) tally.repaired = true;
      const { callId = null, certainty, candidates } = cause;
      emit({
        event: 'reverse',
        id,
        // A method that no client serves is of no kind.
        kind: kindOf(method) ?? null,
        method,
        road,
        round,
        cause: { callId, certainty, candidates },
        params: params ?? null,
        repairs,
      });
      break;
    }
    case 'settled': {
      const { call, settled } = event;
      if (settled.outcome === 'refused') tally.refused = true;
      if (settled.outcome === 'failed') tally.failed = true;
      // Error codes exist only on road `request`.
      const error = call.road === 'request' && settled.error ? { error: settled.error } : {};
      emit({
        event: 'answer',
        id: call.id,
        outcome: settled.outcome,
        ...(settled.result ? { result: settled.result } : error),
      });
      if (settled.reason && settled.outcome !== 'accepted') warn(settled.reason);
      break;
    }
    case 'progress':
      emit({ event: 'progress', callId: event.callId, ...event.progress });
      break;
    case 'log':
      if (event.source === 'stderr') emit({ event: 'stderr', text: event.text });
      else if (event.source === 'log') emit({ event: 'log', text: event.text });
      else if (event.source === 'garbage') warn(`A line on stdout was not JSON-RPC: ${event.text}`);
      break;
    case 'stray':
    // The host's log says it in a sentence.
    case 'call-ended':
      break;
  }
}
