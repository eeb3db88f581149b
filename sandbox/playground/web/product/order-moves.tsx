import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { ServerButton } from '../parts/server-button.tsx';
import { inProduct } from '../server/requests.ts';
import { useAction } from '../server/use-action.tsx';
import type { Order } from './records.ts';
import { tellAction } from './tell-action.tsx';

const next: Partial<Record<Order['status'], Order['status'][]>> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['processing', 'delivered', 'cancelled'],
  processing: ['delivered', 'cancelled'],
};

const words: Record<Order['status'], string> = {
  pending: 'Pending',
  confirmed: 'Confirm',
  processing: 'Start processing',
  delivered: 'Deliver',
  cancelled: 'Cancel',
};

/** Moves an order to where it can go from its status. */
export function OrderMoves({ order: { order_number, status } }: { order: Order }) {
  const [isBusy, run] = useAction();
  const targets = next[status];
  if (!targets) return null;
  const move = (to: Order['status']) =>
    run(async () => {
      const { action } = await inProduct<Order>('POST', '/orders/move', { order_number, status: to });
      tellAction(`${order_number} is ${to}`, action);
    });
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ServerButton
          size="compact-sm"
          variant="default"
          loading={isBusy}
          aria-label={`Move ${order_number}`}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Move
        </ServerButton>
      </Menu.Target>
      <Menu.Dropdown>
        {targets.map((to) => (
          <Menu.Item key={to} onClick={() => move(to)}>
            {words[to]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
