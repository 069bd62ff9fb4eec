/**
 * A failure that a person is meant to read: one plain sentence and the next step. Everything else that is thrown
 * is a fault of these scripts.
 */
export class Trouble extends Error {
  readonly next: string;

  constructor(sentence: string, next: string) {
    super(sentence);
    this.name = 'Trouble';
    this.next = next;
  }
}

/** The text for a failure: sentence and next step; never a stack (that is for `GATEHOUSE_DEBUG=1`). */
export function describeTrouble(error: unknown): string {
  if (error instanceof Trouble) return `${error.message}\n${error.next}`;
  const text = error instanceof Error ? error.message : String(error);
  const first = text.split('\n', 1)[0]?.trim() || 'unknown';
  return `Set-up stopped on something it did not expect: ${first}\nRun it again with GATEHOUSE_DEBUG=1 to see where it happened.`;
}

/** Progress for the person. It goes to stderr, so that a command's own output stays clean. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Runs a command's body; a failure is printed as a sentence and gives exit code 1. */
export async function main(body: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await body();
  } catch (error) {
    say(describeTrouble(error));
    if (process.env.GATEHOUSE_DEBUG === '1') console.error(error);
    process.exitCode = 1;
  }
}
