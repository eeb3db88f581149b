import { ChoiceField } from './choice-field.tsx';
import { DropdownField } from './dropdown-field.tsx';
import styles from './field.module.css';
import type { FieldProps, RenderForm } from './form-context.ts';
import { HelpText } from './help-text.tsx';
import { ListField } from './list-field.tsx';
import { PairsField } from './pairs-field.tsx';
import { RowsField } from './rows-field.tsx';
import { TextField } from './text-field.tsx';
import { choicesOf } from './values.ts';

/** One field of a form, as its definition asks for it. */
export function FormField({ renderForm, ...props }: FieldProps & { renderForm: RenderForm }) {
  const { field } = props;
  if (field.type === 'copy') {
    return (
      <div className={styles.note}>
        <HelpText text={field.helpText ?? ''} />
      </div>
    );
  }
  if (field.children) return <RowsField {...props} rowFields={field.children} renderForm={renderForm} />;
  if (field.dict) return <PairsField {...props} />;
  if (field.list) return <ListField {...props} />;
  if (field.dynamic) return <DropdownField {...props} dynamic={field.dynamic} />;
  if (field.choices || field.type === 'boolean') return <ChoiceField {...props} options={choicesOf(field)} />;
  return <TextField {...props} />;
}
