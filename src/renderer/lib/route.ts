import { useSyncExternalStore } from 'react';

export const SCREENS = ['inbox', 'servers', 'workspaces', 'activity', 'settings'] as const;
export type Screen = (typeof SCREENS)[number];

/** Where the window is: `#/servers/<id>/<tab>/<item>`. `id` is a server's or a question's, `item` a tool's name. */
export interface Route {
  readonly screen: Screen;
  readonly id?: string;
  readonly tab?: string;
  readonly item?: string;
}

// Names come from servers and may hold half a surrogate pair, on which encodeURIComponent throws.
const encode = (text: string): string =>
  text.replace(/[^A-Za-z0-9_.-]/g, (unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const decode = (text: string): string =>
  text.replace(/~([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The hash of a route, with its `#`. */
export const hashOf = (route: Route): string => {
  const parts: string[] = [route.screen];
  for (const part of [route.id, route.tab, route.item]) {
    if (part === undefined) break;
    parts.push(encode(part));
  }
  return `#/${parts.join('/')}`;
};

/** The route of a hash; anything unknown is the inbox. */
export const parseHash = (hash: string): Route => {
  const [screen, id, tab, item] = hash.replace(/^#\/?/, '').split('/');
  const known = SCREENS.find((name) => name === screen);
  if (!known) return { screen: 'inbox' };
  return {
    screen: known,
    ...(id ? { id: decode(id) } : {}),
    ...(id && tab ? { tab: decode(tab) } : {}),
    ...(id && tab && item ? { item: decode(item) } : {}),
  };
};

let cached: { hash: string; route: Route } | undefined;
const current = (): Route => {
  if (cached?.hash !== location.hash) cached = { hash: location.hash, route: parseHash(location.hash) };
  return cached.route;
};

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

export const useRoute = (): Route => useSyncExternalStore(subscribe, current);

export const navigate = (route: Route, options: { replace?: boolean } = {}): void => {
  const hash = hashOf(route);
  if (hash === location.hash) return;
  if (options.replace) {
    history.replaceState(null, '', hash);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  } else location.hash = hash;
};
