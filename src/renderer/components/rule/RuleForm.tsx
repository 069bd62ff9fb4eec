import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ModelOption, ReverseKind } from '../../../shared/model/reverse-call.ts';
import type { RuleDraft, RulePreview } from '../../../shared/model/rule.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { Choice } from '../Choice.tsx';
import { modelChoices } from '../model-choices.ts';
import classes from './RuleForm.module.css';
import { RulePreviewLine } from './RulePreviewLine.tsx';
import {
  type Expiry,
  expiryAt,
  readLimit,
  untilText,
  verdictOf,
  verdictsFor,
  withKind,
  withLimit,
  withVerdict,
} from './rule-choices.ts';

interface Props {
  readonly draft: RuleDraft;
  /** `problem`: something typed is no limit, so the draft is not what the person sees; nothing may be saved. */
  readonly onChange: (draft: RuleDraft, problem?: string) => void;
  /** The rule is about this server; else it is asked for, out of `servers`. */
  readonly server?: string;
  readonly servers?: readonly string[];
  /** More than one is asked for. */
  readonly kinds?: readonly ReverseKind[];
  /** Tools to choose from; without them a name can be typed. */
  readonly tools?: readonly string[];
  readonly models: readonly ModelOption[];
  readonly preview: (draft: RuleDraft) => Promise<RulePreview>;
}

const KIND_WORDS: Record<ReverseKind, string> = {
  sampling: 'Sampling',
  elicitation: 'Forms and links',
  roots: 'Folders',
};

const GATES = [
  { value: 'before', label: 'Ask the model without asking me, but show me the answer' },
  { value: 'both', label: 'Ask the model and send its answer, both without asking me' },
] as const;

/** A rule as it is made and changed. It keeps nothing but what is typed and is no number. */
export const RuleForm = ({ draft, onChange, server, servers = [], kinds, tools, models, preview }: Props) => {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const change = (next: RuleDraft, found: Readonly<Record<string, string>> = problems): void => {
    setProblems(found);
    onChange(next, Object.values(found)[0]);
  };
  const set = <Key extends 'tool' | 'model' | 'expiresAt'>(key: Key, value: RuleDraft[Key]): void => {
    const { [key]: _, ...rest } = draft;
    change((value === undefined || value === '' ? rest : { ...rest, [key]: value }) as RuleDraft);
  };
  const sampling = draft.kind === 'sampling';
  const allows = draft.decision === 'allow';
  return (
    <div className={classes.form}>
      {server === undefined || (kinds && kinds.length > 1) ? (
        <div className={classes.row}>
          {server === undefined ? (
            <NativeSelect
              label="Server"
              value={draft.server}
              data={[
                { value: '*', label: 'Every server' },
                ...withOwn(servers, draft.server === '*' ? undefined : draft.server),
              ]}
              onChange={(event) => change({ ...draft, server: event.currentTarget.value })}
            />
          ) : null}
          {kinds && kinds.length > 1 ? (
            <NativeSelect
              label="Kind"
              value={draft.kind}
              data={kinds.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }))}
              onChange={(event) => change(withKind(draft, event.currentTarget.value as ReverseKind), {})}
            />
          ) : null}
        </div>
      ) : null}
      <Choice
        label="Decision"
        value={verdictOf(draft)}
        options={verdictsFor(draft.kind)}
        onChange={(verdict) => change(withVerdict(draft, verdict), {})}
      />
      <div className={classes.row}>
        <Tool draft={draft} tools={tools} onChange={(tool) => set('tool', tool)} />
        {sampling ? (
          <NativeSelect
            label="Answered by"
            value={draft.model ?? ''}
            data={[
              { value: '', label: 'Any model' },
              ...modelChoices(models, draft.model === undefined ? [] : [draft.model]),
            ]}
            onChange={(event) => set('model', event.currentTarget.value)}
          />
        ) : null}
      </div>
      {sampling && allows ? (
        <Radio.Group
          label="Without asking"
          value={draft.gates ?? 'both'}
          onChange={(gates) => change({ ...draft, gates: gates as 'before' | 'both' })}
        >
          <div className={classes.lines}>
            {GATES.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </div>
        </Radio.Group>
      ) : null}
      <div className={classes.row}>
        {sampling && allows
          ? (['perMinute', 'tokensPerDay'] as const).map((limit) => (
              <Limit
                key={limit}
                limit={limit}
                value={draft.limits?.[limit]}
                problem={problems[limit]}
                onChange={(value, problem) => {
                  const { [limit]: _, ...others } = problems;
                  if (problem === undefined) change(withLimit(draft, limit, value), others);
                  else change(draft, { ...others, [limit]: problem });
                }}
              />
            ))
          : null}
        {draft.session ? null : <Expires at={draft.expiresAt} onChange={(at) => set('expiresAt', at)} />}
      </div>
      <RulePreviewLine draft={draft} preview={preview} />
    </div>
  );
};

/** Names come from servers: what is invisible in them is made visible. */
const optionOf = (name: string): { value: string; label: string } => ({
  value: name,
  label: visibleText(name).text,
});

const withOwn = (names: readonly string[], own: string | undefined): { value: string; label: string }[] =>
  [...new Set(own === undefined ? names : [...names, own])].map(optionOf);

interface ToolProps {
  readonly draft: RuleDraft;
  readonly tools: readonly string[] | undefined;
  readonly onChange: (tool: string) => void;
}

const Tool = ({ draft, tools, onChange }: ToolProps) =>
  tools ? (
    <NativeSelect
      label="Asked by"
      value={draft.tool ?? ''}
      data={[
        { value: '', label: draft.server === '*' ? 'Every tool' : `Every tool of ${draft.server}` },
        ...withOwn(tools, draft.tool),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      label="Asked by"
      placeholder="Every tool"
      description="The name of a tool, as the server gives it."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={draft.tool ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );

const LIMIT_WORDS = { perMinute: 'Requests a minute', tokensPerDay: 'Tokens a day' } as const;

interface LimitProps {
  readonly limit: 'perMinute' | 'tokensPerDay';
  readonly value: number | undefined;
  readonly problem: string | undefined;
  readonly onChange: (value: number | undefined, problem?: string) => void;
}

const Limit = ({ limit, value, problem, onChange }: LimitProps) => {
  const [typed, setTyped] = useState(value === undefined ? '' : String(value));
  return (
    <TextInput
      label={LIMIT_WORDS[limit]}
      role="spinbutton"
      inputMode="numeric"
      aria-valuemin={1}
      aria-valuenow={value}
      placeholder="No limit"
      value={typed}
      error={problem}
      description={problem === undefined ? 'Beyond it, you are asked.' : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const read = readLimit(text);
        if ('problem' in read) onChange(undefined, read.problem);
        else onChange(read.value);
      }}
    />
  );
};

const Expires = ({
  at,
  onChange,
}: {
  at: number | undefined;
  onChange: (at: number | undefined) => void;
}) => (
  <NativeSelect
    label="Expires"
    value={at === undefined ? 'never' : 'kept'}
    data={[
      { value: 'never', label: 'Never' },
      ...(at === undefined ? [] : [{ value: 'kept', label: untilText(at) }]),
      { value: 'hour', label: 'In an hour' },
      { value: 'midnight', label: 'At midnight' },
      { value: 'week', label: 'In a week' },
      { value: 'month', label: 'In 30 days' },
    ]}
    onChange={(event) => onChange(expiryAt(event.currentTarget.value as Expiry, Date.now(), at))}
  />
);
