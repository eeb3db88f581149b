import { useState } from 'react';
import { RecordView } from '../data/record-view.tsx';
import { ShowAs, type Showing } from '../panel/outcome.tsx';
import { Panel } from '../panel/panel.tsx';
import { HistoryList, isHistory } from './history-list.tsx';
import { useProduct } from './use-list.ts';

type Props = { title: string; record: object; path: string | undefined; closeHref: string };

/** One record of the product with all it holds, and who changed what in it. */
export function RecordPanel({ title, record, path, closeHref }: Props) {
  const [showing, setShowing] = useState<Showing>('table');
  return (
    <Panel
      id={title}
      title={title}
      closeHref={closeHref}
      aside={<ShowAs value={showing} onChange={setShowing} />}
    >
      {path ? (
        <Whole path={path} record={record} showing={showing} />
      ) : (
        <RecordView label={title} value={record} as={showing} />
      )}
    </Panel>
  );
}

function Whole({ path, record, showing }: { path: string; record: object; showing: Showing }) {
  const { answer = record } = useProduct<object>(path);
  const { history, ...rest } = { history: undefined, ...answer };
  return (
    <>
      <RecordView label="Record" value={rest} as={showing} />
      {isHistory(history) && <HistoryList entries={history} />}
    </>
  );
}
