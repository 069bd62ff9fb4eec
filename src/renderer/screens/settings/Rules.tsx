import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { AppView } from '../../../shared/model/app.ts';
import type { RuleView } from '../../../shared/model/rule.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useHost } from '../../lib/store.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleItem } from './RuleItem.tsx';
import { Section } from './Section.tsx';
import classes from './Settings.module.css';
import { problemsOf } from './words.ts';

/** What the person decided in advance: the rule that decides first stands first. */
export const Rules = ({ app }: { app: AppView }) => {
  const rules = useHost((state) => Object.values(state.rules).sort((a, b) => b.position - a.position));
  const add = useRef<HTMLButtonElement>(null);
  const [editing, setEditing] = useState<RuleView | 'new'>();
  return (
    <Section
      title="Rules"
      actions={
        <Button
          ref={add}
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setEditing('new')}
        >
          Add rule
        </Button>
      }
    >
      {problemsOf(app.problems, 'rules.json').map((problem) => (
        <Notice key={problem} kind="problem">
          <Untrusted text={problem} />
        </Notice>
      ))}
      {rules.length === 0 ? (
        <EmptyState title="There is no rule.">
          <p>
            Every question waits for you. Add a rule here, or under More in a sampling request, to decide some
            of them in advance.
          </p>
        </EmptyState>
      ) : (
        <>
          <Notice>
            The first rule of this list that fits a question decides it. A new one is the first.
          </Notice>
          <ul aria-label="Rules" className={classes.list}>
            {rules.map((view) => (
              <RuleItem
                key={view.rule.id}
                view={view}
                onEdit={() => setEditing(view)}
                onDeleted={() => add.current?.focus()}
              />
            ))}
          </ul>
        </>
      )}
      {editing !== undefined && (
        <RuleDialog
          models={app.models}
          {...(editing === 'new' ? {} : { rule: editing.rule })}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Section>
  );
};
