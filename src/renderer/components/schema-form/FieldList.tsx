import type { CleanSchema, FormField } from '../../../shared/schema-form/index.ts';
import { FieldForm } from './FieldForm.tsx';
import classes from './SchemaForm.module.css';
import { useGrowing } from './use-growing.ts';

interface Props {
  readonly fields: readonly FormField[];
  readonly properties: CleanSchema['properties'];
  readonly values: Readonly<Record<string, unknown>>;
  readonly idPrefix: string;
  /** Someone looks for one of them: none may be missing. */
  readonly all: boolean;
  readonly onValue: (field: FormField, value: unknown) => void;
}

/** The fields of one page, one below the other. */
export const FieldList = ({ fields, properties, values, idPrefix, all, onValue }: Props) => {
  const count = useGrowing(fields.length, all);
  return (
    <div className={classes.fields} aria-busy={count < fields.length || undefined}>
      {fields.slice(0, count).map((field) => (
        <FieldForm
          key={field.key}
          field={field}
          property={properties[field.key]}
          value={Object.hasOwn(values, field.key) ? values[field.key] : undefined}
          idPrefix={idPrefix}
          onValue={onValue}
        />
      ))}
    </div>
  );
};
