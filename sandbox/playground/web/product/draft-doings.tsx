import { Group } from '@mantine/core';
import { ServerButton } from '../parts/server-button.tsx';
import { undoable } from '../parts/undoable.tsx';
import { inProduct } from '../server/requests.ts';
import { tellProblem, useAction } from '../server/use-action.tsx';
import type { Order, OrderDraft } from './records.ts';
import { tellAction } from './tell-action.tsx';

/** Submits a draft as an order, or deletes it; a deleted one can be saved again. */
export function DraftDoings({ draft }: { draft: OrderDraft }) {
  const [isBusy, run] = useAction();
  const { id, type, customer, items, notes } = draft;
  const submit = async () => {
    const { data, action } = await inProduct<Order>('POST', `/drafts/${id}/submit`);
    tellAction(`Draft ${id} submitted as ${data.order_number}`, action);
  };
  const remove = async () => {
    await inProduct('DELETE', `/drafts/${id}`);
    const body = {
      type,
      customer: customer && { id: customer.id },
      items: items.map(({ sku, quantity }) => ({ sku, quantity })),
      notes,
    };
    undoable(`Draft ${id} is deleted.`, () => {
      inProduct('POST', '/drafts', body).catch(tellProblem);
    });
  };
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <ServerButton size="compact-sm" variant="default" disabled={isBusy} onClick={() => run(submit)}>
        Submit
      </ServerButton>
      <ServerButton
        size="compact-sm"
        variant="default"
        disabled={isBusy}
        aria-label={`Delete draft ${id}`}
        onClick={() => run(remove)}
      >
        Delete
      </ServerButton>
    </Group>
  );
}
