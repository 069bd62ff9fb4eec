/** What quitting would do to the open questions. */
export interface QuitSummary {
  readonly kept: number;
  readonly lost: number;
}

export interface QuitPorts {
  readonly summary: () => QuitSummary;
  /** Asks the person; true to quit. */
  readonly ask: (sentence: string) => Promise<boolean>;
  /** Lets the page save what was typed last. Settles soon, whatever the page does. */
  readonly save: () => Promise<void>;
  /** Stops every server. */
  readonly stop: () => Promise<void>;
  /** Ends the app; `before-quit` comes once more and passes. */
  readonly end: () => void;
}

/** "1 question will be kept, 1 will be lost." Undefined when nothing would be lost. */
export function quitWarning({ kept, lost }: QuitSummary): string | undefined {
  if (lost === 0) return undefined;
  if (kept === 0) return `${lost} ${lost === 1 ? 'question' : 'questions'} will be lost.`;
  return `${kept} ${kept === 1 ? 'question' : 'questions'} will be kept, ${lost} will be lost.`;
}

/**
 * Quitting in order: warn where something is lost, let the page save, stop the servers, end. An update, a signal or the end of the
 * session must not be held up by a question to the person; they call `withoutAsking` first.
 */
export class QuitFlow {
  #state: 'running' | 'asking' | 'stopping' | 'stopped' = 'running';
  #ask = true;
  readonly #ports: QuitPorts;

  constructor(ports: QuitPorts) {
    this.#ports = ports;
  }

  /** True from the moment it is certain that the app ends. */
  get ending(): boolean {
    return this.#state === 'stopping' || this.#state === 'stopped';
  }

  withoutAsking(): void {
    this.#ask = false;
    // The person is being asked right now, and the answer does not matter any more.
    if (this.#state === 'asking') void this.#stop();
  }

  /** For `before-quit`: true when the event may pass, false when it must be prevented. */
  request(): boolean {
    if (this.#state === 'stopped') return true;
    if (this.#state === 'running') void this.#begin();
    return false;
  }

  async #begin(): Promise<void> {
    const warning = this.#ask ? quitWarning(this.#ports.summary()) : undefined;
    if (warning !== undefined) {
      this.#state = 'asking';
      const agreed = await this.#ports.ask(warning).catch(() => true);
      if (this.#state !== 'asking') return;
      if (!agreed) {
        this.#state = 'running';
        return;
      }
    }
    await this.#stop();
  }

  async #stop(): Promise<void> {
    this.#state = 'stopping';
    await this.#ports.save().catch(() => {});
    // A server that cannot be stopped is logged by whoever tried; it does not keep the app.
    await this.#ports.stop().catch(() => {});
    this.#state = 'stopped';
    this.#ports.end();
  }
}
