import { Radio, Stack } from '@mantine/core';
import type { StepDefinition } from '../../../zaps/definition.ts';
import type { DraftStep } from '../../protocol.ts';
import { fieldGroupsOf, inputFieldsOf } from '../model/steps.ts';
import styles from './field.module.css';
import { FormFields } from './form-fields.tsx';

type Search = Extract<DraftStep, { kind: 'search' }>;

type Props = {
  step: Search;
  /** The action that can make what is not found. */
  orCreate: { label: string; create: StepDefinition } | undefined;
  onChange: (step: Search, kind: string) => void;
};

/** What happens when a search finds nothing: the run halts, goes on, or makes it. */
export function NothingFoundForm({ step, orCreate, onChange }: Props) {
  const { or_create: made, ...search } = step;
  const choose = (choice: string) => {
    if (choice === 'create') onChange({ ...search, if_nothing_found: 'halt', or_create: step.input }, '');
    else onChange({ ...search, if_nothing_found: choice === 'continue' ? 'continue' : 'halt' }, '');
  };
  return (
    <section className={styles.section} aria-label="If nothing is found">
      <Radio.Group
        label="If nothing is found"
        value={made ? 'create' : step.if_nothing_found}
        onChange={choose}
      >
        <Stack gap={6} mt={6}>
          <Radio value="halt" label="Halt the run" />
          <Radio value="continue" label="Go on without it" />
          {orCreate && <Radio value="create" label={`Create it (${orCreate.label})`} />}
        </Stack>
      </Radio.Group>
      {made && orCreate && (
        <FormFields
          fields={inputFieldsOf(orCreate.create)}
          groups={fieldGroupsOf(orCreate.create)}
          values={made}
          path={['or_create']}
          onChange={(values, kind) => onChange({ ...step, or_create: values }, kind)}
        />
      )}
    </section>
  );
}
