import {
  Badge,
  Button,
  Card,
  Group,
  PasswordInput,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import type { StepDefinition } from '../../zaps/definition.ts';
import type { StepRecord } from '../../zaps/records.ts';
import type { ZapFile, ZapStep, ZapTrigger } from '../../zaps/zap-file.ts';
import type { ConnectionRecord, KeptZap, PlaygroundState } from '../protocol.ts';
import { type AppInfo, tell } from './api.ts';
import { Problem, useAction } from './common.tsx';
import { Fields, help, type Values } from './fields.tsx';
import { Step } from './history.tsx';
import { remember } from './kept.ts';
import { type Source, sourcesOf } from './mapping.tsx';

/** A Zap as it is being built: a trigger and steps may still be missing. */
export type Draft = {
  id: string | undefined;
  title: string;
  description: string;
  trigger: ZapTrigger | undefined;
  steps: ZapStep[];
  connectionId: string | undefined;
};

export const newDraft = (): Draft => ({
  id: undefined,
  title: '',
  description: '',
  trigger: undefined,
  steps: [],
  connectionId: undefined,
});

export const draftOf = (file: ZapFile, kept?: KeptZap): Draft => ({
  ...file,
  id: kept?.id,
  connectionId: kept?.connectionId,
});

/** The Zap as the runner takes it: what kind a step is shows in its keys. */
function fileOf({ title, description, trigger, steps }: Draft) {
  const plain = ({ kind: _kind, ...rest }: { kind: string }) => rest;
  return {
    title: title.trim() || 'Untitled Zap',
    description: description.trim() || 'Built in the playground.',
    trigger: trigger && plain(trigger),
    steps: steps.map(plain),
  };
}

type EditorProps = { app: AppInfo; runner: PlaygroundState; start: Draft; onDone: () => void };

/** Builds a Zap from the definition, as in Zapier's editor. */
export function Editor({ app, runner, start, onDone }: EditorProps) {
  const [draft, setDraft] = useState(start);
  const [tests, setTests] = useState<Record<string, StepRecord>>({});
  const [busy, run] = useAction();
  const connection =
    runner.connections.find(({ id }) => id === draft.connectionId) ?? runner.connections.at(-1);
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const body = { file: fileOf(draft), connectionId: connection?.id };

  // What each place gave when it was tested, or else the sample of its definition.
  const given = [
    { place: 'trigger', title: triggerTitle(app, draft.trigger), step: draft.trigger },
    ...draft.steps.map((step, index) => ({
      place: nameOf(step, index),
      title: `${index + 1}. ${stepTitle(app, step)}`,
      step,
    })),
  ].map(({ place, title, step }) => {
    const { sample, outputFields } = givesOf(app, step);
    return { place, title, outputFields, output: tests[place]?.output ?? sample };
  });
  const outputs = Object.fromEntries(
    given.flatMap(({ place, output }, index) => [
      [place, output],
      // References may call a step by its number, too.
      ...(index > 0 ? [[String(index), output]] : []),
    ]),
  );
  const sourcesBefore = (index: number): Source[] =>
    given
      .slice(0, index + 1)
      .flatMap(({ place, title, output, outputFields }) => sourcesOf(output, place, title, outputFields));
  const test = (step: 'trigger' | number) =>
    run(async () => {
      const tested = step === 'trigger' ? undefined : draft.steps[step];
      const place = tested && step !== 'trigger' ? nameOf(tested, step) : 'trigger';
      const title = tested ? stepTitle(app, tested) : triggerTitle(app, draft.trigger);
      // Only what comes before a step is tested with it, so steps that are not ready yet do no harm.
      const steps = body.file.steps.slice(0, step === 'trigger' ? 0 : step + 1);
      const file = {
        ...body.file,
        steps: steps.length > 0 ? steps : [{ filter: [{ value: '', condition: 'exists' }] }],
      };
      const record = await tell<StepRecord>('POST', '/test', { ...body, file, step, outputs });
      setTests((before) => ({ ...before, [place]: { ...record, title } }));
    });
  const keep = async () => {
    const kept = await (draft.id
      ? tell<KeptZap>('PUT', `/zaps/${draft.id}`, body)
      : tell<KeptZap>('POST', '/zaps', body));
    remember(kept.file);
    return kept;
  };

  return (
    <Stack mt="md" maw={760} mx="auto">
      <Group justify="space-between">
        <Button variant="subtle" onClick={onDone}>
          ← All Zaps
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={() => download(body.file)}>
            Save as JSON
          </Button>
          <Button
            variant="default"
            disabled={!connection}
            loading={busy}
            onClick={async () => {
              if (await run(keep, 'The Zap is kept.')) onDone();
            }}
          >
            Keep
          </Button>
          <Button
            disabled={!connection}
            loading={busy}
            onClick={async () => {
              const on = async () => {
                const { id } = await keep();
                change({ id });
                await tell('POST', `/zaps/${id}/on`);
              };
              if (await run(on, 'The Zap is on.')) onDone();
            }}
          >
            Turn on
          </Button>
        </Group>
      </Group>
      <Title order={2} size="h4">
        {draft.title || 'New Zap'}
      </Title>
      <TextInput
        label="Title"
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Connect
        app={app}
        connections={runner.connections}
        chosen={connection}
        onChoose={(connectionId) => change({ connectionId })}
      />
      {connection && (
        <>
          <TriggerCard
            app={app}
            draft={draft}
            connectionId={connection.id}
            onChange={(trigger) => {
              change({ trigger });
              // What another trigger gave says nothing about this one.
              if (keyOf(trigger) !== keyOf(draft.trigger)) setTests({});
            }}
          >
            <Tested
              record={tests['trigger']}
              busy={busy}
              label="Test the trigger"
              disabled={!draft.trigger}
              onTest={() => test('trigger')}
            />
          </TriggerCard>
          {draft.steps.map((step, index) => (
            <StepCard
              key={nameOf(step, index)}
              app={app}
              step={step}
              number={index + 1}
              sources={sourcesBefore(index)}
              connectionId={connection.id}
              onChange={(changed) => change({ steps: draft.steps.with(index, changed) })}
              onRemove={() => change({ steps: draft.steps.toSpliced(index, 1) })}
            >
              <Tested
                record={tests[nameOf(step, index)]}
                busy={busy}
                label={`Test step ${index + 1}`}
                onTest={() => test(index)}
              />
            </StepCard>
          ))}
          <AddStep
            app={app}
            steps={draft.steps}
            onAdd={(step) => change({ steps: [...draft.steps, step] })}
          />
        </>
      )}
    </Stack>
  );
}

const keyOf = (trigger: ZapTrigger | undefined) => (trigger?.kind === 'step' ? trigger.step : undefined);

/** How later steps call a step: by its id, which stays when others are removed, else by its number. */
const nameOf = (step: ZapStep, index: number): string => step.id ?? String(index + 1);

/** An id for a new step, made of its key. */
function newId(steps: readonly ZapStep[], key: string): string {
  const taken = new Set(steps.map(({ id }) => id));
  let id = key;
  for (let count = 2; taken.has(id); count += 1) id = `${key}_${count}`;
  return id;
}

/** What a step gives by its definition; what it is to give, if it stands in for another app's. */
function givesOf(
  { definition }: AppInfo,
  step: ZapTrigger | ZapStep | undefined,
): Partial<Pick<StepDefinition['operation'], 'sample' | 'outputFields'>> {
  switch (step?.kind) {
    case 'step':
      return definition.triggers[step.step]?.operation ?? {};
    case 'action':
      return definition.creates[step.action]?.operation ?? {};
    case 'search':
      return definition.searches[step.search]?.operation ?? {};
    case 'app':
      return { sample: Array.isArray(step.gives) ? step.gives[0] : step.gives };
    default:
      return {};
  }
}

function triggerTitle({ definition }: AppInfo, trigger: ZapTrigger | undefined): string {
  return trigger?.kind === 'step' ? labelOf(definition.triggers, trigger.step) : (trigger?.does ?? 'Trigger');
}

function labelOf(steps: Record<string, StepDefinition>, key: string): string {
  return steps[key]?.display.label ?? key;
}

function stepTitle({ definition }: AppInfo, step: ZapStep): string {
  switch (step.kind) {
    case 'action':
      return labelOf(definition.creates, step.action);
    case 'search':
      return labelOf(definition.searches, step.search);
    case 'app':
      return `${step.app}: ${step.does}`;
    case 'filter':
      return 'Only continue if …';
  }
}

function download(file: object): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(
    new Blob([`${JSON.stringify(file, undefined, 2)}\n`], { type: 'application/json' }),
  );
  link.download = 'zap.json';
  link.click();
  URL.revokeObjectURL(link.href);
}

