import { IconKey, IconTableImport, IconUser } from '@tabler/icons-react';
import { isRecord, textOf } from '../data/entries.ts';
import { inWords, when } from '../model/format.ts';
import panelStyles from '../panel/panel.module.css';
import styles from './product.module.css';

export type HistoryEntry = {
  at: string;
  by: { kind: 'person' | 'key' | 'import'; name: string };
  action: string;
  changes: Record<string, { from: unknown; to: unknown }>;
};

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
                {Object.entries(changes).map(([key, { from, to }]) => (
                  <div key={key} className={styles.change}>
                    {inWords(key)}: {textOf(from, key) || 'empty'} → {textOf(to, key) || 'empty'}
                  </div>
                ))}
                <small>{when(at)}</small>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
