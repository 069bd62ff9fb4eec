import { useEffect, useRef, useState } from 'react';
import type { CompletionRequest, Completions } from '../../../shared/model/completion.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import { call } from '../../lib/bridge.ts';

/** What is asked about a field, but for the text in it. */
export type SuggestFor = Omit<CompletionRequest, 'argument'> & { readonly name: string };

/** Long enough that a word typed in one go is one question. */
const WAIT_MS = 150;
const NOTHING: Completions = { values: [], hasMore: false };

/** Whether a server suggests values at all (server/utilities/completion, capabilities). */
export const suggests = (server: ServerView): boolean => {
  const capabilities = server.serverCapabilities as { completions?: unknown } | null | undefined;
  return server.status === 'connected' && capabilities?.completions !== undefined;
};

/**
 * What a server suggests for a text, once typing pauses: `ask` asks, and an answer counts only for the text it was
 * asked for. Trouble is nothing to offer.
 */
export const useSuggestions = (about: SuggestFor) => {
  const [offer, setOffer] = useState<{ readonly text: string } & Completions>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef<string>(undefined);
  const latest = useRef(about);
  latest.current = about;
  const stop = () => {
    clearTimeout(timer.current);
    wanted.current = undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stop` only touches refs
  useEffect(() => stop, []);
  const ask = (text: string) => {
    stop();
    wanted.current = text;
    timer.current = setTimeout(async () => {
      const { name, ...rest } = latest.current;
      const argument = { name, value: text };
      const found = await call('arguments.suggest', { ...rest, argument }).catch(() => NOTHING);
      if (wanted.current === text) setOffer({ text, ...found });
    }, WAIT_MS);
  };
  return { offer, ask, stop };
};