type ConnectProps = {
  app: AppInfo;
  connections: ConnectionRecord[];
  chosen: ConnectionRecord | undefined;
  onChoose: (id: string) => void;
};

/** Chooses an account, or connects one with the form that the app describes. */
function Connect({ app, connections, chosen, onChoose }: ConnectProps) {
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
      onChoose(made.id);
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
              onChange={(id) => id && onChoose(id)}
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

const visible = (steps: Record<string, StepDefinition>) =>
  Object.values(steps)
    .filter(({ display }) => !display.hidden)
    .map(({ key, display }) => ({ value: key, label: display.label }));

type TriggerProps = {
  app: AppInfo;
  draft: Draft;
  connectionId: string;
  onChange: (trigger: ZapTrigger) => void;
  children: React.ReactNode;
};

function TriggerCard({ app, draft: { trigger }, connectionId, onChange, children }: TriggerProps) {
  const { triggers } = app.definition;
  const definition = trigger?.kind === 'step' ? triggers[trigger.step] : undefined;
  return (
    <Card withBorder component="section" aria-label="Trigger">
      <Stack>
        <Group justify="space-between">
          <Text fw={600}>Trigger</Text>
          {definition && (
            <Badge variant="default">{definition.operation.type === 'hook' ? 'Instant' : 'Polling'}</Badge>
          )}
        </Group>
        {trigger?.kind === 'app' ? (
          <Text>
            {trigger.app}: {trigger.does}
          </Text>
        ) : (
          <Select
            label="What starts the Zap"
            searchable
            data={visible(triggers)}
            value={trigger?.step ?? null}
            onChange={(step) => step && onChange({ kind: 'step', step, input: {} })}
          />
        )}
        {definition && <Text size="sm">{definition.display.description}</Text>}
        {definition && trigger?.kind === 'step' && (
          <Fields
            fields={plain(definition)}
            values={trigger.input}
            sources={[]}
            connectionId={connectionId}
            onChange={(input) => onChange({ ...trigger, input: json(input) })}
          />
        )}
        {children}
      </Stack>
    </Card>
  );
}

/** The fields that stand in the definition; those that a function makes cannot be known here. */
const plain = ({ operation }: StepDefinition) =>
  operation.inputFields.filter((field) => typeof field !== 'string');

type Json = Extract<ZapTrigger, { kind: 'step' }>['input'];

/** What is filled in, as it is kept: plain JSON. */
const json = (values: Values): Json => JSON.parse(JSON.stringify(values));

type StepProps = {
  app: AppInfo;
  step: ZapStep;
  number: number;
  sources: Source[];
  connectionId: string;
  onChange: (step: ZapStep) => void;
  onRemove: () => void;
  children: React.ReactNode;
};

function StepCard({ app, step, number, onChange, onRemove, children, ...context }: StepProps) {
  const { creates, searches, searchOrCreates } = app.definition;
  const definition =
    step.kind === 'action'
      ? creates[step.action]
      : step.kind === 'search'
        ? searches[step.search]
        : undefined;
  const pair =
    step.kind === 'search'
      ? Object.values(searchOrCreates).find(({ search }) => search === step.search)
      : undefined;
  const create = pair && creates[pair.create];
  return (
    <Card withBorder component="section" aria-label={`Step ${number}`}>
      <Stack>
        <Group justify="space-between">
          <Text fw={600}>
            {number}. {stepTitle(app, step)}
          </Text>
          <Button size="xs" variant="default" onClick={onRemove}>
            Remove step {number}
          </Button>
        </Group>
        {definition && <Text size="sm">{definition.display.description}</Text>}
        {definition && (step.kind === 'action' || step.kind === 'search') && (
          <Fields
            fields={plain(definition)}
            values={step.input}
            {...context}
            onChange={(input) => onChange({ ...step, input: json(input) })}
          />
        )}
        {step.kind === 'search' && create && (
          <Switch
            label={pair.display.label}
            description="If nothing is found, create it."
            checked={step.or_create !== undefined}
            onChange={({ currentTarget }) => {
              const { or_create: _left, ...search } = step;
              onChange(currentTarget.checked ? { ...search, or_create: step.input } : search);
            }}
          />
        )}
        {step.kind === 'search' && create && step.or_create && (
          <Fields
            fields={plain(create)}
            values={step.or_create}
            {...context}
            onChange={(values) => onChange({ ...step, or_create: json(values) })}
          />
        )}
        {children}
      </Stack>
    </Card>
  );
}

type AddProps = { app: AppInfo; steps: readonly ZapStep[]; onAdd: (step: ZapStep) => void };

function AddStep({ app: { definition }, steps, onAdd }: AddProps) {
  return (
    <Select
      aria-label="Add a step"
      placeholder="Add a step"
      searchable
      value={null}
      data={[
        {
          group: 'Actions',
          items: visible(definition.creates).map((each) => ({ ...each, value: `action ${each.value}` })),
        },
        {
          group: 'Searches',
          items: visible(definition.searches).map((each) => ({ ...each, value: `search ${each.value}` })),
        },
      ]}
      onChange={(chosen) => {
        const [kind, key = ''] = chosen?.split(' ') ?? [];
        if (kind === 'action') onAdd({ kind, id: newId(steps, key), action: key, input: {} });
        if (kind === 'search')
          onAdd({ kind, id: newId(steps, key), search: key, input: {}, if_nothing_found: 'halt' });
      }}
    />
  );
}

type TestedProps = {
  record: StepRecord | undefined;
  busy: boolean;
  label: string;
  disabled?: boolean;
  onTest: () => void;
};

function Tested({ record, busy, label, disabled = false, onTest }: TestedProps) {
  return (
    <>
      <Group>
        <Button variant="default" loading={busy} disabled={disabled} onClick={onTest}>
          {label}
        </Button>
      </Group>
      {record && <Step step={record} />}
    </>
  );
}
