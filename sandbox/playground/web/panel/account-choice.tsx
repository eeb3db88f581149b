import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { usePlayground } from '../server/use-state.ts';
import { ConnectForm } from '../start/connect-form.tsx';
import styles from './panel.module.css';

type Props = { connectionId: string | null; onChange: (id: string) => void };

/** The account that a Zap uses; another one can be connected here. */
export function AccountChoice({ connectionId, onChange }: Props) {
  const { app, connections } = usePlayground();
  const [isAdding, setAdding] = useState(false);
  const chosen = connections.find(({ id }) => id === connectionId);
  const isForm = isAdding || connections.length === 0 || Boolean(chosen?.expired);
  return (
    <section aria-label="Account" className={styles.list} style={{ gap: 10 }}>
      {connections.length > 0 && (
        <Select
          label={`${app.name} account`}
          data={connections.map(({ id, label }) => ({ value: id, label }))}
          value={chosen?.id ?? null}
          placeholder="Choose an account"
          allowDeselect={false}
          onChange={(id) => id && onChange(id)}
        />
      )}
      {isForm ? (
        <ConnectForm
          expired={chosen?.expired ? chosen : undefined}
          onConnected={({ id }) => {
            onChange(id);
            setAdding(false);
          }}
        />
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'start' }}
          onClick={() => setAdding(true)}
        >
          Connect another account
        </Button>
      )}
    </section>
  );
}
