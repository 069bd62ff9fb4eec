import type { DatabaseSync } from '@photostructure/sqlite';
import { dayOf } from './today.ts';
import type { RuleUse } from './types.ts';

type Database = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Database['prepare']>;

/** What rules did, by local day. Methods throw SQLite's own error. */
export class RuleUses {
  readonly #now: () => number;
  readonly #add: Statement;
  readonly #all: Statement;
  readonly #answers: Statement;

  constructor(db: Database, now: () => number) {
    this.#now = now;
    this.#add = db.prepare(
      `INSERT INTO rule_use (rule_id, day, used, tokens, last_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (rule_id, day) DO UPDATE SET used = used + excluded.used,
         tokens = tokens + excluded.tokens, last_at = max(last_at, excluded.last_at)`,
    );
    this.#all = db.prepare(
      `SELECT rule_id AS id, sum(used) FILTER (WHERE day = ?1) AS used,
         sum(tokens) FILTER (WHERE day = ?1) AS tokens, max(last_at) AS at FROM rule_use GROUP BY rule_id`,
    );
    // Backwards over the newest entries, and no further. The end of one question may be told more than once.
    this.#answers = db.prepare(
      `SELECT min(at) AS at, json_extract(detail, '$.rule') AS id FROM entry
       WHERE type IN ('answer', 'decision') AND at >= ?1 AND json_extract(detail, '$.gate') IS NULL
         AND json_extract(detail, '$.rule') IS NOT NULL
         AND seq > coalesce((SELECT seq FROM entry WHERE at < ?1 ORDER BY seq DESC LIMIT 1), 0)
       GROUP BY coalesce(reverse_id, seq), id ORDER BY seq`,
    );
  }

  add(ruleId: string, times: number, tokens: number): void {
    const now = this.#now();
    this.#add.run(ruleId, dayOf(new Date(now)), times, Math.round(tokens), now);
  }

  all(): Map<string, RuleUse> {
    const rows = this.#all.all(dayOf(new Date(this.#now()))) as unknown as {
      id: string;
      used: number | null;
      tokens: number | null;
      at: number;
    }[];
    return new Map(
      rows.map(({ id, used, tokens, at }) => [
        id,
        { usedToday: Number(used ?? 0), tokensToday: Number(tokens ?? 0), lastUsedAt: Number(at) },
      ]),
    );
  }

  /** Those a gate refused are not among them: they took nothing. */
  answersSince(at: number): { ruleId: string; at: number }[] {
    const rows = this.#answers.all(at) as unknown as { at: number; id: string }[];
    return rows.map((row) => ({ ruleId: String(row.id), at: Number(row.at) }));
  }
}
