import { ActionIcon, Button, Select } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { DraftStep } from '../../protocol.ts';
import { MappedText } from '../mapping/mapped-text.tsx';
import { conditionWords, needsNoValue } from '../model/facts.ts';
import styles from './field.module.css';
import { type FieldPath, problemAt, useForm } from './form-context.ts';
import { typed } from './values.ts';

type Filter = Extract<DraftStep, { kind: 'filter' }>;
type Condition = Filter['filter'][number][number];

const anyCondition: Condition = { value: '', condition: 'exactly_matches', to: '' };

export const newFilter = (id: string): Filter => ({ kind: 'filter', id, filter: [[anyCondition]] });

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const options = Object.entries(conditionWords).map(([value, words]) => ({ value, label: capital(words) }));

const isCondition = (name: string | null): name is Condition['condition'] =>
  name !== null && Object.hasOwn(conditionWords, name);

type Props = { step: Filter; onChange: (step: Filter, kind: string) => void };

/** Groups of conditions: a run goes on if all of one group hold. */
export function FilterForm({ step, onChange }: Props) {
  const groups = step.filter.length > 0 ? step.filter : [[anyCondition]];
  const save = (filter: Condition[][], kind = '') => {
    const left = filter.filter((group) => group.length > 0);
    onChange({ ...step, filter: left.length > 0 ? left : [[anyCondition]] }, kind);
  };
  return (
    <div className={styles.form}>
      <p className={styles.help}>The run goes on if all conditions of one group hold; else it ends here.</p>
      {groups.map((conditions, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have nothing but their place
        <div key={index} className={styles.form}>
          {index > 0 && <div className={styles.or}>or</div>}
          <fieldset className={styles.rowBox} aria-label={`Group ${index + 1}`}>
            <div className={styles.rowHead}>
              {groups.length > 1 ? `Group ${index + 1}` : 'Only continue if'}
            </div>
            {conditions.map((condition, at) => (
              <ConditionRow
                // biome-ignore lint/suspicious/noArrayIndexKey: conditions have nothing but their place
                key={at}
                isFirst={at === 0}
                name={`${groups.length > 1 ? `group ${index + 1}, ` : ''}condition ${at + 1}`}
                condition={condition}
                path={['filter', index, at]}
                onChange={(changed) =>
                  save(groups.with(index, conditions.with(at, changed)), `filter ${index} ${at}`)
                }
                onRemove={
                  groups.length > 1 || conditions.length > 1
                    ? () => save(groups.with(index, conditions.toSpliced(at, 1)))
                    : undefined
                }
              />
            ))}
            <AddButton label="And" onClick={() => save(groups.with(index, [...conditions, anyCondition]))} />
          </fieldset>
        </div>
      ))}
      <AddButton label="Or" onClick={() => save([...groups, [anyCondition]])} />
    </div>
  );
}

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      style={{ alignSelf: 'start' }}
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

type RowProps = {
  isFirst: boolean;
  name: string;
  condition: Condition;
  path: FieldPath;
  onChange: (condition: Condition) => void;
  onRemove: (() => void) | undefined;
};

function ConditionRow({ isFirst, name, condition, path, onChange, onRemove }: RowProps) {
  const { groups, problems, isEager } = useForm();
  const problem = (key: string) => (isEager ? problemAt(problems, [...path, key]) : undefined);
  const says = problem('value') ?? problem('to');
  return (
    <>
      {!isFirst && <div className={styles.or}>and</div>}
      <MappedText
        label={capital(`${name}: value`)}
        placeholder="Value, such as the total"
        isInvalid={problem('value') !== undefined}
        value={typed(condition.value)}
        groups={groups}
        onChange={(value) => onChange({ ...condition, value })}
      />
      <div className={styles.pair} style={{ gridTemplateColumns: '160px minmax(0, 1fr) auto' }}>
        <Select
          aria-label={capital(`${name}: comparison`)}
          data={options}
          value={condition.condition}
          allowDeselect={false}
          onChange={(chosen) => isCondition(chosen) && onChange({ ...condition, condition: chosen })}
        />
        {needsNoValue(condition.condition) ? (
          <span />
        ) : (
          <MappedText
            label={capital(`${name}: compared with`)}
            placeholder="Compared with"
            isInvalid={problem('to') !== undefined}
            value={typed(condition.to)}
            groups={groups}
            onChange={(to) => onChange({ ...condition, to })}
          />
        )}
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            c="dimmed"
            mt={6}
            aria-label={`Remove ${name}`}
            onClick={onRemove}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {says && (
        <p className={styles.problem} role="alert">
          {says}
        </p>
      )}
    </>
  );
}
