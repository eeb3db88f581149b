import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { routes } from '../model/routes.ts';
import panelStyles from '../panel/panel.module.css';
import { Chip } from '../parts/status-chip.tsx';
import shellStyles from '../shell/shell.module.css';
import { TopBar } from '../shell/top-bar.tsx';
import { ActionButton } from './action-button.tsx';
import type { Cell, ListOf } from './lists.ts';
import styles from './product.module.css';
import { RecordPanel } from './record-panel.tsx';
import { useProduct } from './use-list.ts';

type Props<Row> = {
  list: ListOf<Row>;
  tabs: ReactNode;
  openId: string | undefined;
  rowAction?: (row: Row) => ReactNode;
};

/** A list of the product, searched and opened by row. */
export function ProductList<Row extends object>({ list, tabs, openId, rowAction }: Props<Row>) {
  const { answer, problem } = useProduct<Row[]>(list.path);
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const rows = (answer ?? []).filter((row) =>
    list.columns.some(({ cell }) => textIn(cell(row)).toLowerCase().includes(wanted)),
  );
  const opened = openId === undefined ? undefined : answer?.find((row) => list.id(row) === openId);
  return (
    <>
      <TopBar title="Product" status={tabs}>
        {list.actions.map((action, index) => (
          <ActionButton key={action.label} action={action} variant={index === 0 ? 'filled' : 'default'} />
        ))}
      </TopBar>
      <main className={panelStyles.work} aria-label={list.name}>
        <div className={shellStyles.scroll}>
          <div className={shellStyles.wide}>
            <TextInput
              maw={320}
              mb="sm"
              aria-label={`Search ${list.name}`}
              placeholder={`Search ${list.name.toLowerCase()}`}
              leftSection={<IconSearch size={15} aria-hidden />}
              value={words}
              onChange={({ currentTarget }) => setWords(currentTarget.value)}
            />
            {problem && (
              <p className={panelStyles.note} data-tone="bad" role="alert">
                {problem}
              </p>
            )}
            {answer && rows.length === 0 ? (
              <p className={panelStyles.help}>{words ? `Nothing has “${words}”.` : list.empty}</p>
            ) : (
              <div className={styles.frame}>
                <table className={styles.table}>
                  <thead>
                    <tr>
                      {list.columns.map(({ label, isNumeric = false }) => (
                        <th key={label} scope="col" data-numeric={isNumeric}>
                          {label}
                        </th>
                      ))}
                      {rowAction && (
                        <th>
                          <span className="unseen">Actions</span>
                        </th>
                      )}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={list.id(row)} data-open={row === opened}>
                        {list.columns.map(({ label, isNumeric = false, cell }, index) => (
                          <td key={label} data-numeric={isNumeric} data-label={label} dir="auto">
                            {index === 0 ? (
                              <Link href={routes.record(list.key, list.id(row))}>{shown(cell(row))}</Link>
                            ) : (
                              shown(cell(row))
                            )}
                          </td>
                        ))}
                        {rowAction && <td data-label="">{rowAction(row)}</td>}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </div>
        </div>
        {opened && (
          <RecordPanel
            key={list.id(opened)}
            title={list.title(opened)}
            record={opened}
            path={list.detail?.(opened)}
            closeHref={routes.product(list.key)}
          />
        )}
      </main>
    </>
  );
}

const textIn = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.chip);

const shown = (cell: Cell): ReactNode =>
  typeof cell === 'string' ? cell : <Chip tone={cell.tone}>{cell.chip}</Chip>;
