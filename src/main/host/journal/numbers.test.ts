import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Numbers } from './numbers.ts';

let db: InstanceType<typeof DatabaseSync>;
beforeEach(() => {
  db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE counter (kind TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID');
});
afterEach(() => db.close());

const numbers = () => new Numbers(db, (write) => write());
const some = (from: Numbers, count: number) => Array.from({ length: count }, () => from.next('reverse'));

/** From now on nothing that is written stays: what fails is the end of the transaction, as on a full disk. */
function fill(): () => void {
  db.exec(`PRAGMA foreign_keys = ON;
    CREATE TABLE parent (id INTEGER PRIMARY KEY);
    CREATE TABLE child (id INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER full AFTER UPDATE ON counter BEGIN INSERT INTO child VALUES (1); END;`);
  return () => db.exec('DROP TRIGGER full');
}

it('gives no number twice while the disk is full, nor when there is space again', () => {
  const one = numbers();
  const seen = some(one, 10);
  const free = fill();
  seen.push(...some(one, 200));
  free();
  seen.push(...some(one, 100));
  expect(seen).toEqual(Array.from({ length: 310 }, (_, i) => i + 1));
  one.close();
  expect(some(numbers(), 1)).toEqual([311]);
});

it('writes down at the end what a full disk did not take', () => {
  const one = numbers();
  some(one, 10);
  const free = fill();
  some(one, 100);
  free();
  one.close();
  expect(some(numbers(), 1)).toEqual([111]);
});

it('takes nothing back from others', () => {
  const [one, two] = [numbers(), numbers()];
  const seen = [...some(one, 5), ...some(two, 5)];
  one.close();
  seen.push(...some(numbers(), 5), ...some(two, 5));
  expect(new Set(seen).size).toBe(20);
});

it('makes up no number where others hold the lock: it may be theirs', () => {
  let locked = false;
  const one = new Numbers(db, (write) => {
    if (locked) throw Object.assign(new Error('database is locked'), { errcode: 5 });
    return write();
  });
  some(one, 32);
  locked = true;
  expect(() => one.next('reverse')).toThrow('locked');
  locked = false;
  expect(some(numbers(), 1)).toEqual([33]);
  expect(some(one, 1)).toEqual([65]);
});

it('lowers nothing at the end that others were given meanwhile', () => {
  const one = numbers();
  some(one, 32);
  const free = fill();
  some(one, 3);
  free();
  const two = numbers();
  const theirs = some(two, 1);
  one.close();
  expect(some(numbers(), 1)).toEqual([(theirs[0] ?? 0) + 32]);
});
