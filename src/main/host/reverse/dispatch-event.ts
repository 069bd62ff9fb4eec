import type { ReverseCall, Settled } from './types.ts';

/** A reverse call came, or ended. */
export type DispatchEvent =
  | { readonly type: 'reverse'; readonly call: ReverseCall }
  | { readonly type: 'settled'; readonly call: ReverseCall; readonly settled: Settled };
