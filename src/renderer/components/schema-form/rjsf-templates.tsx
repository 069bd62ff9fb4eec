import { ActionIcon, Button, NativeSelect, type PolymorphicComponentProps, TextInput } from '@mantine/core';
import { getDefaultRegistry } from '@rjsf/core';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  IconButtonProps,
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
  TemplatesType,
  WidgetProps,
  WrapIfAdditionalTemplateProps,
} from '@rjsf/utils';
import { ADDITIONAL_PROPERTY_FLAG, getTemplate } from '@rjsf/utils';
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { ServerText } from '../question/ServerText.tsx';
import { labelText } from './controls/wrapper.tsx';
import { errorKey, type FieldPath, fieldAt, useForm } from './form-context.ts';
import classes from './SchemaForm.module.css';

const Field = (props: FieldTemplateProps) => {
  const { children, schema, registry, hidden } = props;
  if (hidden) return null;
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) return <>{children}</>;
  const Wrap = getTemplate('WrapIfAdditionalTemplate', registry);
  return <Wrap {...props}>{children}</Wrap>;
};

/** A value under a name the person chooses, where a schema is open for more. */
const NamedValue = (props: WrapIfAdditionalTemplateProps) => {
  const { disabled } = useForm();
  return (
    <div className={classes.item}>
      <TextInput
        key={props.label}
        label="Name"
        defaultValue={props.label}
        disabled={disabled}
        onBlur={props.onKeyRenameBlur}
        className={classes.itemName}
      />
      <div className={classes.itemBody}>{props.children}</div>
      <div className={classes.itemButtons}>
        <ActionIcon aria-label="Remove" title="Remove" disabled={disabled} onClick={props.onRemoveProperty}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
};

interface GroupProps {
  readonly path: FieldPath;
  readonly legend: string;
  readonly description?: unknown;
  readonly children: ReactNode;
}

const Group = ({ path, legend, description, children }: GroupProps) => {
  const form = useForm();
  const id = useId();
  const error = form.errors.get(errorKey(form.fields, path));
  const field = fieldAt(form.fields, path);
  return (
    <fieldset
      className={classes.group}
      data-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : id}
    >
      <legend className={classes.label} data-needed={field?.required || undefined}>
        {labelText(field?.label ?? legend)}
      </legend>
      {typeof description === 'string' && description !== '' ? (
        <div className={classes.description}>
          <ServerText text={description} />
        </div>
      ) : null}
      <div className={classes.fields}>{children}</div>
      {error === undefined ? null : (
        <p id={id} className={classes.groupError}>
          {error}
        </p>
      )}
    </fieldset>
  );
};

const ObjectFields = (props: ObjectFieldTemplateProps) => {
  const { fieldPathId, properties, title, description, schema, onAddProperty, optionalDataControl } = props;
  const { disabled } = useForm();
  const content = properties.filter((each) => !each.hidden).map((each) => each.content);
  if (fieldPathId.path.length === 0) return <div className={classes.fields}>{content}</div>;
  const open = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  return (
    <Group path={fieldPathId.path} legend={title || 'Values'} description={description}>
      {optionalDataControl}
      {content}
      {open ? (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.add}
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={disabled}
          onClick={onAddProperty}
        >
          Add value
        </Button>
      ) : null}
    </Group>
  );
};

const ArrayFields = (props: ArrayFieldTemplateProps) => {
  const { disabled } = useForm();
  return (
    <Group
      path={props.fieldPathId.path}
      legend={props.title || 'List'}
      description={props.schema.description}
    >
      {props.optionalDataControl}
      {props.items}
      {props.canAdd ? (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.add}
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={disabled}
          onClick={props.onAddClick}
        >
          Add item
        </Button>
      ) : null}
    </Group>
  );
};

const ArrayItem = (props: ArrayFieldItemTemplateProps) => {
  const { buttonsProps, hasToolbar, registry, children } = props;
  const Buttons = getTemplate('ArrayFieldItemButtonsTemplate', registry);
  return (
    <div className={classes.item}>
      <div className={classes.itemBody}>{children}</div>
      {hasToolbar ? (
        <div className={classes.itemButtons}>
          <Buttons {...buttonsProps} />
        </div>
      ) : null}
    </div>
  );
};

const OneOf = ({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) => (
  <div className={classes.oneOf}>
    {selector}
    {optionSchemaField}
  </div>
);

const IconOnly = ({
  label,
  icon,
  onClick,
  disabled,
  id,
}: IconButtonProps & { label: string; icon: ReactNode }) => {
  const form = useForm();
  return (
    <ActionIcon
      id={id}
      aria-label={label}
      title={label}
      disabled={disabled || form.disabled}
      onClick={onClick as PolymorphicComponentProps<'button'>['onClick']}
    >
      {icon}
    </ActionIcon>
  );
};
const MoveUp = (props: IconButtonProps) => (
  <IconOnly {...props} label="Move up" icon={<IconArrowUp size={16} aria-hidden />} />
);
const MoveDown = (props: IconButtonProps) => (
  <IconOnly {...props} label="Move down" icon={<IconArrowDown size={16} aria-hidden />} />
);
const Copy = (props: IconButtonProps) => (
  <IconOnly {...props} label="Copy item" icon={<IconCopy size={16} aria-hidden />} />
);
const Remove = (props: IconButtonProps) => (
  <IconOnly {...props} label="Remove" icon={<IconTrash size={16} aria-hidden />} />
);

const Nothing = () => null;

const defaultButtons = getDefaultRegistry().templates.ButtonTemplates;

export const templates: Partial<TemplatesType> = {
  FieldTemplate: Field,
  ObjectFieldTemplate: ObjectFields,
  ArrayFieldTemplate: ArrayFields,
  ArrayFieldItemTemplate: ArrayItem,
  MultiSchemaFieldTemplate: OneOf,
  WrapIfAdditionalTemplate: NamedValue,
  // Labels, descriptions and errors belong to the controls, which tie them to their inputs.
  DescriptionFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  ErrorListTemplate: Nothing,
  ButtonTemplates: {
    ...defaultButtons,
    MoveUpButton: MoveUp,
    MoveDownButton: MoveDown,
    CopyButton: Copy,
    RemoveButton: Remove,
  } as TemplatesType['ButtonTemplates'],
};

/** RJSF's only widget left in use: which of several schemas a value follows. */
export const VariantSelect = ({ id, value, onChange, options, label }: WidgetProps) => {
  const { disabled } = useForm();
  return (
    <NativeSelect
      id={id}
      label={`${labelText(label)}: kind`}
      disabled={disabled}
      value={String(value ?? '')}
      data={(options.enumOptions ?? []).map((option) => ({
        value: String(option.value),
        label: labelText(option.label),
      }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
