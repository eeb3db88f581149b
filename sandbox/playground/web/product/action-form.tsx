import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import styles from '../panel/panel.module.css';
import { ServerButton } from '../parts/server-button.tsx';
import { sentenceOf } from '../server/requests.ts';
import { ActionField } from './action-field.tsx';
import type { FormValues, ProductAction } from './actions.ts';
import { tellAction } from './tell-action.tsx';

/** A form of the product; what it refuses stands in the form, which stays as it was filled. */
export function ActionForm({ action, onDone }: { action: ProductAction; onDone: () => void }) {
  const [values, setValues] = useState<FormValues>(() =>
    Object.fromEntries(action.fields.map(({ name, initial }) => [name, initial])),
  );
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const told = await action.send(values);
      tellAction(told.says, told.action);
      onDone();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack gap="md">
        {action.fields.map((field) => (
          <ActionField
            key={field.name}
            field={field}
            value={values[field.name]}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        {problem && (
          <p className={styles.note} data-tone="bad" role="alert">
            {problem}
          </p>
        )}
        <Group justify="flex-end">
          <ServerButton type="submit" loading={isBusy}>
            {action.label}
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}
