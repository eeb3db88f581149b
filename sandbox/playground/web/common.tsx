import { Alert, Badge, Code, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import type { RunStatus } from '../../zaps/records.ts';

/** Runs what a button does; tells what went wrong. @returns whether it is under way, and what starts it */
export function useAction(): [boolean, (work: () => Promise<unknown>, done?: string) => Promise<boolean>] {
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, done?: string) => {
    setBusy(true);
    try {
      await work();
      if (done) notifications.show({ message: done, color: 'teal' });
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      notifications.show({
        title: 'That did not work',
        message,
        color: 'red',
        autoClose: 10_000,
        styles: { description: { whiteSpace: 'pre-line' } },
      });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return [busy, run];
}

const statusColors: Record<RunStatus, string> = {
  running: 'blue',
  success: 'teal',
  filtered: 'gray',
  halted: 'yellow',
  held: 'orange',
  waiting: 'blue',
  stopped: 'red',
};

export function Status({ of: status }: { of: RunStatus }) {
  return (
    <Badge color={statusColors[status]} variant="dot" tt="capitalize">
      {status}
    </Badge>
  );
}

/** A table that scrolls sideways where the page is narrow. */
export function Rows({ head, children, empty }: { head: string[]; children: ReactNode[]; empty: string }) {
  if (children.length === 0) return <Text c="dimmed">{empty}</Text>;
  return (
    <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table striped verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {head.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A value as it is, readable. */
export function Json({ value, label }: { value: unknown; label: string }) {
  return (
    <section aria-label={label}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Code block tabIndex={0} mah={260} style={{ overflow: 'auto' }}>
        {JSON.stringify(value, undefined, 2)}
      </Code>
    </section>
  );
}

export function Problem({ message }: { message: string | null }) {
  if (!message) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {message}
    </Alert>
  );
}

export const when = (iso: string): string => new Date(iso).toLocaleTimeString();

/** The key of one of several things that have nothing but their place: rows, pairs, the steps of a run. */
export const inPlace = (index: number): string => `in place ${index}`;

/** @returns the name, with a number if it is taken */
export function unused(name: string, taken: ReadonlySet<string | undefined>, separator: string): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}${separator}${count}`;
  return free;
}
