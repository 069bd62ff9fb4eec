import { useEffect } from 'react';
import { create } from 'zustand';
import type { ListKind, ServerList, ServerView } from '../../shared/model/server.ts';
import { call, sentenceOf } from './bridge.ts';

interface Held {
  readonly list?: ServerList;
  readonly loading: boolean;
  readonly error?: string;
  /** Which connection and revision `list` belongs to. */
  readonly stamp: string;
}

const NOTHING: Held = { loading: false, stamp: '' };

/** Lists are asked for when they are looked at; what was seen last stays while the server is away. */
const useHeld = create<{ readonly held: Readonly<Record<string, Held>> }>(() => ({ held: {} }));

const keyOf = (serverId: string, kind: ListKind): string => `${kind} ${serverId}`;

const put = (key: string, change: Partial<Held>): void =>
  useHeld.setState(({ held }) => ({ held: { ...held, [key]: { ...(held[key] ?? NOTHING), ...change } } }));

const load = async (serverId: string, kind: ListKind, stamp: string): Promise<void> => {
  const key = keyOf(serverId, kind);
  put(key, { loading: true, error: undefined, stamp });
  try {
    const list = await call('servers.list', { id: serverId, kind });
    if (useHeld.getState().held[key]?.stamp === stamp) put(key, { list, loading: false });
  } catch (error) {
    if (useHeld.getState().held[key]?.stamp === stamp) put(key, { loading: false, error: sentenceOf(error) });
  }
};

/**
 * The tools, prompts, resources or templates of a server; asked for again whenever the server says they changed.
 * Without a kind it is empty and nothing is asked.
 */
export const useServerList = (server: ServerView, kind: ListKind | undefined): Held & { reload(): void } => {
  const held = useHeld((store) => (kind ? store.held[keyOf(server.id, kind)] : undefined)) ?? NOTHING;
  const { id, status, listRevision, binding } = server;
  const stamp = `${binding} ${listRevision}`;
  const connected = status === 'connected';
  useEffect(() => {
    if (connected && kind) void load(id, kind, stamp);
  }, [connected, id, kind, stamp]);
  const reload = () => {
    if (kind) void load(id, kind, `${stamp} ${Date.now()}`);
  };
  return { ...held, reload };
};
