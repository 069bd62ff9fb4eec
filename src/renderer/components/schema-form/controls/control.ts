import type { FormField } from '../../../../shared/schema-form/index.ts';

/** What every control gets. `value` is form state: undefined when nothing is entered. */
export interface ControlProps {
  readonly id: string;
  readonly field: FormField;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly disabled: boolean;
  /** True inside a nested argument, where form state is the argument itself and must have the right types. */
  readonly nested: boolean;
  readonly onChange: (value: unknown) => void;
}
