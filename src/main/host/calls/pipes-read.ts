/**
 * Resolves when the event loop has asked every pipe once more: what a server had written by now has been read, and was
 * judged by what was in flight then.
 */
export const pipesRead = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
