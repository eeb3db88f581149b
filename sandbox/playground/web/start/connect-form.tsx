import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionRecord } from '../../protocol.ts';
import { HelpText } from '../fields/help-text.tsx';
import styles from '../panel/panel.module.css';
import { ServerButton } from '../parts/server-button.tsx';
import { ask, sentenceOf } from '../server/requests.ts';
import { usePlayground } from '../server/use-state.ts';

type Props = {
  /** The account that is no longer accepted, to be connected again. */
  expired?: ConnectionRecord | undefined;
  onConnected: (connection: ConnectionRecord) => void;
};

/** Connects an account with the form that the app describes; the sandbox's own key is one click away. */
export function ConnectForm({ expired, onConnected }: Props) {
  const { app } = usePlayground();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const fields = app.definition.authentication?.fields ?? [];
  const secret = fields.find(({ type }) => type === 'password')?.key;
  const [values, setValues] = useState<Record<string, string>>({});
  const connect = async (authData: Record<string, string>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const path = expired ? `/connections/${expired.id}` : '/connections';
      onConnected(await ask<ConnectionRecord>(expired ? 'PUT' : 'POST', path, { authData }));
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      aria-label={`Connect ${app.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void connect(values);
      }}
    >
      <Stack gap="sm">
        {expired?.expired && (
          <p className={styles.note} data-tone="wait" role="alert">
            {expired.expired}
          </p>
        )}
        {secret && (
          <ServerButton
            variant="default"
            loading={isBusy}
            onClick={() => connect({ ...values, [secret]: app.readyKey })}
          >
            Use the sandbox’s key
          </ServerButton>
        )}
        {fields.map(({ key, label = key, type, required = false, helpText }) => {
          const shared = {
            label,
            required,
            description: helpText && <HelpText text={helpText} />,
            value: values[key] ?? '',
            onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) =>
              setValues({ ...values, [key]: currentTarget.value }),
          };
          return type === 'password' ? (
            <PasswordInput
              key={key}
              {...shared}
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': `Show or hide ${label}` }}
            />
          ) : (
            <TextInput key={key} {...shared} />
          );
        })}
        {problem && (
          <p className={styles.note} data-tone="bad" role="alert">
            {problem}
          </p>
        )}
        <Button type="submit" loading={isBusy}>
          Connect
        </Button>
      </Stack>
    </form>
  );
}
