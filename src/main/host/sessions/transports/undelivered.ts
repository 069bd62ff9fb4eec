/**
 * A message did not reach the server: no whole line of it was written, or too many waited before it. `message` is one
 * plain sentence.
 */
export class Undelivered extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'Undelivered';
  }
}
