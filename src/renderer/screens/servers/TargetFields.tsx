import { ActionIcon, Button, PasswordInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { visibleText } from '../../../shared/visible-text.ts';
import { Choice } from '../../components/Choice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { call, sentenceOf } from '../../lib/bridge.ts';
import classes from './TargetFields.module.css';
import type { Pair, TargetDraft, Words } from './target-draft.ts';

interface Props {
  readonly draft: TargetDraft;
  readonly onChange: (draft: TargetDraft) => void;
  readonly words: Words | undefined;
  readonly onWords: (words: Words | undefined) => void;
  /** Names whose values main holds, shown while `draft.pairs` is undefined. */
  readonly kept: readonly string[];
}

const KINDS: readonly { value: TargetDraft['type']; label: string }[] = [
  { value: 'stdio', label: 'Command' },
  { value: 'http', label: 'URL' },
  { value: 'sse', label: 'URL with old SSE' },
];

/** Splits the line in main, as a shell would; answers that come late are dropped. */
const useWords = (draft: TargetDraft, words: Words | undefined, onWords: Props['onWords']) => {
  const [problem, setProblem] = useState('');
  const text = draft.type === 'stdio' ? draft.command : '';
  const known = words?.text === text;
  useEffect(() => {
    if (known) return;
    if (text.trim() === '') {
      setProblem('');
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      call('servers.parseCommand', { text }).then(
        ({ command, args }) => {
          if (!current) return;
          setProblem('');
          onWords({ text, command, args });
        },
        (error) => current && setProblem(sentenceOf(error)),
      );
    }, 120);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, known, onWords]);
  return problem;
};

const WordList = ({ words }: { words: Words }) => (
  <section aria-label="Words of the command" className={classes.words}>
    <p className={classes.quiet}>These words will be started, without a shell:</p>
    <ol>
      {[words.command, ...words.args].map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name than their place
        <li key={index}>
          <code>{word === '' ? '(empty)' : visibleText(word).text}</code>
        </li>
      ))}
    </ol>
  </section>
);

const Pairs = ({ draft, onChange, kept }: Pick<Props, 'draft' | 'onChange' | 'kept'>) => {
  const stdio = draft.type === 'stdio';
  const [title, one] = stdio ? ['Environment variables', 'Variable'] : ['Headers', 'Header'];
  const set = (pairs: readonly Pair[]) => onChange({ ...draft, pairs });
  if (draft.pairs === undefined) {
    return (
      <div className={classes.pairs}>
        <p className={classes.label}>{title}</p>
        <p className={classes.quiet}>
          Kept as they are: <code>{kept.join(', ')}</code>. Values are not shown.
        </p>
        <Button variant="subtle" size="compact-xs" onClick={() => set([])}>
          Replace them all
        </Button>
      </div>
    );
  }
  const pairs = draft.pairs;
  const change = (key: number, part: Partial<Pair>) =>
    set(pairs.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)));
  return (
    <fieldset className={classes.pairs}>
      <legend className={classes.label}>{title}</legend>
      {pairs.map((pair, index) => (
        <div key={pair.key} className={classes.pair}>
          <TextInput
            aria-label={`${one} ${index + 1} name`}
            placeholder={stdio ? 'NAME' : 'Name'}
            value={pair.name}
            onChange={(event) => change(pair.key, { name: event.currentTarget.value })}
          />
          <PasswordInput
            aria-label={`${one} ${index + 1} value`}
            placeholder="value"
            value={pair.value}
            autoComplete="off"
            onChange={(event) => change(pair.key, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={`Remove ${one.toLowerCase()} ${index + 1}`}
            onClick={() => set(pairs.filter((each) => each.key !== pair.key))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() =>
          set([...pairs, { key: Math.max(0, ...pairs.map((pair) => pair.key)) + 1, name: '', value: '' }])
        }
      >
        New {one.toLowerCase()}
      </Button>
    </fieldset>
  );
};

/** Where a server is: a command with its environment, or an address with its headers. */
export const TargetFields = ({ draft, onChange, words, onWords, kept }: Props) => {
  const problem = useWords(draft, words, onWords);
  return (
    <div className={classes.fields}>
      <Choice
        label="Reached by"
        value={draft.type}
        options={KINDS}
        onChange={(type) =>
          onChange({
            ...draft,
            type,
            pairs: (draft.type === 'stdio') === (type === 'stdio') ? draft.pairs : [],
          })
        }
      />
      {draft.type === 'stdio' ? (
        <>
          <TextInput
            label="Command"
            description="One line, as in a terminal. Quotes group words; nothing else is interpreted."
            placeholder="npx -y @modelcontextprotocol/server-everything"
            value={draft.command}
            error={problem || undefined}
            spellCheck={false}
            onChange={(event) => onChange({ ...draft, command: event.currentTarget.value })}
          />
          {words && words.text === draft.command && <WordList words={words} />}
          <Pairs draft={draft} onChange={onChange} kept={kept} />
          <TextInput
            label="Working folder"
            description="Optional. Where the command is started."
            value={draft.cwd}
            spellCheck={false}
            onChange={(event) => onChange({ ...draft, cwd: event.currentTarget.value })}
          />
        </>
      ) : (
        <>
          <TextInput
            label="URL"
            description="Starts with https:// or http://."
            placeholder="https://example.com/mcp"
            value={draft.url}
            spellCheck={false}
            onChange={(event) => onChange({ ...draft, url: event.currentTarget.value })}
          />
          <Pairs draft={draft} onChange={onChange} kept={kept} />
          {draft.type === 'sse' && (
            <Notice>
              Servers of today use plain URLs; SSE is the transport of 2024 and only for old servers.
            </Notice>
          )}
        </>
      )}
    </div>
  );
};
