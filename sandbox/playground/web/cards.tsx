// The trigger and the steps of a Zap that is being built.
import { Badge, Button, Card, Group, Select, Stack, Switch, Text } from '@mantine/core';
import type { StepDefinition } from '../../zaps/definition.ts';
import type { StepRecord } from '../../zaps/records.ts';
import type { ZapStep, ZapTrigger } from '../../zaps/zap-file.ts';
import type { AppInfo } from '../protocol.ts';
import { unused } from './common.tsx';
import { defaultsOf, Fields, type Values } from './fields.tsx';
import { Step } from './history.tsx';
import type { Source } from './mapping.tsx';
import {
  FilterForm,
  newFilter,
  newStandIn,
  newStandInTrigger,
  StandInForm,
  StandInTriggerForm,
} from './others.tsx';

export function triggerTitle({ definition }: AppInfo, trigger: ZapTrigger | undefined): string {
  return trigger?.kind === 'step' ? labelOf(definition.triggers, trigger.step) : (trigger?.does ?? 'Trigger');
}

function labelOf(steps: Record<string, StepDefinition>, key: string): string {
  return steps[key]?.display.label ?? key;
}

export function stepTitle({ definition }: AppInfo, step: ZapStep): string {
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

/** An id for a new step, made of its key. */
const newId = (steps: readonly ZapStep[], key: string): string =>
  unused(key, new Set(steps.map(({ id }) => id)), '_');

const visible = (steps: Record<string, StepDefinition>) =>
  Object.values(steps)
    .filter(({ display }) => !display.hidden)
    .map(({ key, display }) => ({ value: key, label: display.label }));

/** Among the keys of triggers; no key has a space. */
const anotherApp = 'another app';

type TriggerProps = {
  app: AppInfo;
  trigger: ZapTrigger | undefined;
  connectionId: string;
  onChange: (trigger: ZapTrigger) => void;
  children: React.ReactNode;
};

export function TriggerCard({ app, trigger, connectionId, onChange, children }: TriggerProps) {
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
        <Select
          label="What starts the Zap"
          searchable
          data={[...visible(triggers), { value: anotherApp, label: 'Another app' }]}
          value={trigger?.kind === 'app' ? anotherApp : (trigger?.step ?? null)}
          allowDeselect={false}
          onChange={(step) => {
            const chosen = step ? triggers[step] : undefined;
            if (step === anotherApp) onChange(newStandInTrigger);
            else if (step && chosen) onChange({ kind: 'step', step, input: json(defaultsOf(plain(chosen))) });
          }}
        />
        {trigger?.kind === 'app' && (
          <StandInTriggerForm trigger={trigger} connectionId={connectionId} onChange={onChange} />
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

/** What a form has before anything is filled in: the definition's defaults. */
const begun = (definition: StepDefinition | undefined): Json =>
  definition ? json(defaultsOf(plain(definition))) : {};

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

export function StepCard({ app, step, number, onChange, onRemove, children, ...context }: StepProps) {
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
        {step.kind === 'app' && <StandInForm step={step} {...context} onChange={onChange} />}
        {step.kind === 'filter' && <FilterForm step={step} {...context} onChange={onChange} />}
        {step.kind === 'search' && !step.or_create && (
          <Switch
            label="Go on if nothing is found"
            description="Otherwise the run is halted here."
            checked={step.if_nothing_found === 'continue'}
            onChange={({ currentTarget }) =>
              onChange({ ...step, if_nothing_found: currentTarget.checked ? 'continue' : 'halt' })
            }
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

export function AddStep({ app: { definition }, steps, onAdd }: AddProps) {
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
        {
          group: 'Others',
          items: [
            { value: 'filter', label: 'Filter' },
            { value: 'app', label: 'Another app' },
          ],
        },
      ]}
      onChange={(chosen) => {
        const [kind, key = ''] = chosen?.split(' ') ?? [];
        const { creates, searches } = definition;
        if (kind === 'action') {
          onAdd({ kind, id: newId(steps, key), action: key, input: begun(creates[key]) });
        } else if (kind === 'search') {
          const input = begun(searches[key]);
          onAdd({ kind, id: newId(steps, key), search: key, input, if_nothing_found: 'halt' });
        } else if (kind === 'filter') onAdd({ ...newFilter, id: newId(steps, kind) });
        else if (kind === 'app') onAdd({ ...newStandIn, id: newId(steps, 'other') });
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

export function Tested({ record, busy, label, disabled = false, onTest }: TestedProps) {
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
