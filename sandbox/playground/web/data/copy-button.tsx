import { Button, CopyButton as Copying } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Copies a text, and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <Copying value={text}>
      {({ copied, copy }) => (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          c="dimmed"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={copy}
        >
          {copied ? 'Copied' : label}
        </Button>
      )}
    </Copying>
  );
}
