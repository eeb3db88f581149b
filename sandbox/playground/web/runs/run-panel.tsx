import { useState } from 'react';
import type { RunDetail } from '../../protocol.ts';
import { RecordView } from '../data/record-view.tsx';
import { RequestsView } from '../data/requests-view.tsx';
import { conditionRows, statusWords } from '../model/facts.ts';
import { clockTime, count, duration } from '../model/format.ts';
import { type RunTab, routes } from '../model/routes.ts';
import {
  appOf,
  definitionOf,
  inputFieldsOf,
  kindOf,
  outputFieldsOf,
  partsOf,
  titleOf,
} from '../model/steps.ts';
import { Message, ShowAs, type Showing } from '../panel/outcome.tsx';
import styles from '../panel/panel.module.css';
import { Panel } from '../panel/panel.tsx';
import { AppTile } from '../parts/app-tile.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { usePlayground } from '../server/use-state.ts';

type Props = {
  detail: RunDetail;
  index: number;
  tab: RunTab | undefined;
  /** Whether a person came here, and not the light. */
  isChosen: boolean;
};

/** What went into a step of a run, what came out, and the requests that it made. */
export function RunPanel({ detail: { run, draft }, index, tab, isChosen }: Props) {
  const { app } = usePlayground();
  const [showing, setShowing] = useState<Showing>('table');
  const { part = null, place = '', number = 0 } = partsOf(draft)[index] ?? {};
  const record = run.steps[index];
  const title = titleOf(app, part);
  // A trigger is given nothing worth telling; what failed gave nothing.
  const open = tab ?? (record?.kind === 'trigger' ? 'out' : 'in');
  const definition = definitionOf(app, part);
  const requests = record?.requests ?? [];
  const tabs: { tab: RunTab; name: string }[] = [
    { tab: 'in', name: 'Data in' },
    { tab: 'out', name: 'Data out' },
    { tab: 'requests', name: 'Requests' },
  ];
  return (
    <Panel
      id={isChosen ? place : 'run'}
      title={`${number}. ${title}`}
      about={
        record
          ? `${statusWords[record.status]} after ${duration(record.durationMs)} · ${count(requests.length, 'request')}`
          : 'Not reached'
      }
      tile={part && <AppTile kind={kindOf(app, part)} app={appOf(part)} />}
      aside={record && open !== 'requests' && <ShowAs value={showing} onChange={setShowing} />}
      closeHref={routes.run(run.id)}
      tabs={tabs.map((each) => ({
        name: each.name,
        href: routes.runStep(run.id, place, each.tab),
        isOpen: each.tab === open,
        mark: each.tab === 'requests' && requests.length > 0 && <Chip>{requests.length}</Chip>,
      }))}
    >
      {record ? (
        <>
          {record.status !== 'success' && <Message record={record} />}
          {run.retryAt && record.status === 'waiting' && (
            <p className={styles.help}>It is tried again at {clockTime(run.retryAt)}.</p>
          )}
          {open === 'in' && (
            <RecordView
              label="Data in"
              value={record.kind === 'filter' ? { conditions: conditionRows(record) } : record.input}
              fields={inputFieldsOf(definition)}
              as={showing}
              nothing="Nothing went in."
            />
          )}
          {open === 'out' && (
            <RecordView
              label="Data out"
              value={record.output}
              fields={outputFieldsOf(app, part)}
              as={showing}
              nothing="Nothing came out."
            />
          )}
          {open === 'requests' && <RequestsView requests={requests} />}
        </>
      ) : (
        <p className={styles.help}>The run ended before this step.</p>
      )}
    </Panel>
  );
}
