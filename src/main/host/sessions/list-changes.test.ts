import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ListKind } from '../../../shared/model/server.ts';
import { ListChanges } from './list-changes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const list = (kind: ListKind, ...names: string[]) => ({
  kind,
  items: names.map((name) => ({ name })),
  problems: [],
});

it('brings notifications together, each list for itself', () => {
  const heard: ListKind[] = [];
  const changes = new ListChanges((kind) => heard.push(kind));
  for (let i = 0; i < 100; i += 1) changes.changed(i % 2 ? 'tools' : 'prompts');
  vi.advanceTimersByTime(1000);
  expect(heard).toEqual(['prompts', 'tools']);
});

it('F41 backs off from a server that announces a change whenever its list is read', () => {
  let reads = 0;
  const changes = new ListChanges(() => read());
  const read = () => {
    reads += 1;
    changes.changed('tools');
    changes.read(list('tools', 'a', 'b'));
  };
  read();
  vi.advanceTimersByTime(60_000);
  expect(reads).toBeLessThan(11);
  vi.advanceTimersByTime(600_000);
  expect(reads).toBeLessThan(22);
});

it('and hears at once again of changes that are some', () => {
  let reads = 0;
  let version = 0;
  const changes = new ListChanges(() => {
    reads += 1;
    changes.read(list('tools', `v${version}`));
  });
  changes.read(list('tools', 'v0'));
  for (let i = 0; i < 6; i += 1) {
    changes.changed('tools');
    vi.advanceTimersByTime(60_000);
  }
  expect(reads).toBe(6);
  version = 1;
  changes.changed('tools');
  vi.advanceTimersByTime(60_000);
  changes.changed('tools');
  vi.advanceTimersByTime(200);
  expect(reads).toBe(8);
});

it('says nothing once it is closed', () => {
  const changes = new ListChanges(() => expect.unreachable());
  changes.changed('tools');
  changes.close();
  changes.changed('prompts');
  expect(vi.getTimerCount()).toBe(0);
});
