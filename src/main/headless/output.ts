import { writeSync } from 'node:fs';

/** One event, one line on stdout; nothing else is ever written there. A reader that left ends us quietly. */
export function emit(event: { readonly event: string } & Record<string, unknown>): void {
  const bytes = Buffer.from(`${JSON.stringify(event)}\n`);
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN') continue;
      if (code === 'EPIPE') process.exit(130);
      throw error;
    }
  }
}
