import { randomBytes } from 'node:crypto';
import type { KeyState, ProviderKind } from '../../../../shared/model/models.ts';
import { ANTHROPIC_URL } from '../providers/anthropic.ts';
import { type AddressReading, readBaseUrl } from './address.ts';
import type { ConnectionsFile } from './file.ts';

/** A connection as it stands now. */
export interface Standing {
  readonly id: string;
  readonly provider: ProviderKind;
  readonly name: string;
  readonly baseUrl: string;
  readonly builtIn: boolean;
  readonly address: AddressReading;
}

const BUILT_IN = 'anthropic';

/** The one of the environment, then those of the file. Ids that others go by are left out. */
export function standings(
  file: ConnectionsFile,
  env: Readonly<Record<string, string | undefined>>,
): Standing[] {
  const baseUrl = env.ANTHROPIC_BASE_URL?.trim() || ANTHROPIC_URL;
  const builtIn: Standing = {
    id: BUILT_IN,
    provider: 'anthropic',
    name: 'Anthropic',
    baseUrl,
    builtIn: true,
    address: readBaseUrl(baseUrl),
  };
  const seen = new Set([BUILT_IN, 'manual', 'scripted']);
  const own = (file.connections ?? []).filter(({ id }) => !seen.has(id) && seen.add(id));
  return [
    builtIn,
    ...own.map(({ id, provider, name, baseUrl }) => ({
      id,
      provider,
      name,
      baseUrl,
      builtIn: false,
      address: readBaseUrl(baseUrl),
    })),
  ];
}

/** Whether it can be asked now, and where prompts go or what to do, in plain sentences. */
export function statusOf(one: Standing, key: KeyState): { ready: boolean; detail: string } {
  const { address, builtIn } = one;
  if (!address.ok) {
    const detail = builtIn
      ? `ANTHROPIC_BASE_URL: ${address.message} Then start Gatehouse again.`
      : address.message;
    return { ready: false, detail };
  }
  const missing = missingKey(one, key);
  if (missing !== undefined) return { ready: false, detail: missing };
  const where = `Prompts you approve go to ${address.host}.`;
  return { ready: true, detail: address.warning === undefined ? where : `${where} ${address.warning}` };
}

/** What is said of a key that the keychain no longer opens. */
export const UNREADABLE = 'Its key can no longer be read; take it from the clipboard again.';

/** Why there is no key, and what to do; undefined where there is one. */
export function missingKey({ builtIn }: Standing, key: KeyState): string | undefined {
  if (key === 'unreadable') return UNREADABLE;
  if (key !== 'none') return undefined;
  return builtIn
    ? 'Set ANTHROPIC_API_KEY and start Gatehouse again, or add a connection of your own.'
    : 'It has no key yet; copy one and take it from the clipboard.';
}

/** Never used twice: a rule for the models of one connection must not hold for another that is called the same. */
export function newId(name: string, taken: readonly string[]): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  for (;;) {
    const id = `${slug === '' ? 'connection' : slug}-${randomBytes(3).toString('hex')}`;
    if (!taken.includes(id)) return id;
  }
}
