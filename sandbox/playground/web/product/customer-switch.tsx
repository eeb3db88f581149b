import { ServerButton } from '../parts/server-button.tsx';
import { inProduct } from '../server/requests.ts';
import { useAction } from '../server/use-action.tsx';
import type { Customer } from './records.ts';
import { tellAction } from './tell-action.tsx';

/** Deactivates a customer, or brings it back. */
export function CustomerSwitch({ customer: { id, name, is_active } }: { customer: Customer }) {
  const [isBusy, run] = useAction();
  return (
    <ServerButton
      size="compact-sm"
      variant="default"
      loading={isBusy}
      aria-label={`${is_active ? 'Deactivate' : 'Bring back'} ${name}`}
      onClick={() =>
        run(async () => {
          const { action } = await inProduct('PATCH', `/customers/${id}`, { is_active: !is_active });
          tellAction(`${name} is ${is_active ? 'deactivated' : 'active again'}`, action);
        })
      }
    >
      {is_active ? 'Deactivate' : 'Bring back'}
    </ServerButton>
  );
}
