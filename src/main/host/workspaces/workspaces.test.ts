import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { type OpenedWorkspaces, openWorkspaces } from './workspaces.ts';

let dir: string;
let open: OpenedWorkspaces[];
beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'gh-ws-')));
  open = [];
});
afterEach(() => {
  for (const workspaces of open) workspaces.close();
  rmSync(dir, { recursive: true, force: true });
});
const start = (watchEveryMs = 0) => {
  const workspaces = openWorkspaces(path.join(dir, 'data'), { watchEveryMs });
  open.push(workspaces);
  return workspaces;
};
const folder = (name: string) => {
  const made = path.join(dir, name);
  mkdirSync(made, { recursive: true });
  return made;
};
const uri = (of: string) => pathToFileURL(of).href;
const only = (workspaces: OpenedWorkspaces) => workspaces.views()[0]?.folders[0];

describe('workspaces', () => {
  it('has a default workspace and gives nothing to anyone', () => {
    const workspaces = start();
    expect(workspaces.views()).toEqual([{ id: 'default', name: 'My folders', folders: [], servers: [] }]);
    workspaces.addFolder('default', folder('a'));
    expect(workspaces.rootsOf('s')).toEqual([]);
  });

  it('gives a folder to the servers it was granted to, and keeps it over a restart', () => {
    const a = folder('My project');
    const workspaces = start();
    const changes: string[][] = [];
    workspaces.onChanged((ids) => changes.push(ids));
    workspaces.addFolder('default', `${a}/`);
    workspaces.grant('default', 's', true);
    workspaces.grant('default', 's', true);
    expect(workspaces.rootsOf('s')).toEqual([{ uri: uri(a), name: 'My project' }]);
    expect(start().rootsOf('s')).toEqual([{ uri: uri(a), name: 'My project' }]);
    workspaces.removeFolder('default', only(workspaces)?.id ?? '');
    expect(workspaces.rootsOf('s')).toEqual([]);
    workspaces.grant('default', 's', false);
    expect(changes).toEqual([[], ['s'], ['s'], []]);
  });

  it('takes grants back from a server that was removed', () => {
    const workspaces = start();
    workspaces.addFolder('default', folder('a'));
    workspaces.grant('default', 's', true);
    workspaces.forgetServer('s');
    expect(start().rootsOf('s')).toEqual([]);
  });

  it('refuses what is no folder, no full path, or there already', () => {
    const workspaces = start();
    const a = folder('a');
    writeFileSync(path.join(dir, 'file'), '');
    workspaces.addFolder('default', a);
    for (const wrong of [path.join(dir, 'file'), path.join(dir, 'none'), 'relative', '', a, `${a}/.`]) {
      expect(() => workspaces.addFolder('default', wrong)).toThrow(SentenceError);
    }
    expect(() => workspaces.addFolder('other', a)).toThrow(SentenceError);
    expect(workspaces.views()[0]?.folders).toHaveLength(1);
  });

  it('C11 sends the bytes the OS gave and does not add the other form again', () => {
    const workspaces = start();
    const composed = folder('\u00fc');
    const decomposed = folder('u\u0308');
    workspaces.addFolder('default', decomposed);
    expect(() => workspaces.addFolder('default', composed)).toThrow('already');
    workspaces.grant('default', 's', true);
    expect(workspaces.rootsOf('s')[0]?.uri).toContain('u%CC%88');
  });

  it.skipIf(process.platform === 'win32')('C25 sends the path that was chosen and shows the real one', () => {
    const real = folder('real');
    symlinkSync(real, path.join(dir, 'link'));
    const workspaces = start();
    workspaces.addFolder('default', path.join(dir, 'link'));
    workspaces.grant('default', 's', true);
    expect(workspaces.rootsOf('s')).toEqual([{ uri: uri(path.join(dir, 'link')), name: 'link' }]);
    expect(only(workspaces)).toMatchObject({ path: path.join(dir, 'link'), realPath: real, missing: false });
  });

  it('C27 marks a missing folder, leaves it out, and takes it again', async () => {
    const a = folder('a');
    const workspaces = start();
    workspaces.addFolder('default', a);
    workspaces.addFolder('default', folder('b'));
    workspaces.grant('default', 's', true);
    const changes: string[][] = [];
    workspaces.onChanged((ids) => changes.push(ids));
    renameSync(a, path.join(dir, 'elsewhere'));
    await workspaces.refresh();
    expect(only(workspaces)?.missing).toBe(true);
    expect(workspaces.rootsOf('s').map((root) => root.name)).toEqual(['b']);
    expect(
      start()
        .rootsOf('s')
        .map((root) => root.name),
    ).toEqual(['b']);
    renameSync(path.join(dir, 'elsewhere'), a);
    await workspaces.refresh();
    await workspaces.refresh();
    expect(workspaces.rootsOf('s').map((root) => root.name)).toEqual(['a', 'b']);
    expect(changes).toEqual([['s'], ['s']]);
  });

  it('C27 notices by itself, and an edit of the file too', async () => {
    const a = folder('a');
    const workspaces = start(20);
    workspaces.addFolder('default', a);
    workspaces.grant('default', 's', true);
    const next = () => new Promise<string[]>((resolve) => workspaces.onChanged(resolve));
    const gone = next();
    rmSync(a, { recursive: true });
    expect(await gone).toEqual(['s']);
    const edited = next();
    const file = path.join(dir, 'data', 'workspaces.json');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(JSON.stringify(a), JSON.stringify(folder('c'))),
    );
    expect(await edited).toEqual(['s']);
    expect(workspaces.rootsOf('s').map((root) => root.name)).toEqual(['c']);
  });

  it('C17 answers from memory: the disk is not asked', () => {
    const a = folder('a');
    const workspaces = start();
    workspaces.addFolder('default', a);
    workspaces.grant('default', 's', true);
    rmSync(a, { recursive: true });
    expect(workspaces.rootsOf('s')).toHaveLength(1);
  });

  it('G07 gives nothing and overwrites nothing when its file cannot be understood', () => {
    const file = path.join(folder('data'), 'workspaces.json');
    writeFileSync(file, '{"workspaces": [');
    const workspaces = start();
    expect(workspaces.problem).toContain('workspaces.json');
    expect(workspaces.views()).toHaveLength(1);
    expect(() => workspaces.grant('default', 's', true)).toThrow(SentenceError);
    expect(readFileSync(file, 'utf8')).toBe('{"workspaces": [');
  });
});
