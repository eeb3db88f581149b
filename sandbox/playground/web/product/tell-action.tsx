import { notifications } from '@mantine/notifications';
import { Link } from 'wouter';
import type { ActionRecord, RunSummary } from '../../protocol.ts';
import { count } from '../model/format.ts';
import { routes } from '../model/routes.ts';
import { tell } from '../parts/tell.ts';
import { onEvent } from '../server/events.ts';
import { ask } from '../server/requests.ts';

/** How long runs that come of an action are still told with it, in milliseconds. */
const shownFor = 12_000;
/** How long until the server is asked again, in milliseconds. */
const pause = 1000;
const mostLinked = 3;

/** Says what was done in the product and which Zaps ran of it: "Order SO-10011 submitted; 2 Zaps ran". */
export function tellAction(says: string, action: string | null): void {
  const runs = new Map<string, RunSummary>();
  const id = tell({ message: `${says}.`, autoClose: shownFor });
  if (!action) return;
  const heard = (found: readonly RunSummary[]) => {
    for (const run of found) runs.set(run.id, run);
    if (runs.size > 0)
      notifications.update({
        id,
        autoClose: shownFor,
        message: <Told says={says} runs={[...runs.values()]} />,
      });
  };
  const end = onEvent('run', (run) => run.cause === action && heard([run]));
  setTimeout(end, shownFor);
  const until = Date.now() + shownFor;
  // What ran before this page knew how the action is called, and what a break in the events swallowed.
  const catchUp = async () => {
    const record = await ask<ActionRecord>('GET', `/actions/${action}`).catch(() => undefined);
    if (record) heard(record.runs);
    if (!record?.isSettled && Date.now() < until) setTimeout(catchUp, pause);
  };
  catchUp();
}

function Told({ says, runs }: { says: string; runs: readonly RunSummary[] }) {
  const zaps = new Set(runs.map(({ zapId }) => zapId)).size;
  return (
    <>
      {says}; {count(zaps, 'Zap')} ran{runs.length > zaps ? ` ${runs.length} times` : ''}:{' '}
      {runs.slice(0, mostLinked).map((run, index) => (
        <span key={run.id}>
          {index > 0 && ', '}
          <Link href={routes.run(run.id)}>{zaps > 1 ? run.zapTitle : run.title}</Link>
        </span>
      ))}
      {runs.length > mostLinked && (
        <>
          , <Link href={routes.runs}>all</Link>
        </>
      )}
    </>
  );
}
