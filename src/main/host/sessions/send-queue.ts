import { Undelivered } from './transports/undelivered.ts';

/** So many are on their way at once. */
const AT_ONCE = 8;
/** So many more may wait; a server that asks for more than that gets no more answers. */
const MAX_WAITING = 100_000;

/**
 * Lets a few sends run at a time, in order. Over HTTP each answer is a request of its own: a server that asks a thousand
 * things in one breath must not make us open a thousand connections, which takes the host's whole time.
 */
export class SendQueue {
  #running = 0;
  /** Those before `#first` are on their way. */
  #waiting: ((start: true) => void)[] = [];
  #first = 0;

  /** Rejects as `send` does, or with Undelivered when too many wait. */
  async run(send: () => Promise<void>): Promise<void> {
    if (this.#running < AT_ONCE) this.#running += 1;
    else if (!(await this.#turn())) throw new Undelivered('Too many answers wait to be sent.');
    try {
      await send();
    } finally {
      this.#next();
    }
  }

  #turn(): Promise<boolean> {
    if (this.#waiting.length - this.#first >= MAX_WAITING) return Promise.resolve(false);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the place of one that is done to the next. */
  #next(): void {
    const start = this.#waiting[this.#first];
    if (!start) {
      this.#running -= 1;
      this.#waiting = [];
      this.#first = 0;
      return;
    }
    this.#first += 1;
    if (this.#first > 1000 && this.#first * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#first);
      this.#first = 0;
    }
    start(true);
  }
}
