import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SentenceError } from '../../../../shared/model/sentence-error.ts';
import { Connections } from './connections.ts';
import type { KeychainPort } from './keychain.ts';

const KEY = 'sk-canary-5d21';
const HOME = 'https://llm.example';

let dataDir: string;
let copied: string;
let notes: string[];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'gh-connections-'));
  copied = KEY;
  notes = [];
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Turns bits around: what is written is not what was said, and another one cannot read it. */
function keychain(kind: 'os' | 'weak' | 'none' = 'os', bits = 0x5a): KeychainPort {
  const turn = (bytes: Uint8Array) => bytes.map((byte) => byte ^ bits);
  return {
    kind: () => kind,
    encrypt: async (text) => turn(Buffer.from(text)),
    decrypt: async (bytes) => Buffer.from(turn(bytes)).toString(),
  };
}

const clipboard = {
  read: () => copied,
  clear: () => {
    copied = '';
  },
};

const open = (port: KeychainPort | undefined = keychain(), env = {}) =>
  new Connections({ dataDir, env, keychain: port, clipboard, note: (text) => void notes.push(text) });
const view = (all: Connections, id: string) => all.views().find((one) => one.id === id);
const onDisk = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

describe('connections', () => {
  it('the built-in one comes from the environment and cannot be changed', async () => {
    const all = open(keychain(), { ANTHROPIC_API_KEY: ` ${KEY} `, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' });
    expect(view(all, 'anthropic')).toMatchObject({
      builtIn: true,
      ready: true,
      key: 'environment',
      baseUrl: 'http://127.0.0.1:9',
      detail: 'Prompts you approve go to 127.0.0.1:9. It is a program on this computer.',
    });
    expect(() => all.change('anthropic', { name: 'x' })).toThrow(SentenceError);
    expect(() => all.remove('anthropic')).toThrow(SentenceError);
    await expect(all.takeKey('anthropic', 'memory')).rejects.toThrow(/add one of your own/);
    expect(copied).toBe(KEY);
    expect(JSON.stringify(all.views())).not.toContain(KEY);
    expect(view(open(), 'anthropic')).toMatchObject({ ready: false, key: 'none' });
    const public_ = open(keychain(), { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: 'http://llm.example' });
    expect(view(public_, 'anthropic')).toMatchObject({
      ready: false,
      detail: expect.stringContaining('https'),
    });
  });

  it('a named one is kept without its key, under an id that is never used again', () => {
    const all = open();
    const { id } = all.add('Company LLM', 'anthropic', `${HOME}/v1/`);
    expect(id).toMatch(/^company-llm-[0-9a-f]+$/);
    expect(view(open(), id)).toMatchObject({ name: 'Company LLM', baseUrl: HOME, ready: false, key: 'none' });
    all.change(id, { name: 'Ours' });
    expect(view(open(), id)).toMatchObject({ name: 'Ours', baseUrl: HOME });
    all.remove(id);
    expect(view(open(), id)).toBeUndefined();
    expect(all.add('Company LLM', 'anthropic', HOME).id).not.toBe(id);
    expect(() => all.add('x', 'anthropic', 'http://llm.example')).toThrow(/https/);
    expect(() => all.change('gone', { name: 'x' })).toThrow(/no longer there/);
    expect(notes[0]).toBe(`You added the connection Company LLM to ${HOME}`);
  });

  it('connections.json that cannot be understood is not overwritten, and the built-in one stays', () => {
    writeFileSync(path.join(dataDir, 'connections.json'), '{"connections": [');
    const all = open();
    expect(all.problems()).toHaveLength(1);
    expect(all.views()).toHaveLength(1);
    expect(() => all.add('x', 'anthropic', HOME)).toThrow(SentenceError);
    expect(readFileSync(path.join(dataDir, 'connections.json'), 'utf8')).toBe('{"connections": [');
  });

  it('an entry that takes the name of a built-in one is left out', () => {
    const evil = {
      id: 'anthropic',
      provider: 'anthropic',
      name: 'Anthropic',
      baseUrl: 'https://evil.example',
    };
    writeFileSync(path.join(dataDir, 'connections.json'), JSON.stringify({ connections: [evil] }));
    expect(open().views()).toMatchObject([{ id: 'anthropic', baseUrl: 'https://api.anthropic.com' }]);
  });
});

describe('keys', () => {
  it('one in the keychain is encrypted on disk, leaves the clipboard, and is there after a restart', async () => {
    const all = open();
    const changed = vi.fn();
    all.onChange = changed;
    const { id } = all.add('Ours', 'anthropic', HOME);
    expect(await all.takeKey(id, 'keychain')).toEqual({ state: 'kept' });
    expect(copied).toBe('');
    expect(changed).toHaveBeenCalled();
    expect(view(open(), id)).toMatchObject({ key: 'kept', ready: true });
    expect(onDisk()).not.toContain(KEY);
    expect(JSON.stringify([all.views(), notes])).not.toContain(KEY);
  });

  it('one in memory is gone with the app, and nothing of it is on disk', async () => {
    const all = open();
    const { id } = all.add('Ours', 'anthropic', HOME);
    await all.takeKey(id, 'keychain');
    copied = 'sk-another-one';
    expect(await all.takeKey(id, 'memory')).toEqual({ state: 'memory' });
    expect(view(all, id)).toMatchObject({ key: 'memory', ready: true });
    expect(JSON.parse(readFileSync(path.join(dataDir, 'keys.json'), 'utf8'))).toEqual({ keys: [] });
    expect(view(open(), id)).toMatchObject({ key: 'none', ready: false });
  });

  it('a weak keychain is used only after consent; without one it is memory', async () => {
    const weak = open(keychain('weak'));
    const { id } = weak.add('Ours', 'anthropic', HOME);
    expect(await weak.takeKey(id, 'keychain')).toEqual({ state: 'needs-consent' });
    expect(view(weak, id)?.key).toBe('none');
    expect(copied).toBe(KEY);
    expect(await weak.takeKey(id, 'weak-consented')).toEqual({ state: 'kept' });
    expect(weak.keychain()).toMatchObject({ kind: 'weak' });
    const none = open(keychain('none'));
    expect(view(none, id)).toMatchObject({ key: 'unreadable', ready: false });
    copied = KEY;
    expect(await none.takeKey(id, 'keychain')).toEqual({ state: 'memory' });
    expect(none.keychain().kind).toBe('none');
  });

  it.each([
    '',
    '  ',
    'short',
    'two words of text',
    'line\nbreak-of-a-key',
    'clé-qui-nest-pas',
    'x'.repeat(1001),
  ])('what is no key on the clipboard stays there: %j', async (text) => {
    const all = open();
    const { id } = all.add('Ours', 'anthropic', HOME);
    copied = text;
    expect(await all.takeKey(id, 'memory')).toEqual({ state: 'nothing-there' });
    expect(copied).toBe(text);
  });

  it('a clipboard that holds something else by then is not cleared', async () => {
    const slow = keychain();
    const all = open({
      ...slow,
      encrypt: async (text) => {
        copied = 'a text copied meanwhile';
        return slow.encrypt(text);
      },
    });
    const { id } = all.add('Ours', 'anthropic', HOME);
    expect(await all.takeKey(id, 'keychain')).toEqual({ state: 'kept' });
    expect(copied).toBe('a text copied meanwhile');
  });

  it('a connection that is moved or removed while the keychain works gets no key', async () => {
    const slow = keychain();
    let meanwhile = () => {};
    const all = open({
      ...slow,
      encrypt: async (text) => {
        const data = await slow.encrypt(text);
        meanwhile();
        return data;
      },
    });
    const { id } = all.add('Ours', 'anthropic', HOME);
    meanwhile = () => all.change(id, { baseUrl: 'https://elsewhere.example' });
    expect(await all.takeKey(id, 'keychain')).toEqual({ state: 'nothing-there' });
    expect(view(all, id)?.key).toBe('none');
    meanwhile = () => all.remove(id);
    await all.takeKey(id, 'keychain');
    expect(JSON.parse(readFileSync(path.join(dataDir, 'keys.json'), 'utf8'))).toEqual({ keys: [] });
  });

  it('a keychain that cannot even say what it is counts as none', async () => {
    const all = open({
      ...keychain(),
      kind: () => {
        throw new Error('locked');
      },
    });
    const { id } = all.add('Ours', 'anthropic', HOME);
    expect(all.keychain().kind).toBe('none');
    expect(await all.takeKey(id, 'keychain')).toEqual({ state: 'memory' });
  });

  it('a keychain that refuses leaves the key in memory, and says so', async () => {
    const all = open({ ...keychain(), encrypt: () => Promise.reject(new Error(`no ${KEY}`)) });
    const { id } = all.add('Ours', 'anthropic', HOME);
    expect(await all.takeKey(id, 'keychain')).toEqual({ state: 'memory' });
    expect(view(all, id)).toMatchObject({ key: 'memory', problem: expect.stringContaining('in memory') });
    expect(JSON.stringify(all.views())).not.toContain(KEY);
  });

  it('undecryptable ones are asked for again, and nothing else is lost', async () => {
    const first = open();
    const { id } = first.add('Ours', 'anthropic', HOME);
    const { id: other } = first.add('Other', 'anthropic', 'https://other.example');
    await first.takeKey(id, 'keychain');
    copied = 'sk-other-key';
    await first.takeKey(other, 'memory');
    const later = open(keychain('os', 0x33));
    await later.checkKeys();
    expect(view(later, id)).toMatchObject({
      name: 'Ours',
      key: 'unreadable',
      ready: false,
      detail: expect.stringContaining('again'),
    });
    const provider = later.providers().find((one) => one.id === id);
    const options = { model: 'm', signal: new AbortController().signal, onText: () => {} };
    await expect(provider?.complete({ messages: [], maxTokens: 1 }, options)).rejects.toMatchObject({
      code: 'no-key',
      message: expect.stringMatching(/^Ours: /),
    });
    copied = KEY;
    expect(await later.takeKey(id, 'keychain')).toEqual({ state: 'kept' });
    expect(view(later, id)).toMatchObject({ key: 'kept', ready: true });
    await later.checkKeys();
    expect(view(later, id)?.ready).toBe(true);
  });

  it.each(['[]', 'nonsense', '{"keys": [1]}', ''])('keys.json of %j is no keys', async (text) => {
    const all = open();
    const { id } = all.add('Ours', 'anthropic', HOME);
    writeFileSync(path.join(dataDir, 'keys.json'), text);
    expect(view(open(), id)?.key).toBe('none');
    expect(await all.takeKey(id, 'keychain')).toEqual({ state: 'kept' });
    expect(view(open(), id)?.key).toBe('kept');
  });

  it('a forgotten one is gone from every file, and a removed connection takes its own along', async () => {
    const all = open();
    const { id } = all.add('Ours', 'anthropic', HOME);
    await all.takeKey(id, 'keychain');
    const { data } = JSON.parse(readFileSync(path.join(dataDir, 'keys.json'), 'utf8')).keys[0];
    all.forgetKey(id);
    expect(view(all, id)).toMatchObject({ key: 'none', ready: false });
    expect(onDisk()).not.toContain(data);
    copied = KEY;
    await all.takeKey(id, 'keychain');
    all.remove(id);
    expect(onDisk()).not.toContain(data);
  });
});

describe('a key belongs to its place', () => {
  it('another host drops it, with the reason; another name or path does not', async () => {
    const all = open();
    const { id } = all.add('Ours', 'anthropic', HOME);
    await all.takeKey(id, 'keychain');
    all.change(id, { name: 'Renamed', baseUrl: `${HOME}/team` });
    expect(view(all, id)).toMatchObject({ key: 'kept', baseUrl: `${HOME}/team` });
    all.change(id, { baseUrl: 'https://elsewhere.example' });
    expect(view(all, id)).toMatchObject({
      key: 'none',
      ready: false,
      problem: 'The key was for llm.example, so it was forgotten; take one for elsewhere.example.',
    });
    all.change(id, { baseUrl: HOME });
    expect(view(all, id)?.key).toBe('none');
  });

  it.each(['http://llm.example.internal', 'https://llm.example:444'])('also to %s', async (baseUrl) => {
    const all = open();
    const { id } = all.add('Ours', 'anthropic', HOME);
    await all.takeKey(id, 'memory');
    all.change(id, { baseUrl });
    expect(view(all, id)?.key).toBe('none');
  });

  it('an address that is changed in the file does not get it', async () => {
    const first = open();
    const { id } = first.add('Ours', 'anthropic', HOME);
    await first.takeKey(id, 'keychain');
    const file = path.join(dataDir, 'connections.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(HOME, 'https://evil.example'));
    const later = open();
    await later.checkKeys();
    expect(view(later, id)).toMatchObject({
      baseUrl: 'https://evil.example',
      key: 'unreadable',
      ready: false,
    });
  });
});

describe('models of a connection', () => {
  it('are those of our list, with what the person says of them before what we know', () => {
    const all = open();
    const { id } = all.add('Ours', 'anthropic', HOME);
    const [first] = view(all, id)?.models ?? [];
    expect(first).toMatchObject({ source: 'list', hidden: false, facts: { label: expect.any(String) } });
    expect(first?.facts.inputPrice).toBeUndefined();
    const model = first?.id ?? '';
    all.changeModel({ connection: id, model, facts: { inputPrice: 3, outputPrice: 15, speed: 0 } });
    all.changeModel({ connection: id, model, hidden: true });
    all.changeModel({ connection: id, model: 'local-7b', add: true, facts: { images: false } });
    const models = view(open(), id)?.models ?? [];
    expect(models[0]).toEqual({
      id: model,
      source: 'list',
      hidden: true,
      facts: { ...first?.facts, inputPrice: 3, outputPrice: 15, speed: 0 },
    });
    expect(models.at(-1)).toEqual({
      id: 'local-7b',
      source: 'person',
      hidden: false,
      facts: { images: false },
    });
    all.changeModel({ connection: id, model, remove: true });
    all.changeModel({ connection: id, model: 'local-7b', remove: true });
    expect(view(all, id)?.models[0]).toEqual(first);
    expect(view(all, id)?.models.some((one) => one.id === 'local-7b')).toBe(false);
    expect(() => all.changeModel({ connection: id, model: 'gone', hidden: true })).toThrow(
      /no longer in the list/,
    );
    expect(() => all.changeModel({ connection: 'gone', model, hidden: true })).toThrow(/no longer there/);
  });

  it('are offered under the name of their connection, hidden ones not', () => {
    const all = open();
    const { id } = all.add('Ours', 'anthropic', HOME);
    const model = view(all, id)?.models[0]?.id ?? '';
    all.changeModel({ connection: id, model, hidden: true });
    const options =
      all
        .providers()
        .find((one) => one.id === id)
        ?.models() ?? [];
    expect(options.map((option) => option.model)).not.toContain(model);
    expect(options[0]).toMatchObject({ provider: id, label: expect.stringMatching(/ \(Ours\)$/) });
  });
});
