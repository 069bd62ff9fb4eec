import type { DatabaseSync } from '@photostructure/sqlite';

type Database = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Database['prepare']>;

interface Day {
  /** Milliseconds since 1970, local midnight to local midnight. */
  readonly from: number;
  readonly to: number;
  readonly key: string;
  answers: number;
  readonly tokens: Map<string, number>;
}

/**
 * What was answered and used since local midnight. Every sampling request asks for it, so it is read from the disk once
 * a day and then counted in memory.
 */
export class Today {
  readonly #now: () => number;
  readonly #answers: Statement;
  readonly #tokens: Statement;
  readonly #add: Statement;
  #day: Day | undefined;

  constructor(db: Database, now: () => number) {
    this.#now = now;
    // Backwards over the entries of the day, and no further.
    this.#answers = db.prepare(
      `SELECT count(*) AS n FROM entry WHERE type = 'answer' AND at >= ?1 AND seq >
         coalesce((SELECT seq FROM entry WHERE at < ?1 ORDER BY seq DESC LIMIT 1), 0)`,
    );
    this.#tokens = db.prepare('SELECT server_id AS id, used AS n FROM tokens WHERE day = ?');
    this.#add = db.prepare(
      `INSERT INTO tokens (day, server_id, used) VALUES (?, ?, ?)
       ON CONFLICT (day, server_id) DO UPDATE SET used = used + excluded.used`,
    );
  }

  get answers(): number {
    return this.#current().answers;
  }

  /** Of one server, or of all. */
  tokens(serverId?: string): number {
    const { tokens } = this.#current();
    if (serverId !== undefined) return tokens.get(serverId) ?? 0;
    return [...tokens.values()].reduce((sum, used) => sum + used, 0);
  }

  /** An answer has been written, or is about to be. */
  answered(): void {
    if (this.#day) this.#day.answers += 1;
  }

  /** Writes them, too. Throws SQLite's own error. */
  used(serverId: string, tokens: number): void {
    const { key, tokens: all } = this.#current();
    this.#add.run(key, serverId, tokens);
    all.set(serverId, (all.get(serverId) ?? 0) + tokens);
  }

  /** True when the next question reads the disk, so that everything must be on it. */
  get isOver(): boolean {
    const now = this.#now();
    return !this.#day || now < this.#day.from || now >= this.#day.to;
  }

  #current(): Day {
    if (this.#day && !this.isOver) return this.#day;
    const date = new Date(this.#now());
    const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
    const key = dayOf(date);
    const from = new Date(year, month, day).getTime();
    const rows = this.#tokens.all(key) as unknown as { id: string; n: number }[];
    this.#day = {
      from,
      to: new Date(year, month, day + 1).getTime(),
      key,
      answers: Number((this.#answers.get(from) as { n: number } | undefined)?.n ?? 0),
      tokens: new Map(rows.map(({ id, n }) => [id, Number(n)])),
    };
    return this.#day;
  }
}

/** The local day a date falls into: `2026-03-01`. */
export function dayOf(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
