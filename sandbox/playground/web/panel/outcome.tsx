import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { StepRecord } from '../../../zaps/records.ts';
import type { FieldList } from '../data/entries.ts';
import { RecordView } from '../data/record-view.tsx';
import { RequestsView } from '../data/requests-view.tsx';
import { conditionRows } from '../model/facts.ts';
import { duration } from '../model/format.ts';
import { StatusChip, tones } from '../parts/status-chip.tsx';
import styles from './panel.module.css';

/** How data is shown: as people read it, or exactly. */
export type Showing = 'table' | 'json';

export function ShowAs({ value, onChange }: { value: Showing; onChange: (showing: Showing) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Show data as"
      data={[
        { value: 'table', label: 'Table' },
        { value: 'json', label: 'JSON' },
      ]}
      value={value}
      onChange={(chosen) => onChange(chosen === 'json' ? 'json' : 'table')}
    />
  );
}

/** Why something did not go on, in the app's words. */
export function Message({ record: { status, message } }: { record: Pick<StepRecord, 'status' | 'message'> }) {
  if (!message) return null;
  const [, first = message, rest = ''] = /^(.+?[.!?])\s+(.+)$/s.exec(message) ?? [];
  return (
    <div className={styles.note} data-tone={tones[status]}>
      <b>{first}</b>
      {rest}
    </div>
  );
}

type Props = { record: StepRecord; inputFields: FieldList; outputFields: FieldList; isStale: boolean };

/** What a test of a step gave. */
export function Outcome({ record, inputFields, outputFields, isStale }: Props) {
  const [showing, setShowing] = useState<Showing>('table');
  const hasOutput = record.output !== null && record.output !== undefined;
  return (
    <section aria-label="Result" className={styles.list} style={{ gap: 14 }}>
      <div style={{ display: 'flex', gap: 8, alignItems: 'center', justifyContent: 'space-between' }}>
        <span style={{ display: 'flex', gap: 8, alignItems: 'center' }} role="status">
          <StatusChip of={record.status} />
          <small className={styles.help}>{duration(record.durationMs)}</small>
        </span>
        <ShowAs value={showing} onChange={setShowing} />
      </div>
      <div className={isStale ? styles.stale : undefined} style={{ display: 'grid', gap: 14 }}>
        <Message record={record} />
        {hasOutput && record.kind !== 'filter' && (
          <>
            <h3 className={styles.sub}>Data out</h3>
            <RecordView label="Data out" value={record.output} fields={outputFields} as={showing} />
          </>
        )}
        <h3 className={styles.sub}>Data in</h3>
        <RecordView
          label="Data in"
          value={record.kind === 'filter' ? { conditions: conditionRows(record) } : record.input}
          fields={inputFields}
          as={showing}
        />
        {record.requests.length > 0 && (
          <>
            <h3 className={styles.sub}>Requests</h3>
            <RequestsView requests={record.requests} />
          </>
        )}
      </div>
    </section>
  );
}
