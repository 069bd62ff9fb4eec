import { commandLine } from '../../../shared/command-line.ts';
import type { Target, TargetView } from '../../../shared/model/server.ts';

export interface Pair {
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

/** What the person has typed about where a server is. */
export interface TargetDraft {
  readonly type: Target['type'];
  readonly command: string;
  readonly cwd: string;
  readonly url: string;
  /** Environment variables or headers; undefined keeps those that main holds. */
  readonly pairs: readonly Pair[] | undefined;
}

export const EMPTY_DRAFT: TargetDraft = { type: 'stdio', command: '', cwd: '', url: '', pairs: [] };

/** A configured target as a draft. Main never tells values, so they stay its own until the person replaces them. */
export const draftOf = (target: TargetView): TargetDraft =>
  target.type === 'stdio'
    ? {
        type: 'stdio',
        command: commandLine([target.command, ...target.args]),
        cwd: target.cwd ?? '',
        url: '',
        pairs: target.envKeys.length > 0 ? undefined : [],
      }
    : {
        type: target.type,
        command: '',
        cwd: '',
        url: target.url,
        pairs: target.headerNames.length > 0 ? undefined : [],
      };

/** The words of a command line, as main split them; `text` is the line they belong to. */
export interface Words {
  readonly text: string;
  readonly command: string;
  readonly args: readonly string[];
}

const recordOf = (pairs: readonly Pair[] | undefined): Record<string, string> | undefined => {
  const named = (pairs ?? []).filter((pair) => pair.name.trim() !== '');
  return pairs === undefined
    ? undefined
    : Object.fromEntries(named.map((pair) => [pair.name.trim(), pair.value]));
};

/** The finished target, or undefined while something is missing or the words shown are not those of the line. */
export const targetOf = (draft: TargetDraft, words: Words | undefined): Target | undefined => {
  const pairs = recordOf(draft.pairs);
  if (draft.type === 'stdio') {
    if (!words || words.text !== draft.command || words.command === '') return undefined;
    return {
      type: 'stdio',
      command: words.command,
      args: [...words.args],
      ...(pairs ? { env: pairs } : {}),
      ...(draft.cwd.trim() ? { cwd: draft.cwd.trim() } : {}),
    };
  }
  const url = draft.url.trim();
  if (!/^https?:\/\/[^/]/i.test(url)) return undefined;
  return { type: draft.type, url, ...(pairs ? { headers: pairs } : {}) };
};
