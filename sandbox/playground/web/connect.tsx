import { Button, Card, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AppInfo, ConnectionRecord } from '../protocol.ts';
import { tell } from './api.ts';
import { Problem } from './common.tsx';
import { help } from './fields.tsx';

type ConnectProps = {
  app: AppInfo;
  connections: ConnectionRecord[];
  chosen: ConnectionRecord | undefined;
  onChoose?: (id: string) => void;
};

/** Chooses an account, or connects one with the form that the app describes. */
export function Connect({ app, connections, chosen, onChoose }: ConnectProps) {
  const [adding, setAdding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = app.definition.authentication?.fields ?? [];
  const isForm = adding || !chosen || chosen.expired !== null;
  const connect = async (authData: Record<string, string>) => {
    setBusy(true);
    setProblem(null);
    try {
      const path = chosen?.expired ? `/connections/${chosen.id}` : '/connections';
      const made = await tell<ConnectionRecord>(chosen?.expired ? 'PUT' : 'POST', path, { authData });
      onChoose?.(made.id);
      setAdding(false);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card withBorder component="section" aria-label="Account">
      <Stack>
        <Text fw={600}>Account</Text>
        <Problem message={chosen?.expired ?? null} />
        {chosen && (
          <Group align="flex-end">
            <Select
              label="Connected account"
              data={connections.map(({ id, label }) => ({ value: id, label }))}
              value={chosen.id}
              allowDeselect={false}
              onChange={(id) => id && onChoose?.(id)}
              style={{ flex: 1 }}
            />
            {!isForm && (
              <Button variant="default" onClick={() => setAdding(true)}>
                Connect another
              </Button>
            )}
          </Group>
        )}
        {isForm && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const values = new FormData(event.currentTarget);
              connect(Object.fromEntries(fields.map(({ key }) => [key, String(values.get(key) ?? '')])));
            }}
          >
            <Stack>
              {fields.map(({ key, label = key, type, required = false, helpText }) => {
                const shared = {
                  name: key,
                  label,
                  required,
                  description: help({ helpText }),
                };
                return type === 'password' ? (
                  <PasswordInput key={key} {...shared} />
                ) : (
                  <TextInput key={key} {...shared} />
                );
              })}
              <Problem message={problem} />
              <Button type="submit" loading={busy}>
                Connect
              </Button>
            </Stack>
          </form>
        )}
      </Stack>
    </Card>
  );
}
