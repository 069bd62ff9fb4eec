import { randomFillSync } from 'node:crypto';

/** Asking the system for a few bytes costs as much as writing an entry of the journal, so they come from a pool. */
const pool = Buffer.alloc(4096);
let used = pool.length;

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

/** The trace of a new call: 32 hex digits. */
export const newTraceId = (): string => randomHex(16);

/** A new span of a call's trace, for one request (SEP-414, W3C Trace Context). `traceId` is 32 hex digits. */
export const traceparent = (traceId: string): string => `00-${traceId}-${randomHex(8)}-01`;

const WELL_FORMED = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The trace context a server put on its request, or undefined where there is none that can be read. */
export function traceparentOf(params: unknown): string | undefined {
  const meta = (params as { _meta?: { traceparent?: unknown } | null } | null | undefined)?._meta;
  const given = meta?.traceparent;
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : undefined;
}
