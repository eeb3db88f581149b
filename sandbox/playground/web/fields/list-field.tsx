import { MultiSelect, TagsInput } from '@mantine/core';
import { FieldFrame, useFieldIds } from './field-frame.tsx';
import type { FieldProps } from './form-context.ts';
import { useProblem } from './use-problem.ts';
import { choicesOf, labelOf } from './values.ts';

/** Several values: chosen where there are choices, else typed. */
export function ListField(props: FieldProps) {
  const { field, value, path } = props;
  const [problem, leave] = useProblem(path, value === undefined);
  return (
    <FieldFrame label={labelOf(field)} isRequired={field.required} help={field.helpText} problem={problem}>
      <Control {...props} onBlur={leave} />
    </FieldFrame>
  );
}

function Control({ field, value, onChange, onBlur }: FieldProps & { onBlur: () => void }) {
  const { label, describedBy } = useFieldIds();
  const values = Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
  const shared = {
    'aria-labelledby': label,
    'aria-describedby': describedBy,
    radius: 'lg',
    value: values,
    onChange,
    onBlur,
  } as const;
  return field.choices ? (
    <MultiSelect
      {...shared}
      data={choicesOf(field).map(({ id, label: name }) => ({ value: id, label: name }))}
    />
  ) : (
    <TagsInput {...shared} placeholder={values.length === 0 ? 'Type a value, then Enter' : ''} />
  );
}
