import type { JournalEntry } from '../../../shared/model/journal.ts';
import type { Outcome } from '../../../shared/model/reverse-call.ts';
import { outcomeWord } from '../../components/question/words.ts';

const METHODS: Readonly<Record<string, string>> = {
  'tools/call': 'Tool',
  'prompts/get': 'Prompt',
  'resources/read': 'Resource',
};

const WANTED: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'A completion by a model (sampling)',
  'elicitation/create': 'A form or a link (elicitation)',
  'roots/list': 'Its folders (roots)',
};

const KINDS: Readonly<Record<string, string>> = {
  sampling: 'Sampling',
  elicitation: 'Question',
  roots: 'Folders',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The server has a column of its own. */
const withoutServer = ({ text, serverId }: JournalEntry): string => {
  if (serverId === undefined || !text.startsWith(serverId)) return text;
  const rest = text.slice(serverId.length);
  return /^:? \S/.test(rest) ? capital(rest.replace(/^:? /, '')) : text;
};

/** "roots accepted", "sampling withdrawn: why". */
const kindAndOutcome = (text: string): string | undefined => {
  const [, kind = '', outcome = '', reason = ''] = /^(\w+) (\w+)(?:: (.*))?$/s.exec(text) ?? [];
  const word = KINDS[kind];
  const end = outcome === 'answered' ? outcome : outcomeWord[outcome as Outcome]?.toLowerCase();
  if (word === undefined || end === undefined) return undefined;
  return reason ? `${word} ${end}: ${reason}` : `${word} ${end}`;
};

/** One entry as a line of plain words, beside its type and server; what main wrote is kept with the details. */
export const entryWords = (entry: JournalEntry): string => {
  const { type, text } = entry;
  switch (type) {
    case 'call-started': {
      const at = text.indexOf(' ');
      const method = METHODS[text.slice(0, at)];
      return method === undefined ? text : `${method} ${text.slice(at + 1)}`;
    }
    case 'reverse': {
      const method = /asked: (\S+)$/.exec(text)?.[1];
      return (method && WANTED[method]) || withoutServer(entry);
    }
    case 'decision':
    case 'answer':
      return kindAndOutcome(text) ?? withoutServer(entry);
    default:
      return withoutServer(entry);
  }
};
