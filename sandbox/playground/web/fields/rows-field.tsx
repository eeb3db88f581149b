import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Field } from '../../../zaps/definition.ts';
import type { Values } from '../model/steps.ts';
import styles from './field.module.css';
import type { FieldProps, RenderForm } from './form-context.ts';
import { HelpText } from './help-text.tsx';
import { isRow, labelOf } from './values.ts';

/** Line items. One row into which lists are mapped stands for as many rows as they have. */
export function RowsField({
  field,
  value,
  path,
  onChange,
  rowFields,
  renderForm,
}: FieldProps & { rowFields: readonly Field[]; renderForm: RenderForm }) {
  const rows = Array.isArray(value) ? value.filter(isRow) : isRow(value) ? [value] : [{}];
  const isOne = rows.length === 1 && !Array.isArray(value);
  const save = (next: Values[]) => onChange(next.length === 1 ? next[0] : next);
  return (
    <fieldset className={styles.rows}>
      <legend className={styles.label}>
        {labelOf(field)}
        {field.required && (
          <span className={styles.required} aria-hidden>
            {' '}
            *
          </span>
        )}
      </legend>
      {field.helpText && (
        <div className={styles.help}>
          <HelpText text={field.helpText} />
        </div>
      )}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing but their place
        <fieldset key={index} className={styles.rowBox} aria-label={`Row ${index + 1}`}>
          <div className={styles.rowHead}>
            Row {index + 1}
            {rows.length > 1 && (
              <button
                type="button"
                className={styles.link}
                aria-label={`Remove row ${index + 1}`}
                onClick={() => save(rows.toSpliced(index, 1))}
              >
                Remove
              </button>
            )}
          </div>
          {renderForm({
            fields: rowFields,
            values: row,
            path: isOne ? path : [...path, index],
            onChange: (changed) => save(rows.with(index, changed)),
          })}
        </fieldset>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        style={{ alignSelf: 'start' }}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => save([...rows, {}])}
      >
        Add a row
      </Button>
    </fieldset>
  );
}
