import type { EventData, Input, Output } from '../../shared/contract.ts';
import type { CallName, EventName, Reply } from '../../shared/contract-names.ts';

/** What the preload puts on `window`. */
export interface Bridge {
  readonly calls: { readonly [N in CallName]: (input?: Input<N>) => Promise<Reply<Output<N>>> };
  on<N extends EventName>(event: N, listener: (data: EventData<N>) => void): () => void;
}

declare global {
  interface Window {
    readonly gatehouse?: Bridge;
  }
}

/** A procedure said no. `message` is one plain sentence for the person. */
export class CallFailed extends Error {
  readonly code: string;
  readonly retryable: boolean;
  constructor(code: string, message: string, retryable: boolean) {
    super(message);
    this.name = 'CallFailed';
    this.code = code;
    this.retryable = retryable;
  }
}

const NO_BRIDGE = 'This window is not connected to Gatehouse. Close it and start Gatehouse again.';

const bridge = (): Bridge => {
  if (!window.gatehouse) throw new CallFailed('no-bridge', NO_BRIDGE, false);
  return window.gatehouse;
};

/** Asks main. Rejects with `CallFailed` only. */
export const call = async <N extends CallName>(name: N, input?: Input<N>): Promise<Output<N>> => {
  let reply: Reply<Output<N>>;
  try {
    reply = await bridge().calls[name](input);
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    throw new CallFailed(
      'fault',
      'Gatehouse could not do this because of a fault of its own. Try again.',
      true,
    );
  }
  if (reply.ok) return reply.value;
  throw new CallFailed(reply.error.code, reply.error.message, reply.error.retryable);
};

/** Listens to main; the returned function stops it. */
export const on = <N extends EventName>(event: N, listener: (data: EventData<N>) => void): (() => void) =>
  bridge().on(event, listener);

/** The sentence to show for anything caught around `call`. */
export const sentenceOf = (error: unknown): string =>
  error instanceof CallFailed
    ? error.message
    : 'Something went wrong in this window. Reload it and try again.';
