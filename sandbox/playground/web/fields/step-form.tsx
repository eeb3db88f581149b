import type { StepDefinition } from '../../../zaps/definition.ts';
import { isRecord } from '../data/entries.ts';
import { definitionOf, inputFieldsOf, orCreateOf, type Part } from '../model/steps.ts';
import { usePlayground } from '../server/use-state.ts';
import styles from './field.module.css';
import { FilterForm } from './filter-form.tsx';
import { type FieldGroup, FormFields } from './form-fields.tsx';
import { NothingFoundForm } from './nothing-found-form.tsx';
import { StandInForm } from './stand-in-form.tsx';

/** The sections that a definition sorts its fields into. */
export function fieldGroupsOf(definition: StepDefinition | undefined): FieldGroup[] {
  const groups = definition?.operation['inputFieldGroups'];
  return (Array.isArray(groups) ? groups : []).filter(isRecord).map(({ key, label }) => ({
    key: String(key),
    label: String(label ?? key),
  }));
}

type Props = { part: Part; onChange: (part: Part, kind: string) => void };

/** What a trigger or step is set up with, whatever kind it is. */
export function StepForm({ part, onChange }: Props) {
  const { app } = usePlayground();
  if (part.kind === 'filter') return <FilterForm step={part} onChange={onChange} />;
  if (part.kind === 'app') return <StandInForm step={part} onChange={onChange} />;
  const definition = definitionOf(app, part);
  const fields = inputFieldsOf(definition);
  return (
    <div className={styles.form}>
      {fields.length === 0 && <p className={styles.help}>There is nothing to fill in.</p>}
      <FormFields
        fields={fields}
        groups={fieldGroupsOf(definition)}
        values={part.input}
        path={['input']}
        onChange={(input, kind) => onChange({ ...part, input }, kind)}
      />
      {part.kind === 'search' && (
        <NothingFoundForm step={part} orCreate={orCreateOf(app, part.search)} onChange={onChange} />
      )}
    </div>
  );
}
