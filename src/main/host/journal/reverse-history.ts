import type { DatabaseSync } from '@photostructure/sqlite';
import type { PastReverse } from './types.ts';

type Database = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Database['prepare']>;

/** Further back nobody looks: there is no index on what is written with every answer. */
const MAX_BACK = 20_000;

interface Row {
  seq: number;
  at: number;
  server_id: string;
  call_id: number | null;
  reverse_id: string;
  detail: string | null;
}

/** Reverse calls of the past, each with its end. */
export class ReverseHistory {
  readonly #asked: Statement;
  readonly #ends: Statement;

  constructor(db: Database) {
    this.#asked = db.prepare(
      `SELECT seq, at, server_id, call_id, reverse_id, detail FROM entry
       WHERE seq > (SELECT coalesce(max(seq), 0) FROM entry) - ${MAX_BACK} AND type = 'reverse'
         AND reverse_id IS NOT NULL AND (?1 IS NULL OR server_id = ?1) AND text LIKE ?2
       ORDER BY seq DESC LIMIT ?3`,
    );
    this.#ends = db.prepare(
      `SELECT reverse_id, detail FROM entry WHERE seq > ?1 AND type IN ('answer', 'decision')
         AND reverse_id IN (SELECT value FROM json_each(?2))`,
    );
  }

  /** Newest first. */
  newest(serverId: string | undefined, method: string, limit: number): PastReverse[] {
    const rows = this.#asked.all(serverId ?? null, `% asked: ${method}`, limit) as unknown as Row[];
    const oldest = rows.at(-1);
    if (!oldest) return [];
    const ids = JSON.stringify(rows.map((row) => row.reverse_id));
    const ends = new Map(
      (this.#ends.all(Number(oldest.seq), ids) as unknown as Pick<Row, 'reverse_id' | 'detail'>[]).map(
        ({ reverse_id, detail }) => [reverse_id, detail === null ? {} : (JSON.parse(detail) as unknown)],
      ),
    );
    return rows.map((row) => ({
      reverseId: row.reverse_id,
      serverId: row.server_id,
      at: Number(row.at),
      ...(row.call_id === null ? {} : { callId: Number(row.call_id) }),
      asked: row.detail === null ? {} : (JSON.parse(row.detail) as unknown),
      ...(ends.has(row.reverse_id) ? { end: ends.get(row.reverse_id) } : {}),
    }));
  }
}
