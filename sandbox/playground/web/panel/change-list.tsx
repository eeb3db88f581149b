import type { Change } from '../../protocol.ts';
import styles from './change-list.module.css';

type Props = { changes: readonly Change[]; nothing: string; heading: string };

/** What differs, in words: where, and what it was and is. */
export function ChangeList({ changes, nothing, heading }: Props) {
  if (changes.length === 0) return <p className={styles.nothing}>{nothing}</p>;
  return (
    <section aria-label={heading}>
      <h3 className={styles.heading}>{heading}</h3>
      <ul className={styles.list}>
        {changes.map(({ where, what, label, before, after }) => (
          <li key={`${where} ${label} ${what}`}>
            <b>{where}</b> {label ? `${label} ${what}` : what}
            {before !== null && <del dir="auto">{before}</del>}
            {after !== null && <ins dir="auto">{after}</ins>}
          </li>
        ))}
      </ul>
    </section>
  );
}
