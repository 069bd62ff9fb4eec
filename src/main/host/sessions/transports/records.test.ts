import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { scratch } from '../../testing/scratch.ts';
import { startOf } from './identity.ts';
import { ProcessRecords } from './records.ts';

let dataDir: string;
let records: ProcessRecords;
beforeEach(() => {
  dataDir = scratch('records');
  records = new ProcessRecords(dataDir);
});
const files = () =>
  existsSync(path.join(dataDir, 'processes')) ? readdirSync(path.join(dataDir, 'processes')) : [];

describe('ProcessRecords', () => {
  it('D27 says which process it was and when that was started, and forgets it when it has ended', async () => {
    const run = randomUUID();
    records.add(run, 'files', process.ppid);
    await expect.poll(() => records.read().records).toHaveLength(1);
    const [record] = new ProcessRecords(dataDir).read().records;
    expect(record).toMatchObject({
      run,
      server: 'files',
      pid: process.ppid,
      start: await startOf(process.ppid),
      host: { pid: process.pid, start: await startOf(process.pid) },
    });
    expect(files()).toEqual([`${run}.json`]);
    if (process.platform !== 'win32') {
      expect(statSync(path.join(dataDir, 'processes', `${run}.json`)).mode & 0o077).toBe(0);
    }
    records.remove(run);
    expect(files()).toEqual([]);
  });

  it('writes nothing of a process that ended at once', async () => {
    const run = randomUUID();
    const other = randomUUID();
    records.add(run, 'files', process.ppid);
    records.remove(run);
    records.add(other, 'files', process.ppid);
    await expect.poll(files).toEqual([`${other}.json`]);
  });

  it('a folder that cannot be written to is no reason to refuse a server', async () => {
    writeFileSync(path.join(dataDir, 'processes'), 'not a folder');
    records.add(randomUUID(), 'files', process.ppid);
    await startOf(process.ppid);
    expect(records.read()).toEqual({ records: [], damaged: 0 });
    expect(readFileSync(path.join(dataDir, 'processes'), 'utf8')).toBe('not a folder');
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"pid": 12'],
    ['something else', '[]'],
    ['every process', JSON.stringify(valid({ pid: -1 }))],
    ['the process of the system', JSON.stringify(valid({ pid: 1 }))],
    ['no start', JSON.stringify(valid({ start: '' }))],
    ['bytes', '\u0000\uffff'],
  ])('a file that says %s counts as damaged, and is removed', (_, text) => {
    mkdirSync(path.join(dataDir, 'processes'));
    const good = randomUUID();
    writeFileSync(path.join(dataDir, 'processes', `${randomUUID()}.json`), text);
    writeFileSync(path.join(dataDir, 'processes', `${good}.json`), JSON.stringify(valid({})));
    expect(records.read()).toMatchObject({ records: [{ run: good }], damaged: 1 });
    expect(records.read()).toMatchObject({ records: [{ run: good }], damaged: 0 });
  });
});

function valid(change: object): object {
  return { server: 's', pid: 1234, start: '1', boot: '', host: { pid: 1233, start: '1' }, ...change };
}
