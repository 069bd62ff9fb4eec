import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import classes from './SchemaForm.module.css';

/** Puts one more entry at the end of a list or group. */
export const AddButton = ({
  label,
  disabled,
  onAdd,
}: {
  label: string;
  disabled: boolean;
  onAdd: () => void;
}) => (
  <Button
    variant="default"
    size="compact-sm"
    className={classes.add}
    leftSection={<IconPlus size={14} aria-hidden />}
    disabled={disabled}
    onClick={onAdd}
  >
    {label}
  </Button>
);
