/**
 * Cuts a byte stream into lines in linear time: a part is looked at once, and a line is put together once. Characters
 * that are split over chunks stay whole because bytes are joined, not strings.
 */
export class LineReader {
  readonly #limit: number;
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  #parts: Buffer[] = [];
  #size = 0;
  #first = true;

  /** `limit`: bytes of one line; a longer one is thrown away and reported once, whatever comes after it. */
  constructor(limit: number, onLine: (line: string) => void, onTooLong: () => void) {
    this.#limit = limit;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(chunk: Buffer): void {
    let start = 0;
    while (start < chunk.length) {
      const end = chunk.indexOf(10, start);
      if (end < 0) {
        this.#add(chunk.subarray(start));
        return;
      }
      // Mostly a line comes in one piece.
      if (this.#size === 0 && end - start <= this.#limit) this.#say(chunk.toString('utf8', start, end));
      else {
        this.#add(chunk.subarray(start, end));
        this.#flush();
      }
      start = end + 1;
    }
  }

  /** The stream has ended: what is left is the last line. */
  end(): void {
    if (this.#size > 0) this.#flush();
  }

  #add(part: Buffer): void {
    const before = this.#size;
    this.#size += part.length;
    if (this.#size <= this.#limit) {
      this.#parts.push(part);
      return;
    }
    this.#parts = [];
    if (before <= this.#limit) this.#onTooLong();
  }

  #flush(): void {
    const parts = this.#parts;
    const whole = this.#size <= this.#limit;
    this.#parts = [];
    this.#size = 0;
    if (!whole) return;
    this.#say(Buffer.concat(parts).toString('utf8'));
  }

  #say(text: string): void {
    let line = text;
    if (line.endsWith('\r')) line = line.slice(0, -1);
    if (this.#first) {
      if (line.charCodeAt(0) === 0xfeff) line = line.slice(1);
      this.#first = false;
    }
    this.#onLine(line);
  }
}
