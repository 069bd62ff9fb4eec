import type { LogLine } from '../../../shared/model/server.ts';

const MAX_LINES = 10_000;
const MAX_LINE = 16_000;

/** The last lines a server wrote, oldest first. `seq` rises by one for each line ever added, from 1. */
export class LogRing {
  #lines: LogLine[] = [];
  #start = 0;
  #seq = 0;

  add(source: LogLine['source'], text: string): LogLine {
    this.#seq += 1;
    const line = { seq: this.#seq, at: Date.now(), source, text: text.slice(0, MAX_LINE) };
    if (this.#lines.length < MAX_LINES) this.#lines.push(line);
    else {
      this.#lines[this.#start] = line;
      this.#start = (this.#start + 1) % MAX_LINES;
    }
    return line;
  }

  /** Lines with a `seq` above `after`. */
  since(after: number): LogLine[] {
    const ordered = [...this.#lines.slice(this.#start), ...this.#lines.slice(0, this.#start)];
    const first = ordered[0]?.seq ?? 0;
    return ordered.slice(Math.max(0, after + 1 - first));
  }
}
