import { SentenceError } from '../../../shared/model/sentence-error.ts';
import type { ServerConfig } from '../../../shared/model/server.ts';
import type { Catalogue } from './catalogue.ts';

/** What the host needs of a list of servers. */
export type ServerCatalogue = Pick<
  Catalogue,
  'list' | 'get' | 'problems' | 'add' | 'update' | 'remove' | 'setBundled' | 'onChange' | 'close'
>;

/** A list of servers that cannot be changed: what a command line named. */
export function fixedCatalogue(servers: readonly ServerConfig[]): ServerCatalogue {
  const fixed = (): never => {
    throw new SentenceError('fixed', 'The list of servers cannot be changed here.');
  };
  return {
    list: () => [...servers],
    get: (id) => servers.find((server) => server.id === id),
    problems: () => [],
    add: fixed,
    update: fixed,
    remove: fixed,
    setBundled: () => {},
    onChange: () => () => {},
    close: () => {},
  };
}
