import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { product } from '../../../../src/product.ts';
import { CopyButton } from '../data/copy-button.tsx';
import { when } from '../model/format.ts';
import panelStyles from '../panel/panel.module.css';
import { ServerButton } from '../parts/server-button.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { inProduct } from '../server/requests.ts';
import { useAction } from '../server/use-action.tsx';
import shellStyles from '../shell/shell.module.css';
import { TopBar } from '../shell/top-bar.tsx';
import { ActionForm } from './action-form.tsx';
import type { ProductAction } from './actions.ts';
import styles from './product.module.css';
import type { Key } from './records.ts';
import { useList } from './use-list.ts';

const scopes = ['orders', 'inventory', 'customers', product.automation].flatMap((each) => [
  `${each}:read`,
  `${each}:write`,
]);

/** API keys: made with their scopes, shown once, disabled, enabled and deleted. */
export function Keys({ tabs }: { tabs: ReactNode }) {
  const keys = useList<Key>('/keys');
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<string>();
  const [deleting, setDeleting] = useState<Key>();
  const [isBusy, run] = useAction();
  const make: ProductAction = {
    label: 'Make a key',
    fields: [
      { name: 'name', label: 'Name', kind: 'text', isRequired: true },
      {
        name: 'scopes',
        label: 'Permissions',
        kind: 'scopes',
        initial: scopes,
        options: scopes.map((value) => ({ value, label: value })),
      },
    ],
    send: async ({ name, scopes: chosen }) => {
      const { data, action } = await inProduct<Key & { value: string }>('POST', '/keys', {
        name,
        scopes: chosen,
      });
      setShown(data.value);
      return { says: `Key “${data.name}” made`, action };
    },
  };
  return (
    <>
      <TopBar title="Product" status={tabs}>
        <ServerButton onClick={() => setMaking(true)}>Make a key</ServerButton>
      </TopBar>
      <main className={shellStyles.scroll} aria-label="API keys">
        <div className={shellStyles.wide}>
          {shown && (
            <div className={panelStyles.note} data-tone="ok" style={{ marginBottom: 16 }}>
              <b>Copy the key now; it is not shown again.</b>
              <Group gap="xs">
                <code>{shown}</code>
                <CopyButton text={shown} label="Copy" />
                <Button size="compact-xs" variant="default" onClick={() => setShown(undefined)}>
                  Hide the key
                </Button>
              </Group>
            </div>
          )}
          <div className={styles.frame}>
            <table className={styles.table}>
              <thead>
                <tr>
                  {['Name', 'Status', 'Permissions', 'Last used', ''].map((name) => (
                    <th key={name} scope="col">
                      {name || <span className="unseen">Actions</span>}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {keys.map((key) => (
                  <tr key={key.id}>
                    <td data-label="Name">{key.name}</td>
                    <td data-label="Status">
                      <Chip tone={key.status === 'Active' ? 'ok' : 'plain'}>{key.status}</Chip>
                    </td>
                    <td data-label="Permissions">
                      {key.scopes.length === scopes.length ? 'All' : key.scopes.join(', ')}
                    </td>
                    <td data-label="Last used">{key.last_used_at ? when(key.last_used_at) : 'Never'}</td>
                    <td data-label="">
                      <Group gap="xs" wrap="nowrap" justify="flex-end">
                        <ServerButton
                          size="compact-sm"
                          variant="default"
                          disabled={isBusy || key.status === 'Expired'}
                          onClick={() =>
                            run(() =>
                              inProduct('PATCH', `/keys/${key.id}`, { enabled: key.status !== 'Active' }),
                            )
                          }
                        >
                          {key.status === 'Active' ? 'Disable' : 'Enable'}
                        </ServerButton>
                        <ServerButton size="compact-sm" variant="default" onClick={() => setDeleting(key)}>
                          Delete
                        </ServerButton>
                      </Group>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      </main>
      <Modal opened={isMaking} onClose={() => setMaking(false)} title={make.label}>
        <ActionForm action={make} onDone={() => setMaking(false)} />
      </Modal>
      <Modal
        opened={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={`Delete the key “${deleting?.name}”?`}
      >
        <Stack>
          <p>Whatever uses it loses its access at once, and a deleted key cannot be brought back.</p>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setDeleting(undefined)}>
              Leave it
            </Button>
            <ServerButton
              loading={isBusy}
              onClick={async () => {
                if (await run(() => inProduct('DELETE', `/keys/${deleting?.id}`))) setDeleting(undefined);
              }}
            >
              Delete the key
            </ServerButton>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
