import { CloseButton } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '../components/Notice.tsx';
import { Untrusted } from '../components/Untrusted.tsx';
import { useApp, useReplica } from '../lib/store.ts';
import classes from './Problems.module.css';

/** What went wrong while starting, until it is read and closed; and a lost connection to main. */
export const Problems = () => {
  const app = useApp();
  const lost = useReplica((replica) => (replica.status === 'failed' && app ? replica.problem : ''));
  const [closed, setClosed] = useState<readonly string[]>([]);
  const problems = (app?.problems ?? []).filter((problem) => !closed.includes(problem));
  if (problems.length === 0 && !lost) return null;
  return (
    <div className={classes.list}>
      {lost && <Notice kind="problem">What you see may be old. {lost}</Notice>}
      {problems.map((problem) => (
        <div key={problem} className={classes.item}>
          <Notice kind="problem">
            <Untrusted text={problem} />
          </Notice>
          <CloseButton
            size="sm"
            aria-label="Hide this line"
            onClick={() => setClosed([...closed, problem])}
          />
        </div>
      ))}
    </div>
  );
};
