import { NativeSelect } from '@mantine/core';
import type { FieldProps } from '@rjsf/utils';
import { type ComponentType, useId, useMemo, useState } from 'react';
import { isObject, type JsonObject } from '../../../shared/json.ts';
import {
  alternativeErrors,
  alternativeFor,
  mayFollow,
  startOf,
  typeWords,
} from '../../../shared/schema-form/alternatives.ts';
import { alternativesOf, LABEL } from '../../../shared/schema-form/shape.ts';
import { labelText, wrapperProps } from './controls/wrapper.tsx';
import { nestedLabel } from './describe.ts';
import { errorKey, FormContext, type FormState, fieldAt, useForm } from './form-context.ts';
import classes from './SchemaForm.module.css';

interface Props extends FieldProps {
  /** Draws a value that follows no alternative, as JSON. */
  readonly Whole: ComponentType<FieldProps>;
}

/** A value that may be of several kinds: the person chooses one, and fills in that one. */
export const Alternatives = ({ Whole, ...props }: Props) => {
  const { schema, formData, fieldPathId, onChange, registry, required, uiSchema } = props;
  const form = useForm();
  const id = useId();
  const path = fieldPathId.path;
  const key = errorKey(form.fields, path);
  const variants = useMemo(() => alternativesOf(schema as JsonObject), [schema]);
  const [picked, setPicked] = useState(-1);
  const meant = useMemo(() => alternativeFor(variants, formData ?? undefined), [variants, formData]);
  const nothing = formData === undefined || (formData === null && meant === -1);
  const stays =
    picked !== -1 && (nothing || Number.isNaN(formData) || mayFollow(variants[picked] ?? {}, formData));
  const chosen = stays ? picked : formData === null ? nullAt(variants) : meant;
  const variant = variants[chosen];
  const inside = useInside(form, key, variant, formData);

  const choose = (text: string): void => {
    const next = text === '' ? -1 : Number(text);
    setPicked(next);
    const start = next === -1 ? undefined : startOf(variants[next] ?? {}, formData);
    // An entry under a name of the person's is there even while nothing is in it.
    onChange(start === undefined && uiSchema?.slot ? null : start, path);
  };
  const field = fieldAt(form.fields, path);
  const label = field?.label ?? nestedLabel(schema as JsonObject, path);
  const described = {
    name: key,
    key,
    kind: 'text' as const,
    secret: false,
    label,
    required: field?.required ?? required ?? false,
    ...(typeof schema.description === 'string' ? { description: schema.description } : {}),
  };
  // What stands in a list is asked for by being there.
  const item = typeof path.at(-1) === 'number' || uiSchema?.slot === true;
  const error = variant ? undefined : form.errors.get(key);
  const { SchemaField } = registry.fields;
  return (
    <div className={classes.oneOf} data-invalid={error !== undefined || undefined}>
      <NativeSelect
        {...wrapperProps({ field: item ? { ...described, required: false } : described, error, id })}
        disabled={form.disabled}
        aria-required={described.required || undefined}
        value={variant ? String(chosen) : ''}
        data={[
          // What is required is changed, not taken away.
          ...(described.required && variant
            ? []
            : [
                {
                  value: '',
                  label: variant ? 'Nothing' : nothing ? 'Choose what to enter…' : unlike(formData),
                },
              ]),
          ...variants.map((each, at) => ({ value: String(at), label: nameOf(each) })),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {variant && variant.type !== 'null' && SchemaField ? (
        <FormContext value={inside}>
          <SchemaField
            {...props}
            key={chosen}
            schema={variant}
            uiSchema={{ ...uiSchema, alternative: true }}
            required
          />
        </FormContext>
      ) : null}
      {variant || nothing ? null : <Whole {...props} schema={{ [LABEL]: 'As JSON' }} />}
    </div>
  );
};

const nameOf = (variant: JsonObject): string => {
  const name = variant[LABEL];
  return labelText(typeof name === 'string' ? name : typeWords(variant));
};

const nullAt = (variants: readonly JsonObject[]): number =>
  variants.findIndex((each) => each.type === 'null');

const unlike = (value: unknown): string => (value === null ? 'Nothing (null)' : 'None of these');

/**
 * Inside the chosen alternative it is said what is wrong there. The engine, which does not know what was chosen, may
 * only have said that no alternative fits.
 */
const useInside = (
  form: FormState,
  key: string,
  variant: JsonObject | undefined,
  value: unknown,
): FormState =>
  useMemo(() => {
    const own = form.errors.get(key);
    const inner = [...form.errors.keys()].some((each) => each.startsWith(`${key}.`));
    if (own === undefined || inner || !variant || value === undefined) return form;
    const found = alternativeErrors(variant, value);
    if (found.length === 0 || !(isObject(value) || Array.isArray(value))) return form;
    const errors = new Map(form.errors);
    errors.delete(key);
    for (const { field, message } of found) {
      const at = field === '' ? key : `${key}.${field}`;
      if (!errors.has(at)) errors.set(at, message);
    }
    return { ...form, errors };
  }, [form, key, variant, value]);
