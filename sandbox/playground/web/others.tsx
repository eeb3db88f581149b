// What a Zap has besides this app: other apps' triggers and steps, which only stand in, and filters.
import { Text } from '@mantine/core';
import type { Field } from '../../zaps/definition.ts';
import type { Condition, ZapStep, ZapTrigger } from '../../zaps/zap-file.ts';
import { Json } from './common.tsx';
import { Fields, type Values } from './fields.tsx';
import type { Source } from './mapping.tsx';

type StandInTrigger = Extract<ZapTrigger, { kind: 'app' }>;
type StandInStep = Extract<ZapStep, { kind: 'app' }>;
type FilterStep = Extract<ZapStep, { kind: 'filter' }>;

export const newStandInTrigger: StandInTrigger = {
  kind: 'app',
  app: 'Another App',
  does: 'New Record',
  gives: { id: '1' },
};

export const newStandIn: Omit<StandInStep, 'id'> = {
  kind: 'app',
  app: 'Another App',
  does: 'Create Record',
  input: {},
  gives: {},
};

const anyCondition: Condition = { value: '', condition: 'exactly_matches', to: '' };

export const newFilter: Omit<FilterStep, 'id'> = { kind: 'filter', filter: [anyCondition] };

const names: Field[] = [
  { key: 'app', label: 'App', required: true },
  { key: 'does', label: 'What It Does', required: true },
];

const gives: Field = {
  key: 'gives',
  label: 'What It Gives',
  dict: true,
  helpText: 'For later steps to map.',
};

const input: Field = { key: 'input', label: 'What It Is Given', dict: true };

const conditionLabels: Record<Condition['condition'], string> = {
  exactly_matches: 'Exactly matches',
  does_not_exactly_match: 'Does not exactly match',
  contains: 'Contains',
  does_not_contain: 'Does not contain',
  greater_than: 'Is greater than',
  less_than: 'Is less than',
  exists: 'Exists',
  does_not_exist: 'Does not exist',
};

const conditions: Field = {
  key: 'filter',
  label: 'All of these have to hold',
  children: [
    { key: 'value', label: 'Value', required: true },
    { key: 'condition', label: 'Condition', required: true, choices: conditionLabels },
    { key: 'to', label: 'Compared With' },
  ],
};

const isCondition = (name: unknown): name is Condition['condition'] =>
  typeof name === 'string' && name in conditionLabels;

const asText = (value: unknown): string => (value === undefined ? '' : String(value));

/** Pairs as they are filled in; other apps are given and give what stands in a text. */
function asPairs(value: unknown): Record<string, string> {
  const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(pairs.map(([name, each]) => [name, asText(each)]));
}

/** Pairs can hold no rows; what a template gives may have some. */
const isFlat = (value: object): boolean => Object.values(value).every((each) => typeof each !== 'object');

type TriggerProps = {
  trigger: StandInTrigger;
  connectionId: string;
  onChange: (trigger: StandInTrigger) => void;
};

export function StandInTriggerForm({ trigger, connectionId, onChange }: TriggerProps) {
  const flat = !Array.isArray(trigger.gives) && isFlat(trigger.gives);
  return (
    <>
      <Text size="sm">It only stands in: it gives what is filled in here when you let it happen.</Text>
      <Fields
        fields={flat ? [...names, gives] : names}
        values={trigger}
        sources={[]}
        connectionId={connectionId}
        onChange={(values) =>
          onChange({
            kind: 'app',
            app: asText(values['app']),
            does: asText(values['does']),
            gives: flat ? asPairs(values['gives']) : trigger.gives,
          })
        }
      />
      {!flat && <Json label="What it gives" value={trigger.gives} />}
    </>
  );
}

type StepProps<Step> = {
  step: Step;
  sources: readonly Source[];
  connectionId: string;
  onChange: (step: Step) => void;
};

export function StandInForm({ step, onChange, ...context }: StepProps<StandInStep>) {
  const change = (values: Values) =>
    onChange({
      ...step,
      app: asText(values['app']),
      does: asText(values['does']),
      input: asPairs(values['input']),
      gives: asPairs(values['gives']),
    });
  return (
    <>
      <Text size="sm">It only stands in: the history shows what it would have been given.</Text>
      <Fields fields={names} values={step} {...context} sources={[]} onChange={change} />
      <Fields fields={[input, gives]} values={step} {...context} onChange={change} />
    </>
  );
}

export function FilterForm({ step, onChange, ...context }: StepProps<FilterStep>) {
  return (
    <Fields
      fields={[conditions]}
      values={step}
      {...context}
      onChange={({ filter }) => {
        const rows = [filter].flat().filter((row): row is Values => typeof row === 'object' && row !== null);
        const changed = rows.map(({ value, condition, to }) => ({
          value: asText(value),
          condition: isCondition(condition) ? condition : anyCondition.condition,
          to: asText(to),
        }));
        onChange({ ...step, filter: changed.length > 0 ? changed : [anyCondition] });
      }}
    />
  );
}
