import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { tell } from './tell.ts';

/** Says what was done, and offers to take it back. */
export function undoable(says: string, undo: () => void): void {
  const id = tell({
    autoClose: 12_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{says}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            undo();
            notifications.hide(id);
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
