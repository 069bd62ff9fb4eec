import type { EventData, Input, Output } from './contract.ts';
import type { CallName, EventName, Reply } from './contract-names.ts';

/** What the preload puts on the window as `gatehouse`: one function a procedure, and the events. */
export interface Bridge {
  /** Never rejects: errors are values. */
  readonly calls: { readonly [N in CallName]: (input?: Input<N>) => Promise<Reply<Output<N>>> };
  /** The returned function stops it. The listener gets the data alone, never Electron's event object. */
  on<N extends EventName>(event: N, listener: (data: EventData<N>) => void): () => void;
}
