import { CloseButton, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { count } from '../model/format.ts';
import { type Entry, entriesOf, type FieldList, search } from './entries.ts';
import { JsonView } from './json-view.tsx';
import { LineItems } from './line-items.tsx';
import styles from './record-view.module.css';

type Props = {
  /** What it is, such as "Data in". */
  label: string;
  value: unknown;
  fields?: FieldList;
  as: 'table' | 'json';
  /** What stands here when there is nothing. */
  nothing?: string;
};

/** More values than this are easier searched than read. */
const manyValues = 8;

/** A record as people read it, with what is empty folded away; or as JSON. */
export function RecordView({ label, value, fields = [], as, nothing = 'Nothing.' }: Props) {
  const [words, setWords] = useState('');
  if (as === 'json') return <JsonView label={label} value={value} />;
  const entries = entriesOf(value, fields);
  if (entries.length === 0) return <p className={styles.nothing}>{nothing}</p>;
  const found = search(entries, words);
  return (
    <section aria-label={label} className={styles.data}>
      {(words || leaves(entries) > manyValues) && (
        <TextInput
          size="xs"
          aria-label={`Search ${label}`}
          placeholder="Search fields and values"
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={
            words && <CloseButton size="xs" aria-label="Clear the search" onClick={() => setWords('')} />
          }
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      )}
      {found.length === 0 && <p className={styles.nothing}>No field or value has “{words}”.</p>}
      <Entries entries={found} />
    </section>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const values = entries.filter((entry) => entry.kind === 'value');
  const empty = entries.filter((entry) => entry.kind === 'empty');
  return (
    <>
      {values.length > 0 && (
        <dl className={styles.values}>
          {values.map(({ path, label, text }) => (
            <div key={path} className={styles.row}>
              <dt>{label}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {entries.map((entry) => {
        if (entry.kind === 'table') return <LineItems key={entry.path} table={entry} />;
        if (entry.kind !== 'group') return null;
        return (
          <section key={entry.path} aria-label={entry.label} className={styles.group}>
            <h3>{entry.label}</h3>
            <Entries entries={entry.entries} />
          </section>
        );
      })}
      {empty.length > 0 && <Empty labels={empty.map(({ label }) => label)} />}
    </>
  );
}

function Empty({ labels }: { labels: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.empty}>
      <UnstyledButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight size={14} aria-hidden className={styles.chevron} data-open={isOpen} />
        {count(labels.length, 'empty field')}
      </UnstyledButton>
      {isOpen && <p>{labels.join(', ')}</p>}
    </div>
  );
}

const leaves = (entries: readonly Entry[]): number =>
  entries.reduce(
    (total, entry) =>
      total + (entry.kind === 'group' ? leaves(entry.entries) : entry.kind === 'empty' ? 0 : 1),
    0,
  );
