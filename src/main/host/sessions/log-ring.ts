import type { LogLine } from '../../../shared/model/server.ts';

const MAX_LINES = 10_000;
const MAX_LINE = 16_000;
/** All lines together, in characters: what a server writes must not fill the memory. */
const MAX_TEXT = 2_000_000;

/** The last lines a server wrote, oldest first. `seq` rises by one for each line ever added, from 1. */
export class LogRing {
  /** Gone lines stand before `#first` until there are many. */
  #lines: (LogLine | undefined)[] = [];
  #first = 0;
  #size = 0;
  #seq = 0;

  add(source: LogLine['source'], text: string): LogLine {
    this.#seq += 1;
    // A part of a text keeps the whole of it alive, which may be very long; a copy does not.
    const line = { seq: this.#seq, at: Date.now(), source, text: copy(text.slice(0, MAX_LINE)) };
    this.#lines.push(line);
    this.#size += line.text.length;
    while (this.#lines.length - this.#first > MAX_LINES || this.#size > MAX_TEXT) this.#dropOldest();
    return line;
  }

  #dropOldest(): void {
    this.#size -= this.#lines[this.#first]?.text.length ?? 0;
    this.#lines[this.#first] = undefined;
    this.#first += 1;
    if (this.#first < 1000 || this.#first * 2 < this.#lines.length) return;
    this.#lines = this.#lines.slice(this.#first);
    this.#first = 0;
  }

  /** Lines with a `seq` above `after`. */
  since(after: number): LogLine[] {
    const ordered = this.#lines.slice(this.#first) as LogLine[];
    const first = ordered[0]?.seq ?? 0;
    return ordered.slice(Math.max(0, after + 1 - first));
  }
}

const copy = (text: string): string => Buffer.from(text).toString();
