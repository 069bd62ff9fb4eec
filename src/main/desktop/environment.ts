type Environment = Readonly<Record<string, string | undefined>>;

/** Keys and tokens of the provider, however a system spells their case. */
const KEYS: readonly string[] = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'];

/**
 * Takes the keys of providers out of `env`, and gives an environment where who asks for one by its name still gets it,
 * while a copy has none. For `process.env` before the first window: Electron gives a copy of it to every preload, and a
 * login shell that is asked for the PATH gets one, too.
 */
export function keepKeysOut(env: NodeJS.ProcessEnv): Environment {
  const keys = new Map<string | symbol, string | undefined>();
  for (const name of Object.keys(env)) {
    if (!KEYS.includes(name.toUpperCase())) continue;
    keys.set(name.toUpperCase(), env[name]);
    delete env[name];
  }
  return new Proxy(env, { get: (all, name) => keys.get(name) ?? Reflect.get(all, name) });
}
