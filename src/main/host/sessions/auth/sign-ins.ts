import type { ServerConfig } from '../../../../shared/model/server.ts';
import { bindingOfServer } from '../../servers/binding.ts';
import { expandTarget } from '../../servers/expand.ts';
import { homeOf } from '../transports/environment.ts';
import { SignIn } from './sign-in.ts';
import type { SignInPort, TokenStore } from './types.ts';

/** What every sign-in has in common. */
export interface SignInsDeps {
  readonly port: SignInPort;
  readonly store: TokenStore;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One sign-in for each server address; it outlives the sessions. */
export class SignIns {
  readonly #deps: SignInsDeps;
  readonly #all = new Map<string, SignIn>();

  constructor(deps: SignInsDeps) {
    this.#deps = deps;
  }

  /** Undefined for servers that cannot be signed in at: processes, and those the person gave an Authorization header. */
  of(config: ServerConfig): SignIn | undefined {
    const binding = bindingOfServer(config);
    const known = this.#all.get(binding);
    if (known) return known;
    const serverUrl = addressOf(config, this.#deps.env);
    if (!serverUrl) return undefined;
    const { port, store } = this.#deps;
    const signIn = new SignIn({ serverId: config.id, serverUrl, binding, port, store });
    this.#all.set(binding, signIn);
    return signIn;
  }
}

function addressOf({ target, bundled }: ServerConfig, env: SignInsDeps['env']): URL | undefined {
  if (target.type === 'stdio' || bundled) return undefined;
  if (Object.keys(target.headers ?? {}).some((name) => name.toLowerCase() === 'authorization'))
    return undefined;
  try {
    const expanded = expandTarget(target, env, homeOf(env));
    return expanded.type === 'stdio' ? undefined : new URL(expanded.url);
  } catch {
    // The connection itself says what is wrong with the address.
    return undefined;
  }
}
