import { ActionIcon, type PolymorphicComponentProps } from '@mantine/core';
import { getDefaultRegistry } from '@rjsf/core';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  IconButtonProps,
  TemplatesType,
} from '@rjsf/utils';
import { getTemplate } from '@rjsf/utils';
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AddButton } from './AddButton.tsx';
import { useForm } from './form-context.ts';
import classes from './SchemaForm.module.css';

const ArrayFields = (props: ArrayFieldTemplateProps) => {
  const { disabled } = useForm();
  return (
    <>
      {props.items}
      {props.canAdd ? <AddButton label="Add item" disabled={disabled} onAdd={props.onAddClick} /> : null}
    </>
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

/** Where RJSF has nothing to draw with: never its own words, and never the schema itself. */
const Undrawable = () => (
  <p className={classes.said}>This part cannot be drawn here. The JSON of the whole can say it.</p>
);

const defaultButtons = getDefaultRegistry().templates.ButtonTemplates;

/** What is left to RJSF: the rows of a list. All else is drawn by our own fields. */
export const templates: Partial<TemplatesType> = {
  ArrayFieldTemplate: ArrayFields,
  ArrayFieldItemTemplate: ArrayItem,
  // Labels, descriptions and errors belong to the controls, which tie them to their inputs.
  DescriptionFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  ErrorListTemplate: Nothing,
  UnsupportedFieldTemplate: Undrawable,
  ButtonTemplates: {
    ...defaultButtons,
    MoveUpButton: MoveUp,
    MoveDownButton: MoveDown,
    CopyButton: Copy,
    RemoveButton: Remove,
  } as TemplatesType['ButtonTemplates'],
};
