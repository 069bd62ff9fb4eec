import type {
  ConnectionView,
  KeychainView,
  KeyKeeping,
  KeyTaken,
  ModelChange,
  ProviderKind,
} from '../../../../shared/model/models.ts';
import { SentenceError } from '../../../../shared/model/sentence-error.ts';
import type { JsonFile } from '../../files/json-file.ts';
import { ANTHROPIC_URL } from '../providers/anthropic.ts';
import { PROVIDER_KINDS } from '../providers/kinds.ts';
import type { Backend, Place, Provider } from '../types.ts';
import { type AddressReading, readBaseUrl } from './address.ts';
import { type ConnectionsFile, connectionsFile } from './file.ts';
import { KeyFile } from './key-file.ts';
import { type ClipboardPort, type KeychainPort, keychainView } from './keychain.ts';
import { Keys, keyIn } from './keys.ts';
import { foundModels, modelOptions, modelsOf, withFoundModels, withModelChange } from './models.ts';
import { missingKey, newId, type Standing, standings, statusOf, UNREADABLE } from './standing.ts';

/** What the connections need of the person's machine. */
export interface ConnectionsDeps {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keychain?: KeychainPort | undefined;
  readonly clipboard?: ClipboardPort | undefined;
  /** Told of every change of where prompts may go, as a line for the journal; never with a key. */
  readonly note?: (text: string) => void;
}

/** More would only be a mistake. */
const MAX_CONNECTIONS = 50;

interface Memo {
  readonly from: ConnectionsFile;
  readonly all: readonly Standing[];
  providers: readonly Provider[] | undefined;
}

/**
 * The places that answer: the one in the person's environment, and those they named, with their keys and models. Methods
 * that change something throw a SentenceError.
 */
