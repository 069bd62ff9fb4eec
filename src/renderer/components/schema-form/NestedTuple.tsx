import type { FieldProps } from '@rjsf/utils';
import { toFieldPathId } from '@rjsf/utils';
import { isObject, type JsonObject, own } from '../../../shared/json.ts';
import { AddButton } from './AddButton.tsx';
import type { FieldPath } from './form-context.ts';
import { useForm } from './form-context.ts';
import { Group } from './Group.tsx';
import { firstOf } from './NestedObject.tsx';

/** A list whose places each have a schema: they all stand there from the start, and what is empty at its end is left out. */
export const NestedTuple = (props: FieldProps) => {
  const { schema, formData, fieldPathId, onChange, registry } = props;
  const { disabled } = useForm();
  const { path } = fieldPathId;
  const places = own(schema as JsonObject, 'items') as readonly JsonObject[];
  const others = own(schema as JsonObject, 'additionalItems');
  const values: readonly unknown[] = Array.isArray(formData) ? formData : [];
  const { SchemaField } = registry.fields;
  if (!SchemaField) return null;
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
  const most = typeof schema.maxItems === 'number' ? schema.maxItems : Number.POSITIVE_INFINITY;

  const change = (value: unknown, at: FieldPath): void => {
    if (at.length !== path.length + 1) {
      onChange(value, [...at]);
      return;
    }
    const next = Array.from({ length: Math.max(values.length, Number(at.at(-1)) + 1) }, (_, i) => values[i]);
    next[Number(at.at(-1))] = value;
    while (next.length > 0 && isEmpty(next.at(-1), places[next.length - 1])) next.pop();
    onChange(next.length > 0 ? next : undefined, path);
  };
  const count = Math.max(places.length, values.length);
  return (
    <Group {...props} clearable={Array.isArray(formData)}>
      {Array.from({ length: count }, (_, at) => (
        <SchemaField
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is what it is
          key={at}
          name={String(at)}
          schema={places[at] ?? (isObject(others) ? others : {})}
          uiSchema={{ place: at < places.length }}
          formData={values[at] ?? undefined}
          fieldPathId={toFieldPathId(at, registry.globalFormOptions, fieldPathId)}
          required={at < least}
          onChange={change}
          onBlur={props.onBlur}
          onFocus={props.onFocus}
          registry={registry}
        />
      ))}
      {isObject(others) && count < most ? (
        <AddButton
          label="Add item"
          disabled={disabled}
          onAdd={() =>
            onChange([...Array.from({ length: count }, (_, at) => values[at]), firstOf(others)], path)
          }
        />
      ) : null}
    </Group>
  );
};

/** Nothing stands in a place; a null does only where null is an answer. */
const isEmpty = (value: unknown, place: JsonObject | undefined): boolean =>
  value === undefined ||
  (value === null && place !== undefined && place.nullable !== true && place.type !== 'null');
