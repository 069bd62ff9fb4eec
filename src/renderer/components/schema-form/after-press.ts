const ENDS = ['pointerup', 'pointercancel', 'dragend'] as const;
/** A press whose end nobody hears of, because it ended outside of the window. */
const LONGEST_MS = 2000;

/**
 * Puts off what moves the layout while a button of the mouse is down: a press that takes the focus out of a field would
 * show the field's error, the button under the pointer would move away, and the click would be lost.
 */
export class AfterPress {
  readonly #where: EventTarget;
  #pressed = false;
  #waiting: (() => void)[] = [];

  constructor(where: EventTarget) {
    this.#where = where;
    // Before anything that hears of it can move the focus.
    where.addEventListener('pointerdown', () => this.#begin(), { capture: true, passive: true });
  }

  #begin(): void {
    this.#pressed = true;
    const end = (): void => {
      clearTimeout(timer);
      for (const name of ENDS) this.#where.removeEventListener(name, end, { capture: true });
      // The click comes after this event, and before the next task.
      setTimeout(() => {
        this.#pressed = false;
        for (const act of this.#waiting.splice(0)) act();
      });
    };
    const timer = setTimeout(end, LONGEST_MS);
    for (const name of ENDS) this.#where.addEventListener(name, end, { capture: true });
  }

  /** Calls `act` at once, or right after the click that is being made. */
  run(act: () => void): void {
    if (this.#pressed) this.#waiting.push(act);
    else act();
  }
}
