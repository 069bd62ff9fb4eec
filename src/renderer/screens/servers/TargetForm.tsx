import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ServerView } from '../../../shared/model/server.ts';
import { Notice } from '../../components/Notice.tsx';
import { call } from '../../lib/bridge.ts';
import { attempt, notifyDone } from '../../lib/notify.ts';
import classes from './ServerSettingsTab.module.css';
import { TargetFields } from './TargetFields.tsx';
import { draftOf, targetOf, type Words } from './target-draft.ts';

/** Changes the command or address. Trust belongs to what was shown, so the next start asks again. */
export const TargetForm = ({ server, onSaved }: { server: ServerView; onSaved: () => void }) => {
  const { target } = server;
  const [draft, setDraft] = useState(() => draftOf(target));
  const [words, setWords] = useState<Words>();
  const [busy, setBusy] = useState(false);
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(target));
  const next = targetOf(draft, words);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!next) return;
    setBusy(true);
    const done = await attempt(() => call('servers.update', { id: server.id, target: next }));
    setBusy(false);
    if (!done) return;
    notifyDone(`${server.name} is changed. Its next start asks you again.`);
    onSaved();
  };
  return (
    <fieldset className={classes.section}>
      <legend>Where it is</legend>
      <form onSubmit={(event) => void save(event)} noValidate>
        <TargetFields
          draft={draft}
          onChange={setDraft}
          words={words}
          onWords={setWords}
          kept={target.type === 'stdio' ? target.envKeys : target.headerNames}
        />
        {changed && (
          <div className={classes.radios}>
            <Notice>
              A running server is stopped, its open questions are withdrawn, and the next start asks you.
            </Notice>
            <div>
              <Button type="submit" disabled={!next} loading={busy}>
                Save
              </Button>
            </div>
          </div>
        )}
      </form>
    </fieldset>
  );
};