export class Connections {
  /** Called after every change a window shows. */
  onChange: () => void = () => {};
  readonly #deps: ConnectionsDeps;
  readonly #file: JsonFile<ConnectionsFile>;
  readonly #keys: Keys;
  /** What follows from the file alone, until it changes: every reverse call asks for it. */
  #memo: Memo | undefined;
  /** What went wrong last, by connection. */
  readonly #problems = new Map<string, string>();

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
    this.#file = connectionsFile(deps.dataDir);
    this.#keys = new Keys(new KeyFile(deps.dataDir), deps.keychain);
  }

  /** Problems of start-up, one sentence each. */
  problems(): string[] {
    return this.#file.problem === undefined ? [] : [this.#file.problem];
  }

  keychain(): KeychainView {
    return keychainView(this.#deps.keychain);
  }

  views(): ConnectionView[] {
    return this.#all().map((one) => {
      const problem = this.#problems.get(one.id);
      const found = foundModels(this.#file.value, one);
      return {
        id: one.id,
        provider: one.provider,
        name: one.name,
        baseUrl: one.baseUrl,
        builtIn: one.builtIn,
        ...statusOf(one, this.#keyState(one)),
        key: this.#keyState(one),
        models: modelsOf(this.#file.value, one),
        ...(found && { readAt: found.at }),
        ...(problem === undefined ? {} : { problem }),
      };
    });
  }

  /** One provider for each connection, those that are not ready too. */
  providers(): readonly Provider[] {
    const memo = this.#current();
    memo.providers ??= memo.all.map((one) => {
      const backend = this.#backend(one);
      const models = modelOptions(this.#file.value, one);
      return {
        id: one.id,
        label: one.name,
        tools: backend.tools,
        manual: false,
        status: () => statusOf(one, this.#keyState(one)),
        models: () => models,
        obstacles: (request) => backend.obstacles(request),
        complete: (request, options) => backend.complete(request, options),
      };
    });
    return memo.providers;
  }

  add(name: string, provider: ProviderKind, baseUrl: string): { id: string } {
    const address = mustRead(baseUrl);
    const id = newId(
      name,
      this.#all().map((one) => one.id),
    );
    this.#edit((file) => {
      const connections = file.connections ?? [];
      if (connections.length >= MAX_CONNECTIONS) {
        throw new SentenceError('too-many', `There are ${MAX_CONNECTIONS} connections; remove one first.`);
      }
      return { ...file, connections: [...connections, { id, provider, name, baseUrl: address.baseUrl }] };
    });
    this.#note(`You added the connection ${name} to ${address.baseUrl}`);
    return { id };
  }

  /** Another place drops the key: it was given for the old one. */
  change(id: string, change: { name?: string | undefined; baseUrl?: string | undefined }): void {
    const before = this.#mustBeOwn(id);
    const address = change.baseUrl === undefined ? undefined : mustRead(change.baseUrl);
    const moved = address && !(before.address.ok && before.address.origin === address.origin);
    const hadKey = this.#keyState(before) !== 'none';
    // The key goes first: it must never stand beside an address it was not given for.
    if (moved) this.#keys.forget(id);
    this.#edit((file) => ({
      ...file,
      connections: (file.connections ?? []).map((one) =>
        one.id === id
          ? {
              ...one,
              ...(change.name !== undefined && { name: change.name }),
              ...(address && { baseUrl: address.baseUrl }),
            }
          : one,
      ),
    }));
    if (!moved) return;
    this.#note(`You changed the connection ${before.name} from ${before.baseUrl} to ${address.baseUrl}`);
    this.#problems.delete(id);
    if (hadKey) {
      const host = before.address.ok ? before.address.host : 'the place before';
      this.#problem(id, `The key was for ${host}, so it was forgotten; take one for ${address.host}.`);
    }
  }

  remove(id: string): void {
    const { name, baseUrl } = this.#mustBeOwn(id);
    this.#keys.forget(id);
    this.#problems.delete(id);
    this.#edit((file) => ({
      ...file,
      connections: (file.connections ?? []).filter((one) => one.id !== id),
      models: (file.models ?? []).filter((one) => one.connection !== id),
    }));
    this.#note(`You removed the connection ${name} to ${baseUrl}`);
  }

  /** Takes the key from the clipboard, and clears it there. The key is in no answer and in no error. */
  async takeKey(id: string, keep: KeyKeeping): Promise<{ state: KeyTaken }> {
    const one = this.#mustBeOwn(id);
    if (!one.address.ok) throw new SentenceError('bad-address', one.address.message);
    const { clipboard } = this.#deps;
    const key = clipboard && keyIn(await readSafely(clipboard));
    if (!clipboard || key === undefined) return { state: 'nothing-there' };
    const { origin } = one.address;
    const state = await this.#keys.take(id, origin, key, keep);
    // Removed or moved while the keychain worked: it was given for what is no longer there.
    const now = this.#all().find((other) => other.id === id);
    if (!now?.address.ok || now.address.origin !== origin) {
      this.#keys.forget(id);
      return { state: 'nothing-there' };
    }
    if (state === 'needs-consent') return { state };
    if (keyIn(await readSafely(clipboard)) === key) clipboard.clear();
    this.#problems.delete(id);
    if (state === 'memory' && keep !== 'memory' && this.keychain().kind !== 'none') {
      this.#problem(id, 'The keychain did not take the key, so it is kept in memory until Gatehouse ends.');
    }
    this.#note(
      `You gave the connection ${one.name} a key for ${one.address.host}, kept ${state === 'memory' ? 'in memory' : 'on disk'}`,
    );
    this.onChange();
    return { state };
  }

  forgetKey(id: string): void {
    const { name } = this.#mustBeOwn(id);
    this.#keys.forget(id);
    this.#problems.delete(id);
    this.#note(`You had the key of the connection ${name} forgotten`);
    this.onChange();
  }

  /** Asks the provider which models there are; only when the person wants it. */
  async readModels(
    id: string,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<{ found: number }> {
    const one = this.#mustBe(id);
    if (!one.address.ok) throw new SentenceError('bad-address', one.address.message);
    const { origin } = one.address;
    try {
      const models = (await this.#backend(one).readModels(signal)).map((model) => ({ ...model }));
      this.#problems.delete(id);
      // Removed or moved meanwhile: what was read is of another place.
      const now = this.#all().find((other) => other.id === id);
      if (!now?.address.ok || now.address.origin !== origin) return { found: 0 };
      this.#edit((file) => withFoundModels(file, id, { origin, at: Date.now(), models }));
      return { found: models.length };
    } catch (error) {
      if (error instanceof SentenceError) this.#problem(id, error.message);
      this.onChange();
      throw error;
    }
  }

  /** What the person says of a model; with `add`, one that nobody lists. */
  changeModel(change: ModelChange): void {
    const { model, add } = change;
    const one = this.#mustBe(change.connection);
    if (!add && !modelsOf(this.#file.value, one).some(({ id }) => id === model)) {
      throw new SentenceError('no-model', 'That model is no longer in the list.');
    }
    this.#edit((file) => withModelChange(file, change));
  }

  /** Tries the kept keys once, so that one that cannot be read is known before it is needed. */
  async checkKeys(): Promise<void> {
    let changed = false;
    for (const one of this.#all()) {
      if (one.builtIn || !one.address.ok || this.#keyState(one) !== 'kept') continue;
      await this.#keys.get(one.id, one.address.origin);
      changed ||= this.#keyState(one) !== 'kept';
    }
    if (changed) this.onChange();
  }

  #all(): readonly Standing[] {
    return this.#current().all;
  }

  #current(): Memo {
    const from = this.#file.value;
    if (this.#memo?.from !== from)
      this.#memo = { from, all: standings(from, this.#deps.env), providers: undefined };
    return this.#memo;
  }

  #mustBe(id: string): Standing {
    const one = this.#all().find((other) => other.id === id);
    if (!one) throw new SentenceError('no-connection', 'That connection is no longer there.');
    return one;
  }

  #mustBeOwn(id: string): Standing {
    const one = this.#mustBe(id);
    if (!one.builtIn) return one;
    throw new SentenceError(
      'built-in',
      'This connection comes from ANTHROPIC_API_KEY and ANTHROPIC_BASE_URL; add one of your own to change it.',
    );
  }

  #envKey(): string {
    return this.#deps.env.ANTHROPIC_API_KEY?.trim() ?? '';
  }

  #keyState(one: Standing): ConnectionView['key'] {
    if (one.builtIn) return this.#envKey() === '' ? 'none' : 'environment';
    return one.address.ok ? this.#keys.state(one.id, one.address.origin) : 'none';
  }

  #backend(one: Standing): Backend {
    const { address, builtIn } = one;
    const standard = address.ok && address.baseUrl === ANTHROPIC_URL;
    const place: Place = {
      name: builtIn ? (standard || !address.ok ? 'Anthropic' : address.host) : one.name,
      baseUrl: address.ok ? address.baseUrl : one.baseUrl,
      builtIn,
      key: () => this.#key(one),
      keyAdvice: builtIn
        ? 'check ANTHROPIC_API_KEY and start again'
        : 'take another key in Settings, under Models',
    };
    return PROVIDER_KINDS[one.provider](place);
  }

  async #key(one: Standing): Promise<string> {
    if (!one.address.ok) throw new SentenceError('bad-address', one.address.message);
    const key = one.builtIn ? this.#envKey() : await this.#keys.get(one.id, one.address.origin);
    if (key) return key;
    this.onChange();
    const why = missingKey(one, this.#keyState(one)) ?? UNREADABLE;
    throw new SentenceError('no-key', one.builtIn ? why : `${one.name}: ${why}`);
  }

  #note(text: string): void {
    this.#deps.note?.(text);
  }

  #problem(id: string, sentence: string): void {
    this.#problems.set(id, sentence);
    this.onChange();
  }

  #edit(edit: (file: ConnectionsFile) => ConnectionsFile): void {
    this.#file.change(edit);
    this.onChange();
  }
}

function mustRead(baseUrl: string): Extract<AddressReading, { ok: true }> {
  const address = readBaseUrl(baseUrl);
  if (!address.ok) throw new SentenceError('bad-address', address.message);
  return address;
}

async function readSafely(clipboard: ClipboardPort): Promise<string> {
  try {
    return await clipboard.read();
  } catch {
    return '';
  }
}
