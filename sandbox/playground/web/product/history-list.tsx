import { IconKey, IconTableImport, IconUser } from '@tabler/icons-react';
import { isRecord, textOf } from '../data/entries.ts';
import { inWords, when } from '../model/format.ts';
import panelStyles from '../panel/panel.module.css';
import styles from './product.module.css';
import type { HistoryEntry } from './records.ts';

/** "Status: pending → confirmed, Notes: empty → Ring twice". */
export const changesInWords = (changes: HistoryEntry['changes']): string =>
  Object.entries(changes)
    .map(([key, change]) => {
      const { from, to } = isRecord(change) ? change : {};
      return `${inWords(key)}: ${textOf(from, key) || 'empty'} → ${textOf(to, key) || 'empty'}`;
    })
    .join(', ');

export const isHistory = (value: unknown): value is HistoryEntry[] =>
  Array.isArray(value) &&
  value.every((each) => isRecord(each) && isRecord(each['by']) && isRecord(each['changes']));

const icons = { person: IconUser, key: IconKey, import: IconTableImport };

/** Who changed what in a record, newest first. */
export function HistoryList({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <section aria-label="History">
      <h3 className={panelStyles.sub}>History</h3>
      <ol className={styles.history}>
        {entries.map(({ at, by, action, changes }, index) => {
          const Icon = icons[by.kind];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have nothing but their place
            <li key={index}>
              <Icon size={15} aria-hidden />
              <div>
                <b>{inWords(action)}</b> by {by.name}
                <div className={styles.change}>{changesInWords(changes)}</div>
                <small>{when(at)}</small>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
