import { describe, expect, it } from 'vitest';
import type { Patch } from '../../../shared/model/app.ts';
import type { WorkspaceView } from '../../../shared/model/workspace.ts';
import { Replica } from './replica.ts';

const workspace = (id: string): WorkspaceView => ({ id, name: id, folders: [], servers: [] });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Replica', () => {
  it('sends the changes of one turn as one patch, the last value of each key', async () => {
    const replica = new Replica();
    const patches: Patch[] = [];
    replica.onPatch((patch) => patches.push(patch));
    replica.set('workspaces', 'a', workspace('a'));
    replica.set('workspaces', 'b', workspace('b'));
    replica.update('workspaces', 'a', { name: 'A' });
    replica.delete('workspaces', 'b');
    await turn();
    expect(patches).toEqual([
      {
        rev: 1,
        ops: [
          { collection: 'workspaces', key: 'a', value: { ...workspace('a'), name: 'A' } },
          { collection: 'workspaces', key: 'b', value: null },
        ],
      },
    ]);
  });

  it('a snapshot holds what its revision says: no patch with that revision follows it', async () => {
    const replica = new Replica();
    const patches: Patch[] = [];
    replica.onPatch((patch) => patches.push(patch));
    replica.set('workspaces', 'a', workspace('a'));
    const snapshot = replica.snapshot();
    expect(snapshot).toMatchObject({ rev: 1, state: { workspaces: { a: { id: 'a' } } } });
    replica.set('workspaces', 'b', workspace('b'));
    await turn();
    expect(patches.map((patch) => patch.rev)).toEqual([1, 2]);
  });

  it('keys of the server’s making harm nothing', () => {
    const replica = new Replica();
    replica.set('workspaces', '__proto__', workspace('x'));
    expect(({} as Record<string, unknown>).id).toBeUndefined();
    expect(replica.all('workspaces')).toHaveLength(1);
  });
});
