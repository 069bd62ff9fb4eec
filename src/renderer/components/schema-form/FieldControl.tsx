import { memo } from 'react';
import { BooleanControl } from './controls/BooleanControl.tsx';
import { ChoiceControl } from './controls/ChoiceControl.tsx';
import type { ControlProps } from './controls/control.ts';
import { DateControl } from './controls/DateControl.tsx';
import { DateTimeControl } from './controls/DateTimeControl.tsx';
import { JsonControl } from './controls/JsonControl.tsx';
import { MultiChoiceControl } from './controls/MultiChoiceControl.tsx';
import { NumberControl } from './controls/NumberControl.tsx';
import { TextControl } from './controls/TextControl.tsx';

/** The control of a field, by its kind. */
export const FieldControl = memo((props: ControlProps) => {
  const { field } = props;
  switch (field.kind) {
    case 'number':
    case 'integer':
      return <NumberControl {...props} />;
    case 'boolean':
      return <BooleanControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} />;
    case 'multi-choice':
      return <MultiChoiceControl {...props} />;
    case 'json':
    case 'object':
    case 'array':
      return <JsonControl {...props} />;
    default:
      if (field.secret) return <TextControl {...props} />;
      if (field.format === 'date') return <DateControl {...props} />;
      if (field.format === 'date-time') return <DateTimeControl {...props} />;
      return <TextControl {...props} />;
  }
});
FieldControl.displayName = 'FieldControl';
