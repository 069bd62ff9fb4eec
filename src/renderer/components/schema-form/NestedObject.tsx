import { ActionIcon, TextInput } from '@mantine/core';
import type { FieldProps } from '@rjsf/utils';
import { toFieldPathId } from '@rjsf/utils';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isObject, type JsonObject, own, put } from '../../../shared/json.ts';
import { constantsOf } from '../../../shared/schema-form/alternatives.ts';
import { isUnsafeKey } from '../../../shared/schema-form/nested-schema.ts';
import { isOpenEnded } from '../../../shared/schema-form/shape.ts';
import { AddButton } from './AddButton.tsx';
import { labelText } from './controls/wrapper.tsx';
import { useForm } from './form-context.ts';
import { Group } from './Group.tsx';
import classes from './SchemaForm.module.css';

/** An object: the members its schema names, then what stands under other names. */
export const NestedObject = (props: FieldProps) => {
  const { schema, formData, fieldPathId, onChange, registry } = props;
  const { disabled } = useForm();
  const { path } = fieldPathId;
  const root = path.length === 0;
  const properties = own(schema as JsonObject, 'properties');
  const members = isObject(properties) ? properties : {};
  const values: JsonObject = isObject(formData) ? formData : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const others = own(schema as JsonObject, 'additionalProperties');
  const open = others === true || isObject(others);
  const otherSchema = isObject(others) ? others : {};
  const constants = props.uiSchema?.alternative ? constantsOf(schema as JsonObject) : {};
  const { SchemaField } = registry.fields;
  if (!SchemaField) return null;

  const draw = (name: string, member: JsonObject, needed: boolean, slot: boolean): ReactNode => (
    <SchemaField
      key={name}
      name={name}
      schema={member}
      uiSchema={slot ? { slot: true } : {}}
      formData={own(values, name)}
      fieldPathId={toFieldPathId(name, registry.globalFormOptions, fieldPathId)}
      required={needed}
      onChange={onChange}
      onBlur={props.onBlur}
      onFocus={props.onFocus}
      registry={registry}
    />
  );
  const named = Object.keys(members)
    // What only tells the chosen alternative was chosen with it.
    .filter((name) => !Object.hasOwn(constants, name) || own(values, name) !== constants[name])
    .map((name) => draw(name, members[name] as JsonObject, required.includes(name), false));
  if (root) return <div className={classes.fields}>{named}</div>;

  const extra = Object.keys(values).filter((name) => !Object.hasOwn(members, name));
  const replace = (entries: [string, unknown][]): void => {
    const next: JsonObject = {};
    for (const [name, value] of entries) put(next, name, value);
    onChange(next, path);
  };
  const rename = (from: string, to: string): void =>
    replace(Object.entries(values).map(([name, value]) => [name === from ? to : name, value]));
  const remove = (gone: string): void => replace(Object.entries(values).filter(([name]) => name !== gone));
  const add = (): void =>
    replace([...Object.entries(values), [freeName({ ...members, ...values }), firstOf(otherSchema)]]);
  return (
    <Group {...props} clearable={isObject(formData)}>
      {named}
      {extra.map((name) => (
        <Named
          // By place: its name changes while it is edited.
          key={`${extra.indexOf(name)}`}
          name={name}
          taken={(other) => Object.hasOwn(values, other) || Object.hasOwn(members, other)}
          onRename={(to) => rename(name, to)}
          onRemove={() => remove(name)}
        >
          {draw(name, otherSchema, true, true)}
        </Named>
      ))}
      {open ? <AddButton label="Add value" disabled={disabled} onAdd={add} /> : null}
    </Group>
  );
};

const freeName = (taken: JsonObject): string => {
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? 'name' : `name${at}`;
    if (!Object.hasOwn(taken, name)) return name;
  }
};

/** A new entry holds nothing the server could take for an answer, until it is filled in. */
export const firstOf = (schema: JsonObject): unknown => {
  if (isOpenEnded(schema)) return Number.NaN;
  return schema.type === 'object' ? {} : schema.type === 'array' ? [] : null;
};

interface NamedProps {
  readonly name: string;
  readonly taken: (name: string) => boolean;
  readonly onRename: (to: string) => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** A value under a name the person chooses. */
const Named = ({ name, taken, onRename, onRemove, children }: NamedProps) => {
  const { disabled } = useForm();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? name;
  const wrong =
    text === name
      ? undefined
      : isUnsafeKey(text)
        ? 'This name cannot be sent safely.'
        : taken(text)
          ? 'This name is there already.'
          : undefined;
  return (
    <div className={classes.item}>
      <TextInput
        label="Name"
        value={text}
        error={wrong}
        disabled={disabled}
        autoComplete="off"
        spellCheck={false}
        className={classes.itemName}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => {
          if (wrong !== undefined) return;
          setTyped(undefined);
          if (text !== name) onRename(text);
        }}
      />
      <div className={classes.itemBody}>{children}</div>
      <div className={classes.itemButtons}>
        <ActionIcon
          aria-label={`Remove ${labelText(name)}`}
          title="Remove"
          disabled={disabled}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
};
