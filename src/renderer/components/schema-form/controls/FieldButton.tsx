import { Button } from '@mantine/core';
import type { MouseEvent } from 'react';
import classes from '../SchemaForm.module.css';

/** A small button of a field that is gone once it was pressed, so the focus moves to the field it belongs to. */
export const FieldButton = ({ label, onPress }: { readonly label: string; readonly onPress: () => void }) => {
  const press = (event: MouseEvent<HTMLElement>): void => {
    event.currentTarget.closest('[data-field]')?.querySelector<HTMLElement>('input')?.focus();
    onPress();
  };
  return (
    <Button variant="subtle" color="gray" size="compact-xs" className={classes.fieldButton} onClick={press}>
      {label}
    </Button>
  );
};
