import type { ReactNode } from 'react';
import { MappedText } from '../mapping/mapped-text.tsx';
import { pathsIn } from '../mapping/sources.ts';
import { FieldFrame, useFieldIds } from './field-frame.tsx';
import { type FieldProps, useForm } from './form-context.ts';
import { useProblem } from './use-problem.ts';
import { labelOf, typed } from './values.ts';

/** Text that is typed, with data of earlier steps in it. */
export function TextField({ field, value, path, onChange, aside }: FieldProps & { aside?: ReactNode }) {
  const [problem, leave] = useProblem(path, typed(value) === '');
  const { groups } = useForm();
  const gone = pathsIn(value).find((each) => !groups.some(({ name }) => name === each.split('.')[0]));
  const says =
    gone === undefined
      ? problem
      : 'The step that gave this is gone or comes later now. Remove the red pill, or insert another value.';
  return (
    <FieldFrame
      label={labelOf(field)}
      isRequired={field.required}
      help={field.helpText}
      problem={says}
      aside={aside}
    >
      <Control
        field={field}
        value={value}
        path={path}
        onChange={onChange}
        onBlur={leave}
        isInvalid={says !== undefined}
      />
    </FieldFrame>
  );
}

function Control({
  field,
  value,
  onChange,
  onBlur,
  isInvalid,
}: FieldProps & { onBlur: () => void; isInvalid: boolean }) {
  const { label, describedBy } = useFieldIds();
  const { groups } = useForm();
  const placeholder = field['placeholder'];
  return (
    <MappedText
      label={labelOf(field)}
      labelId={label}
      describedBy={describedBy}
      placeholder={typeof placeholder === 'string' ? placeholder : undefined}
      isRequired={field.required ?? false}
      isInvalid={isInvalid}
      isLong={field.type === 'text'}
      value={typed(value)}
      groups={groups}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}
