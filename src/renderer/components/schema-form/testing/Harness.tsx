import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import {
  clean,
  type Dialect,
  type FieldError,
  initialValues,
  readSchema,
  type Values,
  validate,
} from '../../../../shared/schema-form/index.ts';
import { SchemaForm } from '../SchemaForm.tsx';

const NONE: readonly FieldError[] = [];

/** What stands around all forms of a test: one for all, and without the style sheet, which costs more than the forms. */
export const Stage = ({ children }: { readonly children?: ReactNode }) => (
  <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
    {children}
  </MantineProvider>
);

/** The form as a question holds it: values above it, a check when someone submits. */
export const Harness = ({
  schema,
  dialect = 'elicitation',
  start,
  onSubmit,
  onValues,
}: {
  readonly schema: object;
  readonly dialect?: Dialect;
  /** What the form holds at first, instead of the defaults. */
  readonly start?: Values;
  readonly onSubmit: (answer: Values) => void;
  readonly onValues: (values: Values) => void;
}) => {
  const [model] = useState(() => readSchema(schema, { dialect }));
  const [values, setValues] = useState(() => start ?? initialValues(model));
  const [errors, setErrors] = useState(NONE);
  useEffect(() => onValues(values), [values, onValues]);
  return (
    <>
      <SchemaForm
        schema={schema}
        dialect={dialect}
        values={values}
        onChange={setValues}
        errors={errors}
        idPrefix="q"
      />
      <button
        type="button"
        onClick={() => {
          const found = validate(model, values);
          setErrors(found);
          if (found.length === 0) onSubmit(clean(model, values));
        }}
      >
        Submit
      </button>
    </>
  );
};
