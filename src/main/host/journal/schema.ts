import type { DatabaseSync } from '@photostructure/sqlite';

type Database = InstanceType<typeof DatabaseSync>;

/** Each step runs once, in order; `user_version` counts the steps that ran. A released step is never edited. */
const STEPS: readonly string[] = [
  // No index and no AUTOINCREMENT on what is written with every answer: each would be a page more to write.
  `CREATE TABLE entry (
     seq INTEGER PRIMARY KEY,
     at INTEGER NOT NULL,
     type TEXT NOT NULL,
     server_id TEXT,
     call_id INTEGER,
     reverse_id TEXT,
     text TEXT NOT NULL,
     detail TEXT
   ) STRICT;
   CREATE TABLE counter (kind TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE tokens (
     day TEXT NOT NULL,
     server_id TEXT NOT NULL,
     used INTEGER NOT NULL,
     PRIMARY KEY (day, server_id)
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE kept_call (call_id INTEGER PRIMARY KEY, at INTEGER NOT NULL, state TEXT NOT NULL) STRICT;`,
  `CREATE TABLE rule_use (
     rule_id TEXT NOT NULL,
     day TEXT NOT NULL,
     used INTEGER NOT NULL,
     tokens INTEGER NOT NULL,
     last_at INTEGER NOT NULL,
     PRIMARY KEY (rule_id, day)
   ) STRICT, WITHOUT ROWID;`,
];

/** The file was written by a newer version of the app; it must be left as it is. */
export class NewerSchemaError extends Error {}

/** Brings the schema up to date, all or nothing. Throws NewerSchemaError, or SQLite's own error. */
export function migrate(db: Database): void {
  const version = Number((db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version);
  if (version > STEPS.length) throw new NewerSchemaError();
  if (version === STEPS.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const step of STEPS.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${STEPS.length}`);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
