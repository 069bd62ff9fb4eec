import { writeSync } from 'node:fs';
import { jsonLine } from '../../shared/json-line.ts';

/** A reader that cannot keep up is asked again after this many milliseconds. */
const FULL_PIPE_MS = 5;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

let readerGone = false;
let onGone: () => void = () => {};

/** Calls back once when nobody reads stdout any more; events are then no longer written. */
export function onReaderGone(listener: () => void): void {
  onGone = listener;
}

/** One event, one line on stdout; nothing else is ever written there. */
export function emit(event: { readonly event: string } & Record<string, unknown>): void {
  const bytes = Buffer.from(jsonLine(event));
  let at = 0;
  while (at < bytes.length && !readerGone) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN') Atomics.wait(sleeper, 0, 0, FULL_PIPE_MS);
      else if (code === 'EPIPE') {
        // Not the place to exit: the server has to be stopped first.
        readerGone = true;
        onGone();
      } else throw error;
    }
  }
}
