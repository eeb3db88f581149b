import type { Entry } from './entries.ts';
import styles from './line-items.module.css';

/** Line items as a table, numbers to the right; it scrolls by itself where it is wide. */
export function LineItems({ table: { label, columns, rows } }: { table: Extract<Entry, { kind: 'table' }> }) {
  const align = (index: number) => (columns[index]?.isNumeric ? styles.number : undefined);
  return (
    <section aria-label={label}>
      <h3 className={styles.title}>
        {label} <span>{rows.length}</span>
      </h3>
      <section
        className={styles.frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        aria-label={`Table of ${label}`}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map(({ key, label: name }, index) => (
                <th key={key} scope="col" className={align(index)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: line items have nothing but their place
              <tr key={index}>
                {row.map((text, column) => (
                  <td key={columns[column]?.key} className={align(column)} dir="auto">
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
