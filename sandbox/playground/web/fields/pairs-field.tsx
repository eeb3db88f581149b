import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { MappedText } from '../mapping/mapped-text.tsx';
import styles from './field.module.css';
import { FieldFrame } from './field-frame.tsx';
import { type FieldProps, useForm } from './form-context.ts';
import { isRow, labelOf, typed } from './values.ts';

type Pair = [name: string, value: string];

/** Pairs of a name and a value. */
export function PairsField({ field, value, onChange }: FieldProps) {
  const { groups } = useForm();
  const [pairs, setPairs] = useState((): Pair[] =>
    Object.entries(isRow(value) ? value : {}).map(([name, each]): Pair => [name, typed(each)]),
  );
  const save = (next: Pair[]) => {
    setPairs(next);
    onChange(Object.fromEntries(next.filter(([name]) => name !== '')));
  };
  const label = labelOf(field);
  return (
    <FieldFrame label={label} isRequired={field.required} help={field.helpText}>
      <fieldset className={styles.rows} aria-label={label}>
        {pairs.map(([name, each], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pairs have nothing but their place
          <div key={index} className={styles.pair}>
            <TextInput
              aria-label={`${label}: name ${index + 1}`}
              placeholder="Name"
              value={name}
              onChange={({ currentTarget }) => save(pairs.with(index, [currentTarget.value, each]))}
            />
            <MappedText
              label={`${label}: value ${index + 1}`}
              placeholder="Value"
              isLong
              value={each}
              groups={groups}
              onChange={(changed) => save(pairs.with(index, [name, changed]))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              c="dimmed"
              mt={6}
              aria-label={`Remove ${name || `pair ${index + 1}`}`}
              onClick={() => save(pairs.toSpliced(index, 1))}
            >
              <IconX size={15} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="default"
          size="compact-sm"
          style={{ alignSelf: 'start' }}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setPairs([...pairs, ['', '']])}
        >
          Add a value
        </Button>
      </fieldset>
    </FieldFrame>
  );
}
