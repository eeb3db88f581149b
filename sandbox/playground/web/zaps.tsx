import { Badge, Button, Card, Group, NumberInput, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ZapFile } from '../../zaps/zap-file.ts';
import type { AppInfo, KeptZap, PlaygroundState } from '../protocol.ts';
import { tell } from './api.ts';
import { Problem, useAction } from './common.tsx';
import { Connect } from './connect.tsx';
import { type Draft, draftOf, Editor, newDraft } from './editor.tsx';
import { forget, remembered } from './kept.ts';

/** The Zaps, and the one that is being built. */
export function Zaps({ runner }: { runner: PlaygroundState }) {
  const { app } = runner;
  const [draft, setDraft] = useState<Draft>();
  if (draft) return <Editor runner={runner} start={draft} onDone={() => setDraft(undefined)} />;
  // Those that are in the list already need not be offered.
  const earlier = remembered().filter(({ title }) => !runner.zaps.some((zap) => zap.title === title));
  return (
    <Stack mt="md">
      <Group justify="space-between" align="flex-end">
        <Group align="flex-end">
          <Button onClick={() => setDraft(newDraft())}>New Zap</Button>
          <Select
            aria-label="Start from a template"
            placeholder="Start from a template"
            searchable
            w={{ base: '100%', sm: 360 }}
            value={null}
            data={[
              { group: 'Kept in this browser', items: titles(earlier, 'kept') },
              { group: 'Templates', items: titles(app.templates, 'template') },
            ]}
            onChange={(chosen) => {
              const [kind, index] = chosen?.split(' ') ?? [];
              const file = (kind === 'kept' ? earlier : app.templates)[Number(index)];
              if (file) setDraft(draftOf(file));
            }}
          />
        </Group>
        <Polling everySeconds={runner.everySeconds} />
      </Group>
      {runner.connections
        .filter(({ expired }) => expired)
        .map((connection) => (
          <Connect key={connection.id} app={app} connections={[connection]} chosen={connection} />
        ))}
      <Title order={2} size="h4">
        Your Zaps
      </Title>
      {runner.zaps.length === 0 && <Text c="dimmed">None yet. Build one, or start from a template.</Text>}
      {runner.zaps.map((zap) => (
        <ZapCard key={zap.id} app={app} zap={zap} onEdit={() => setDraft(draftOf(zap.file, zap))} />
      ))}
    </Stack>
  );
}

const titles = (files: readonly ZapFile[], kind: string) =>
  files.map(({ title }, index) => ({ value: `${kind} ${index}`, label: title }));

/** What is typed counts once it is complete: when the field is left, or with Enter. */
function Polling({ everySeconds }: { everySeconds: number | null }) {
  const [typed, setTyped] = useState<number | string>(everySeconds ?? '');
  const [, run] = useAction();
  const set = async () => {
    const next = typed === '' ? null : Number(typed);
    if (next === everySeconds) return;
    if (!(await run(() => tell('PUT', '/polling', { everySeconds: next })))) setTyped(everySeconds ?? '');
  };
  return (
    <NumberInput
      label="Poll every … seconds"
      description="Empty: only by hand"
      min={1}
      max={3600}
      w={200}
      value={typed}
      onChange={setTyped}
      onBlur={set}
      onKeyDown={({ key }) => key === 'Enter' && set()}
    />
  );
}

function ZapCard({ app, zap, onEdit }: { app: AppInfo; zap: KeptZap; onEdit: () => void }) {
  const [busy, run] = useAction();
  const { trigger } = zap.file;
  const type = trigger.kind === 'step' ? app.definition.triggers[trigger.step]?.operation.type : 'other app';
  const post = (path: string) => run(() => tell('POST', `/zaps/${zap.id}/${path}`));
  return (
    <Card withBorder component="article" aria-label={zap.title}>
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 240px' }}>
          <Group gap="xs">
            <Text fw={600}>{zap.title}</Text>
            <Badge color={zap.isOn ? 'teal' : 'gray'} variant="dot">
              {zap.isOn ? 'On' : 'Off'}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {zap.description}
          </Text>
        </div>
        <Group gap="xs">
          {zap.isOn && type !== 'hook' && (
            <Button size="xs" variant="default" disabled={busy} onClick={() => post('start')}>
              {type === 'polling' ? 'Poll now' : 'Let it happen'}
            </Button>
          )}
          <Button size="xs" loading={busy} onClick={() => post(zap.isOn ? 'off' : 'on')}>
            {zap.isOn ? 'Turn off' : 'Turn on'}
          </Button>
          <Button size="xs" variant="default" disabled={zap.isOn} onClick={onEdit}>
            Edit
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={busy}
            aria-label={`Delete ${zap.title}`}
            onClick={() =>
              run(async () => {
                await tell('DELETE', `/zaps/${zap.id}`);
                forget(zap.title);
              })
            }
          >
            Delete
          </Button>
        </Group>
      </Group>
      <Problem message={zap.problem} />
    </Card>
  );
}
