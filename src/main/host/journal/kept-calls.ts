import type { DatabaseSync } from '@photostructure/sqlite';
import { type KeptCalls, StepperState, stateToKeep } from '../calls/stepper-state.ts';

type Database = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Database['prepare']>;

/** Kept calls in the journal's database: one row a call, its whole state as JSON. */
export class SqliteKeptCalls implements KeptCalls {
  readonly #now: () => number;
  readonly #writing: (write: () => void) => void;
  readonly #save: Statement;
  readonly #remove: Statement;
  readonly #all: Statement;

  constructor(db: Database, now: () => number, writing: (write: () => void) => void) {
    this.#now = now;
    this.#writing = writing;
    this.#save = db.prepare(
      `INSERT INTO kept_call (call_id, at, state) VALUES (?, ?, ?)
       ON CONFLICT (call_id) DO UPDATE SET at = excluded.at, state = excluded.state`,
    );
    this.#remove = db.prepare('DELETE FROM kept_call WHERE call_id = ?');
    this.#all = db.prepare('SELECT call_id, state FROM kept_call ORDER BY call_id');
  }

  save(state: StepperState): void {
    const kept = stateToKeep(state);
    if (kept) this.#writing(() => void this.#save.run(state.callId, this.#now(), JSON.stringify(kept)));
  }

  remove(callId: number): void {
    this.#writing(() => void this.#remove.run(callId));
  }

  all(): StepperState[] {
    const rows = this.#all.all() as unknown as { call_id: number; state: string }[];
    return rows.flatMap((row) => {
      const parsed = StepperState.safeParse(readJson(row.state));
      // Under another number it would never be removed.
      if (parsed.success && parsed.data.callId === Number(row.call_id)) return [parsed.data];
      this.remove(Number(row.call_id));
      return [];
    });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
