import { useEffect, useState } from 'react';
import type { RuleDraft, RulePreview } from '../../../shared/model/rule.ts';
import { sentenceOf } from '../../lib/bridge.ts';
import { Untrusted } from '../Untrusted.tsx';
import classes from './RuleForm.module.css';
import { previewSentence } from './rule-choices.ts';

/** Nobody reads a preview of every key that is typed. */
const SETTLE_MS = 200;

interface Props {
  readonly draft: RuleDraft;
  readonly preview: (draft: RuleDraft) => Promise<RulePreview>;
}

/** "This rule would have answered 14 of the last 30." */
export const RulePreviewLine = ({ draft, preview }: Props) => {
  const [text, setText] = useState('Comparing with what was asked before…');
  const key = JSON.stringify(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the draft by value
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      preview(draft).then(
        (found) => !gone && setText(previewSentence(found, draft)),
        (error: unknown) => !gone && setText(sentenceOf(error)),
      );
    }, SETTLE_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key]);
  return (
    <p role="status" className={classes.preview}>
      <Untrusted text={text} />
    </p>
  );
};
