import { expect, test, vi } from 'vitest';
import type { HostState, Patch, Snapshot } from '../../shared/model/app.ts';
import { applyPatch, EMPTY_STATE, ReplicaFollower } from './replica.ts';

const patch = (rev: number, key: string, value: unknown): Patch => ({
  rev,
  ops: [{ collection: 'servers', key, value }],
});

const stateWith = (...keys: string[]): HostState =>
  ({ ...EMPTY_STATE, servers: Object.fromEntries(keys.map((key) => [key, { id: key }])) }) as HostState;

/** A main whose snapshots are answered by hand. */
const setup = () => {
  const asked: { resolve(snapshot: Snapshot): void; reject(error: unknown): void }[] = [];
  let send: (patch: Patch) => void = () => {
    throw new Error('nobody listens');
  };
  let shown: HostState = EMPTY_STATE;
  const failed = vi.fn();
  const follower = new ReplicaFollower(
    {
      snapshot: () => new Promise((resolve, reject) => asked.push({ resolve, reject })),
      onPatch: (listener) => {
        send = listener;
        return () => {};
      },
    },
    {
      show: (state) => {
        shown = state;
      },
      failed,
    },
  );
  return {
    asked,
    send: (each: Patch) => send(each),
    servers: () => Object.keys(shown.servers),
    failed,
    follower,
  };
};

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('patches in order are applied and null deletes', async () => {
  const { follower, asked, send, servers } = setup();
  const started = follower.start();
  asked[0]?.resolve({ rev: 4, state: stateWith('a') });
  await started;
  send(patch(5, 'b', { id: 'b' }));
  expect(servers()).toEqual(['a', 'b']);
  send(patch(6, 'a', null));
  expect(servers()).toEqual(['b']);
  expect(asked).toHaveLength(1);
});

test('patches that overtake the snapshot wait for it, and what it already holds is not done twice', async () => {
  const { follower, asked, send, servers } = setup();
  const started = follower.start();
  send(patch(4, 'gone', { id: 'gone' }));
  send(patch(5, 'b', { id: 'b' }));
  asked[0]?.resolve({ rev: 4, state: stateWith('a') });
  await started;
  expect(servers()).toEqual(['a', 'b']);
});

test('a gap asks for one new snapshot and goes on from there', async () => {
  const { follower, asked, send, servers } = setup();
  const started = follower.start();
  asked[0]?.resolve({ rev: 1, state: stateWith('a') });
  await started;
  send(patch(3, 'c', { id: 'c' }));
  send(patch(4, 'd', { id: 'd' }));
  expect(asked).toHaveLength(2);
  expect(servers()).toEqual(['a']);
  asked[1]?.resolve({ rev: 3, state: stateWith('a', 'b', 'c') });
  await settle();
  expect(servers()).toEqual(['a', 'b', 'c', 'd']);
  send(patch(5, 'e', { id: 'e' }));
  expect(servers()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(asked).toHaveLength(2);
});

test('a failed snapshot is reported and start asks again without listening twice', async () => {
  const { follower, asked, send, servers, failed } = setup();
  const first = follower.start();
  asked[0]?.reject(new Error('no'));
  await first;
  expect(failed).toHaveBeenCalledOnce();
  const second = follower.start();
  asked[1]?.resolve({ rev: 0, state: stateWith() });
  await second;
  send(patch(1, 'a', { id: 'a' }));
  expect(servers()).toEqual(['a']);
});

test('a patch leaves other collections and entries as they were', () => {
  const before = stateWith('a', 'b');
  const after = applyPatch(before, patch(1, 'b', { id: 'b2' }));
  expect(after.calls).toBe(before.calls);
  expect(after.servers.a).toBe(before.servers.a);
  expect(before.servers.b).toEqual({ id: 'b' });
});
