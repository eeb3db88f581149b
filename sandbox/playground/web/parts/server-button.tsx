import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useServer } from '../server/events.ts';

/** A button for what only the server can do: while it is away, it says so by being off. */
export function ServerButton({
  disabled,
  ...props
}: ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>) {
  const { isAway } = useServer();
  return <Button disabled={disabled || isAway} {...props} />;
}
