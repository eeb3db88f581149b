import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { Field } from '../../../zaps/definition.ts';
import { isEmpty } from '../data/entries.ts';
import type { FieldGroup, Values } from '../model/steps.ts';
import styles from './field.module.css';
import type { FieldPath, RenderForm } from './form-context.ts';
import { FormField } from './form-field.tsx';
import { labelOf, withValue } from './values.ts';

type Props = {
  fields: readonly Field[];
  /** The definition's sections. */
  groups?: readonly FieldGroup[];
  values: Values;
  path: FieldPath;
  /** @param kind names the field, so that typing into it is undone at once */
  onChange: (values: Values, kind: string) => void;
};

/** Rows of line items are forms again. */
const renderForm: RenderForm = (form) => <FormFields {...form} />;

const groupOf = (field: Field): unknown => field['group'];

/** The form that a definition describes, in its sections: what is needed or filled first, the rest one click away. */
export function FormFields({ fields, groups = [], values, path, onChange }: Props) {
  const inNone = fields.filter((field) => !groups.some(({ key }) => key === groupOf(field)));
  // A form without anything that is needed or filled is shown as it is.
  const [canFold] = useState(() => fields.some((field) => isNeeded(field, values)));
  const part = (own: readonly Field[]) => (
    <Part fields={own} values={values} path={path} canFold={canFold} onChange={onChange} />
  );
  return (
    <div className={styles.form}>
      {inNone.length > 0 && part(inNone)}
      {groups.map(({ key, label }) => {
        const own = fields.filter((field) => groupOf(field) === key);
        return (
          own.length > 0 && (
            <section key={key} aria-label={label} className={styles.section}>
              <h3>{label}</h3>
              {part(own)}
            </section>
          )
        );
      })}
    </div>
  );
}

const isNeeded = ({ key, required, type }: Field, values: Values): boolean =>
  Boolean(required) || type === 'copy' || !isEmpty(values[key]);

function Part({ fields, values, path, canFold, onChange }: Omit<Props, 'groups'> & { canFold: boolean }) {
  const [isOpen, setOpen] = useState(false);
  // What was filled when the form was opened stays in its place, also once it is emptied.
  const [first] = useState(() => fields.filter((field) => isNeeded(field, values)).map(({ key }) => key));
  const stands = ({ key, required }: Field) => required || first.includes(key);
  const folded = canFold ? fields.filter((field) => !stands(field)) : [];
  const one = (field: Field) => (
    <FormField
      key={field.key}
      field={field}
      value={values[field.key]}
      path={[...path, field.key]}
      renderForm={renderForm}
      onChange={(value) => onChange(withValue(values, field.key, value), [...path, field.key].join(' '))}
    />
  );
  return (
    <>
      {(canFold ? fields.filter(stands) : fields).map(one)}
      {folded.length > 0 && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconChevronRight size={16} aria-hidden style={{ rotate: isOpen ? '90deg' : '0deg' }} />
          Optional: {folded.map(labelOf).join(', ')}
        </button>
      )}
      {isOpen && folded.map(one)}
    </>
  );
}
