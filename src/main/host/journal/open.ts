import { closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { stamp } from '../files/stamp.ts';
import { BUSY_MS } from './bursts.ts';
import { SqliteJournal } from './journal.ts';
import { migrate, NewerSchemaError } from './schema.ts';

export interface OpenedJournal {
  readonly journal: SqliteJournal;
  /** One sentence for the person when the journal is not the one that was asked for. */
  readonly problem?: string;
}

const MEMORY = ':memory:';

/**
 * Opens or begins the journal (WAL, synchronous=NORMAL). Never throws for a bad file: a damaged one is moved aside
 * with a date and a fresh one begun; one of a newer version, or one that cannot be opened, is left alone and this
 * run is recorded in memory only. Both are said in `problem`.
 */
export function openJournal(file: string, options: { now?: () => number } = {}): OpenedJournal {
  const inMemory = () => new SqliteJournal(openDatabase(MEMORY), options.now);
  if (file === MEMORY) return { journal: inMemory() };
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    return { journal: new SqliteJournal(openDatabase(file), options.now) };
  } catch (error) {
    if (error instanceof NewerSchemaError) {
      return {
        journal: inMemory(),
        problem: `The journal ${file} was written by a newer Gatehouse; it was left alone and this session is not recorded. Update Gatehouse to read it.`,
      };
    }
    if (!isDamage(error)) {
      return {
        journal: inMemory(),
        problem: `The journal ${file} could not be opened, so this session is not recorded; check its permissions and the free space, then start again.`,
      };
    }
  }
  try {
    const aside = moveAside(file);
    return {
      journal: new SqliteJournal(openDatabase(file), options.now),
      problem: `The journal was damaged; it was kept as ${aside} and a new one was begun.`,
    };
  } catch {
    return {
      journal: inMemory(),
      problem: `The journal ${file} is damaged and could not be moved aside, so this session is not recorded; move the file away and start again.`,
    };
  }
}

function openDatabase(file: string): InstanceType<typeof DatabaseSync> {
  // Ours to read alone from its first byte; SQLite gives the files beside it the same mode.
  if (file !== MEMORY) closeSync(openSync(file, 'a', 0o600));
  const db = new DatabaseSync(file);
  try {
    // Another process may hold the lock for a moment (headless with the same file).
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;`);
    // What a kept call held is overwritten when it ends, not only taken off the list.
    db.exec('PRAGMA secure_delete = ON;');
    migrate(db);
    // Touches both ends of the table, so that a torn file shows itself now and not at the first write.
    db.exec('SELECT min(seq), max(seq) FROM entry; SELECT * FROM counter; SELECT * FROM tokens LIMIT 1;');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** SQLITE_CORRUPT (11) or SQLITE_NOTADB (26); the low byte is the code. */
function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === 'number' && [11, 26].includes(code & 0xff);
}

function moveAside(file: string): string {
  const aside = `${file}.damaged-${stamp(new Date())}`;
  renameSync(file, aside);
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return aside;
}
