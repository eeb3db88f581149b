import { Modal } from '@mantine/core';
import { useState } from 'react';
import { ServerButton } from '../parts/server-button.tsx';
import { ActionForm } from './action-form.tsx';
import type { ProductAction } from './actions.ts';

type Props = { action: ProductAction; variant?: 'filled' | 'default'; onDone?: () => void };

/** Something that people do in the product: a button, and the form that it opens. */
export function ActionButton({ action, variant = 'filled', onDone }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ServerButton variant={variant} onClick={() => setOpen(true)}>
        {action.label}
      </ServerButton>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={action.label}>
        <ActionForm
          action={action}
          onDone={() => {
            setOpen(false);
            onDone?.();
          }}
        />
      </Modal>
    </>
  );
}
