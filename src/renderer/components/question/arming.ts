/** How long a question must have been on the screen before it can be approved. */
export const ARM_MS = 500;

interface Clock {
  set(callback: () => void, milliseconds: number): unknown;
  clear(timer: unknown): void;
}

const realClock: Clock = {
  set: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/**
 * A button that sends something works only after it has been visible for half a second without a break: nobody
 * approves what a window has just put under the mouse. Hiding the window starts the wait again.
 */
export class Arming {
  #timer: unknown;
  #armed = false;
  readonly #clock: Clock;
  readonly #changed: (armed: boolean) => void;

  constructor(changed: (armed: boolean) => void, clock: Clock = realClock) {
    this.#changed = changed;
    this.#clock = clock;
  }

  get armed(): boolean {
    return this.#armed;
  }

  /** On the screen or not, from now on. */
  show(visible: boolean): void {
    if (this.#timer !== undefined) this.#clock.clear(this.#timer);
    this.#timer = undefined;
    this.#set(false);
    if (!visible) return;
    this.#timer = this.#clock.set(() => {
      this.#timer = undefined;
      this.#set(true);
    }, ARM_MS);
  }

  #set(armed: boolean): void {
    if (this.#armed === armed) return;
    this.#armed = armed;
    this.#changed(armed);
  }
}
