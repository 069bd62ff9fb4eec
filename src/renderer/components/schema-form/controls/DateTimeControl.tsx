import { Input, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isOffset, joinDateTime, localZone, offsetOf, splitDateTime } from '../date-time.ts';
import classes from '../SchemaForm.module.css';
import type { ControlProps } from './control.ts';
import { HALF_ENTERED } from './DateControl.tsx';
import { wrapperProps } from './wrapper.tsx';

const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const NOTES = {
  gap: 'The clocks skip this time in your zone; it is read with the offset before the change.',
  twice: 'This time happens twice in your zone; the first one is meant.',
} as const;

/**
 * A date and time with its zone said. A value keeps the zone it came with; a new time gets the offset that this
 * computer's zone has at that time, until the person writes another one.
 */
export const DateTimeControl = (props: ControlProps) => {
  const { field, value, disabled, onChange, id } = props;
  const split = typeof value === 'string' ? splitDateTime(value) : undefined;
  const [ownOffset, setOwnOffset] = useState<string>();
  const offset = ownOffset ?? split?.offset ?? '';
  const fromHere = ownOffset === undefined && (split === undefined || value !== field.default);

  const setWall = (wall: string): void => {
    if (wall === '') {
      onChange('');
      return;
    }
    const zone = ownOffset ?? (fromHere ? offsetOf(wall, localZone).offset : offset);
    onChange(joinDateTime({ wall, offset: zone }));
  };
  const setOffset = (text: string): void => {
    const next = text.trim().toUpperCase();
    setOwnOffset(next);
    const wall = split?.wall ?? '';
    if (wall) onChange(isOffset(next) ? joinDateTime({ wall, offset: next }) : `${wall}${next || '?'}`);
  };
  const [wallKept, setWallKept] = useState('');
  const kept = typeof value === 'string' && value.startsWith(wallKept) ? wallKept : '';
  // The browser drops seconds of zero; writing them back would disturb someone who is typing.
  const wall = split?.wall.replace(/(T\d\d:\d\d):00$/, '$1') ?? kept;
  const note = fromHere && split ? offsetOf(split.wall, localZone).note : undefined;
  const said = split
    ? `Goes out as ${value as string}${offsetOf(split.wall, localZone).offset === split.offset ? ` (${zoneName()})` : ''}.`
    : `Zone: ${zoneName()} unless you change the offset.`;
  const { label, labelProps, descriptionProps, description, error } = wrapperProps(props);
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelProps={labelProps}
      descriptionProps={descriptionProps}
      description={
        <>
          {description}
          <span className={classes.hint}>{said}</span>
          {note ? <span className={classes.hint}>{NOTES[note]}</span> : null}
        </>
      }
      error={error}
    >
      <div className={classes.dateTime}>
        <Input
          type="datetime-local"
          step={/T\d\d:\d\d:\d\d/.test(wall) ? 1 : 60}
          max="9999-12-31T23:59"
          value={wall}
          disabled={disabled}
          error={error !== undefined}
          aria-required={field.required || undefined}
          onChange={(event) => {
            setWallKept(event.currentTarget.value);
            setWall(event.currentTarget.value);
          }}
          onBlur={(event) => {
            if (event.currentTarget.validity.badInput) onChange(HALF_ENTERED);
            else if (event.currentTarget.value === '' && value === HALF_ENTERED) onChange('');
          }}
        />
        <Input.Wrapper>
          <TextInput
            aria-label="UTC offset"
            className={classes.offset}
            placeholder={offsetOf('', localZone).offset}
            value={offset}
            disabled={disabled}
            onChange={(event) => setOffset(event.currentTarget.value)}
          />
        </Input.Wrapper>
      </div>
    </Input.Wrapper>
  );
};
