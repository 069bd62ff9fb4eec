import Form from '@rjsf/core';
import type { Experimental_DefaultFormStateBehavior, RJSFSchema } from '@rjsf/utils';
import { memo, useCallback, useMemo } from 'react';
import type { FormField } from '../../../shared/schema-form/index.ts';
import { prune } from './prune.ts';
import { fields as fieldComponents } from './rjsf-fields.tsx';
import { templates } from './rjsf-templates.tsx';
import { validator } from './validator.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Props {
  readonly field: FormField;
  /** Its property in the model's schema. */
  readonly property: Schema | undefined;
  readonly value: unknown;
  readonly idPrefix: string;
  readonly onValue: (field: FormField, value: unknown) => void;
}

/** RJSF fills nothing in: what a form starts with is `initialValues`, seen by the person. */
const NO_DEFAULTS: Experimental_DefaultFormStateBehavior = {
  emptyObjectFields: 'skipDefaults',
  allOf: 'skipDefaults',
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'never',
};

/**
 * One field with all that is nested in it. Each has an RJSF form of its own, which draws the whole of what it has for
 * every key: nothing it could know ties fields together, the engine checks the answer.
 */
export const FieldForm = memo(({ field, property, value, idPrefix, onValue }: Props) => {
  const { key } = field;
  const schema = useMemo<RJSFSchema>(() => {
    return { type: 'object', properties: { [key]: property ?? {} } } as RJSFSchema;
  }, [key, property]);
  const data = useMemo(() => (value === undefined ? {} : { [key]: value }), [key, value]);
  const change = useCallback(
    ({ formData }: { formData?: Schema }) => onValue(field, prune(formData?.[key])),
    [field, key, onValue],
  );
  return (
    <Form
      tagName="div"
      schema={schema}
      formData={data}
      validator={validator}
      idPrefix={idPrefix}
      fields={fieldComponents}
      templates={templates}
      experimental_defaultFormStateBehavior={NO_DEFAULTS}
      noValidate
      noHtml5Validate
      showErrorList={false}
      onChange={change}
    >
      {NO_BUTTON}
    </Form>
  );
});
FieldForm.displayName = 'FieldForm';

/** Instead of RJSF's submit button: only the question's own buttons send. */
const NO_BUTTON = <span hidden />;
