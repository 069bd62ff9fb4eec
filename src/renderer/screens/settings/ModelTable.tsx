import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionModel, ConnectionView } from '../../../shared/model/models.ts';
import { plainLine, Untrusted } from '../../components/Untrusted.tsx';
import { countText, timeText } from '../../lib/words.ts';
import { ModelForm } from './ModelForm.tsx';
import classes from './Settings.module.css';
import { notesOf, priceText, scoreText } from './words.ts';

/** So many rows are shown at first: an endpoint may claim to have hundreds of models. */
const AT_FIRST = 20;
/** From so many on, there is a field to find one. */
const MANY = 10;

const Row = ({ model, onEdit }: { model: ConnectionModel; onEdit: () => void }) => {
  const { id, facts } = model;
  const notes = notesOf(model);
  return (
    <tr className={model.hidden ? classes.hiddenModel : undefined}>
      <th scope="row">
        <Untrusted text={facts.label ?? id} />
        <span className={classes.modelNote}>
          {facts.label !== undefined && facts.label !== id && <Untrusted text={id} />}
          {notes !== '' && <span>{notes}</span>}
        </span>
      </th>
      <td>{priceText(facts.inputPrice)}</td>
      <td>{priceText(facts.outputPrice)}</td>
      <td>{scoreText(facts.cost)}</td>
      <td>{scoreText(facts.speed)}</td>
      <td>{scoreText(facts.intelligence)}</td>
      <td>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Edit ${plainLine(facts.label ?? id)}`}
          onClick={onEdit}
        >
          Edit
        </Button>
      </td>
    </tr>
  );
};

/** What is known of the models of a connection, and what the person says of them. */
export const ModelTable = ({ connection }: { connection: ConnectionView }) => {
  const { models, readAt, name } = connection;
  const [sought, setSought] = useState('');
  const [all, setAll] = useState(false);
  const [editing, setEditing] = useState<string>();
  const [adding, setAdding] = useState(false);
  const words = sought.trim().toLowerCase();
  const found = models.filter(({ id, facts }) => `${id} ${facts.label ?? ''}`.toLowerCase().includes(words));
  const shown = all ? found : found.slice(0, AT_FIRST);
  const edited = models.find(({ id }) => id === editing);
  return (
    <div className={classes.models}>
      {models.length > MANY && (
        <TextInput
          type="search"
          aria-label={`Find a model of ${plainLine(name)}`}
          placeholder="Find a model"
          className={classes.field}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      {models.length === 0 ? (
        <p className={classes.quiet}>No model is known. Read them from the provider, or add one by name.</p>
      ) : (
        <div className={classes.tableBox}>
          <table className={classes.table} aria-label={`Models of ${plainLine(name)}`}>
            <thead>
              <tr>
                <th scope="col">Model</th>
                <th scope="col" title="US dollars for a million tokens of prompt">
                  $ in
                </th>
                <th scope="col" title="US dollars for a million tokens of answer">
                  $ out
                </th>
                <th scope="col" title="How cheap it is: 100 % is the cheapest">
                  Cost
                </th>
                <th scope="col" title="100 % is the fastest">
                  Speed
                </th>
                <th scope="col" title="100 % is the cleverest">
                  Intelligence
                </th>
                <th scope="col">
                  <span className="visually-hidden">Change</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((model) => (
                <Row key={model.id} model={model} onEdit={() => setEditing(model.id)} />
              ))}
            </tbody>
          </table>
          {found.length === 0 && <p className={classes.quiet}>No model has that in its name.</p>}
        </div>
      )}
      <div className={classes.buttons}>
        {shown.length < found.length && (
          <Button variant="default" onClick={() => setAll(true)}>
            Show all {countText(found.length, 'model')}
          </Button>
        )}
        <Button variant="default" onClick={() => setAdding(true)}>
          Add model
        </Button>
        <span className={classes.quiet}>
          {readAt === undefined
            ? 'As our list has them. Prices are per million tokens; an empty place is not known.'
            : `Read from the provider at ${timeText(readAt)}. Prices are per million tokens.`}
        </span>
      </div>
      {adding && <ModelForm connection={connection} onClose={() => setAdding(false)} />}
      {edited && <ModelForm connection={connection} model={edited} onClose={() => setEditing(undefined)} />}
    </div>
  );
};
