import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Choice } from '../../protocol.ts';
import styles from './field.module.css';
import { FieldFrame, useFieldIds } from './field-frame.tsx';
import type { FieldProps } from './form-context.ts';
import { TextField } from './text-field.tsx';
import { useProblem } from './use-problem.ts';
import { isMapped, labelOf, typed } from './values.ts';

type Props = FieldProps & {
  options: readonly Choice[];
  /** Options are still to come. */
  isLoading?: boolean;
  /** Stands below the list. */
  more?: ReactNode;
  onOpen?: () => void;
};

/** One of several; or a value that is typed or mapped. */
export function ChoiceField({ options, isLoading = false, more, onOpen, ...props }: Props) {
  const { field, value, path, onChange } = props;
  const [isTyped, setTyped] = useState(isMapped(value));
  const [problem, leave] = useProblem(path, typed(value) === '');
  const label = labelOf(field);
  const aside = (
    <button
      type="button"
      className={styles.link}
      aria-label={isTyped ? `Choose ${label} from the list` : `Type or map ${label}`}
      onClick={() => setTyped(!isTyped)}
    >
      {isTyped ? 'Choose from the list' : 'Type or map'}
    </button>
  );
  if (isTyped) return <TextField {...props} aside={aside} />;
  return (
    <FieldFrame
      label={label}
      isRequired={field.required}
      help={field.helpText}
      problem={problem}
      aside={aside}
    >
      <List
        {...{ field, value, options, isLoading, onChange }}
        onOpen={onOpen}
        onBlur={leave}
        isInvalid={problem !== undefined}
      />
      {more}
    </FieldFrame>
  );
}

type ListProps = Pick<Props, 'field' | 'value' | 'options' | 'isLoading' | 'onChange'> & {
  onOpen: (() => void) | undefined;
  onBlur: () => void;
  isInvalid: boolean;
};

function List({ field, value, options, isLoading, onChange, onOpen, onBlur, isInvalid }: ListProps) {
  const { label, describedBy } = useFieldIds();
  const chosen = typed(value);
  const isListed = chosen === '' || options.some(({ id }) => id === chosen);
  const shown = isListed ? options : [...options, { id: chosen, label: chosen }];
  const name = labelOf(field);
  return (
    <Select
      aria-labelledby={label}
      aria-describedby={describedBy}
      aria-required={field.required ?? false}
      error={isInvalid}
      placeholder={isLoading ? 'Loading …' : 'Choose'}
      data={shown.map((each) => ({ value: each.id, label: each.label }))}
      value={chosen === '' ? null : chosen}
      searchable={shown.length > 6}
      clearable={!field.required}
      clearButtonProps={{ 'aria-label': `Empty ${name}` }}
      nothingFoundMessage={isLoading ? 'Loading …' : 'Nothing found'}
      onDropdownOpen={() => onOpen?.()}
      onBlur={onBlur}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
