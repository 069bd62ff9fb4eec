import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { notifyProblem } from '../lib/notify.ts';

/** Copies exactly `text`. */
export const CopyButton = ({ text, label = 'Copy' }: { text: string; label?: string }) => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => notifyProblem('The text could not be copied. Select it and copy it with the keyboard.'),
    );
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      onClick={copy}
    >
      {copied ? 'Copied' : label}
    </Button>
  );
};
