import type { StepDefinition } from '../../../zaps/definition.ts';
import {
  definitionOf,
  fieldGroupsOf,
  inputFieldsOf,
  orCreateOf,
  type Part,
  type Values,
} from '../model/steps.ts';
import { usePlayground } from '../server/use-state.ts';
import styles from './field.module.css';
import { FilterForm } from './filter-form.tsx';
import { FormFields } from './form-fields.tsx';
import { NothingFoundForm } from './nothing-found-form.tsx';
import { StandInForm } from './stand-in-form.tsx';
import { typed, withValue } from './values.ts';

type AppPart = Exclude<Part, { kind: 'app' | 'filter' }>;

/** What a search looks for is what is created where it finds nothing, as long as nobody typed something else there. */
function withInput(part: AppPart, input: Values, create: StepDefinition | undefined): AppPart {
  if (part.kind !== 'search' || !part.or_create) return { ...part, input };
  let made = part.or_create;
  for (const { key } of inputFieldsOf(create)) {
    if (typed(made[key]) === typed(part.input[key])) made = withValue(made, key, input[key] ?? made[key]);
  }
  return { ...part, input, or_create: made };
}

type Props = { part: Part; onChange: (part: Part, kind: string) => void };

/** What a trigger or step is set up with, whatever kind it is. */
export function StepForm({ part, onChange }: Props) {
  const { app } = usePlayground();
  if (part.kind === 'filter') return <FilterForm step={part} onChange={onChange} />;
  if (part.kind === 'app') return <StandInForm step={part} onChange={onChange} />;
  const definition = definitionOf(app, part);
  const orCreate = part.kind === 'search' ? orCreateOf(app, part.search) : undefined;
  const fields = inputFieldsOf(definition);
  return (
    <div className={styles.form}>
      {fields.length === 0 && <p className={styles.help}>There is nothing to fill in.</p>}
      <FormFields
        fields={fields}
        groups={fieldGroupsOf(definition)}
        values={part.input}
        path={['input']}
        onChange={(input, kind) => onChange(withInput(part, input, orCreate?.create), kind)}
      />
      {part.kind === 'search' && <NothingFoundForm step={part} orCreate={orCreate} onChange={onChange} />}
    </div>
  );
}
