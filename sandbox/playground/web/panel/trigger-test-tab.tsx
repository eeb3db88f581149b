import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { TriggerTest } from '../../protocol.ts';
import type { FieldList } from '../data/entries.ts';
import { RecordView } from '../data/record-view.tsx';
import { headline } from '../model/facts.ts';
import { Message, ShowAs, type Showing } from './outcome.tsx';
import styles from './panel.module.css';

type Props = {
  test: TriggerTest | null;
  fields: FieldList;
  problem: string | undefined;
  onPick: (record: number) => void;
};

/** With fewer records than this, a search would only be in the way. */
const few = 5;

/** Real records of the product, newest first; the steps are tested with the one that is picked. */
export function TriggerTestTab({ test, fields, problem, onPick }: Props) {
  const [words, setWords] = useState('');
  const [showing, setShowing] = useState<Showing>('table');
  const found = (test?.found ?? []).map((record, index) => ({ ...record, index }));
  const wanted = words.trim().toLowerCase();
  const shown = found.filter(({ title, data }) =>
    `${title} ${JSON.stringify(data)}`.toLowerCase().includes(wanted),
  );
  const picked = test && test.picked !== null ? found[test.picked] : undefined;
  return (
    <>
      {problem && (
        <p className={styles.note} data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      {!test && !problem && (
        <p className={styles.help}>Find real records, and pick the one that the steps are tested with.</p>
      )}
      {test && <Message record={test.record} />}
      {test && found.length === 0 && !test.record.message && (
        <p className={styles.help}>
          There is no such record yet. Let one come up in the product, then find data again.
        </p>
      )}
      {found.length > few && (
        <TextInput
          size="xs"
          aria-label="Search records"
          placeholder="Search records"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      )}
      {found.length > 0 && (
        <div
          role="radiogroup"
          aria-label="Records"
          className={`${styles.list} ${test?.isStale ? styles.stale : ''}`}
          style={{ maxHeight: 220, overflowY: 'auto', padding: 3, flex: 'none' }}
        >
          {shown.map(({ title, data, index }) => (
            // biome-ignore lint/a11y/useSemanticElements: the whole line is the radio
            <button
              key={index}
              type="button"
              role="radio"
              aria-checked={index === test?.picked}
              className={styles.choice}
              onClick={() => onPick(index)}
            >
              <span className={styles.choiceWords}>
                <b dir="auto">{title}</b>
                <small>{headline(data).replace(`${title} · `, '')}</small>
              </span>
            </button>
          ))}
          {shown.length === 0 && <p className={styles.help}>No record has “{words}”.</p>}
        </div>
      )}
      {picked && (
        <>
          <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
            <h3 className={styles.sub}>Data out</h3>
            <ShowAs value={showing} onChange={setShowing} />
          </div>
          <RecordView label="Data out" value={picked.data} fields={fields} as={showing} />
        </>
      )}
    </>
  );
}
