/** Turns names into ones an API takes (letters, digits, `_`, `-`, a length), one for one, and back. */
export class Names {
  readonly #max: number;
  readonly #to = new Map<string, string>();
  readonly #from = new Map<string, string>();

  constructor(max: number) {
    this.#max = max;
  }

  to(name: string): string {
    const known = this.#to.get(name);
    if (known !== undefined) return known;
    const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, this.#max) || '_';
    let made = plain;
    for (let n = 2; this.#from.has(made); n++) {
      const suffix = `_${n}`;
      made = plain.slice(0, this.#max - suffix.length) + suffix;
    }
    this.#to.set(name, made);
    this.#from.set(made, name);
    return made;
  }

  /** The original name; a name that was never given stays as it is. */
  from(made: string): string {
    return this.#from.get(made) ?? made;
  }
}
