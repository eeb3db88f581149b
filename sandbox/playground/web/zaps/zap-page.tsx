import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ZapDrawing } from '../drawing/zap-drawing.tsx';
import { routes, type StepTab } from '../model/routes.ts';
import { partAt, partsOf, titleOf, triggerPlace } from '../model/steps.ts';
import { AddPanel } from '../panel/add-panel.tsx';
import panelStyles from '../panel/panel.module.css';
import { StepPanel } from '../panel/step-panel.tsx';
import { TriggerPanel } from '../panel/trigger-panel.tsx';
import { VersionsPanel } from '../panel/versions-panel.tsx';
import { undoable } from '../parts/undoable.tsx';
import { RunBeads } from '../runs/run-beads.tsx';
import { usePlayground } from '../server/use-state.ts';
import { NotFound } from '../shell/not-found.tsx';
import { ConflictBanner } from './conflict-banner.tsx';
import { drawnDraft } from './drawn-draft.ts';
import { duplicated, moved, removed } from './edits.ts';
import { useZap } from './use-zap.ts';
import { ZapBar } from './zap-bar.tsx';

type Props = { id: string; place?: string | undefined; tab?: string | undefined };

/** A Zap that is being built: the drawing, and the panel of what is open. */
export function ZapPage({ id, place, tab }: Props) {
  const { app, connections } = usePlayground();
  const [, go] = useLocation();
  const { keeper, editing, missing } = useZap(id);
  const [isEager, setEager] = useState(false);
  const [said, setSaid] = useState('');
  const left = useRef<string>(undefined);
  // Where a panel was closed, one goes on at its step.
  useEffect(() => {
    if (!place && left.current) focusStep(left.current);
    left.current = place;
  }, [place]);
  // A Zap that was begun before an account was connected uses the first one.
  const account = connections.find(({ expired }) => !expired)?.id;
  const needsAccount = editing?.draft.connectionId === null && account !== undefined;
  useEffect(() => {
    if (needsAccount) keeper.change((before) => ({ ...before, connectionId: account }));
  }, [needsAccount, account, keeper]);
  if (missing) return <NotFound what="This Zap" says={missing} />;
  if (!editing) return null;
  const { draft, zap } = editing;
  const isAdding = tab === 'add';
  const move = (which: string, by: number) => {
    keeper.change((before) => moved(before, which, by));
    const now = partsOf(keeper.editing?.draft ?? draft).find((each) => each.place === which);
    setSaid(`${titleOf(app, now?.part ?? null)} is now step ${now?.number} of ${draft.steps.length + 1}.`);
    requestAnimationFrame(() => focusStep(which));
  };
  const remove = (which: string) => {
    const title = titleOf(app, partAt(draft, which));
    keeper.change((before) => removed(before, which));
    go(routes.zap(id));
    undoable(`“${title}” is deleted.`, keeper.undo);
  };
  const duplicate = (which: string) => {
    const copy = duplicated(draft, which);
    if (!copy) return;
    keeper.change(() => copy.draft);
    go(routes.step(id, copy.id));
  };
  return (
    <>
      <ZapBar
        keeper={keeper}
        editing={editing}
        onRefused={(problems) => {
          setEager(true);
          const [first] = problems;
          // Without an account there is nothing else to begin with.
          if (!draft.connectionId) go(routes.step(id, triggerPlace, 'setup'));
          else if (first?.place) go(routes.step(id, first.place));
        }}
        onPublished={() => {
          setEager(false);
          notifications.clean();
          go(routes.watch(id));
        }}
      />
      {editing.conflict && <ConflictBanner keeper={keeper} conflict={editing.conflict} />}
      <main className={panelStyles.work} aria-label={draft.title || 'Untitled Zap'}>
        <ZapDrawing
          label="Steps"
          steps={drawnDraft(app, editing)}
          selected={isAdding ? undefined : place}
          hrefOf={(each) =>
            routes.step(id, each, each === triggerPlace && !draft.trigger ? 'setup' : 'configure')
          }
          editing={{
            addHref: (after) => routes.addAfter(id, after),
            addingAfter: isAdding ? place : undefined,
            move,
          }}
          corner={<RunBeads zap={zap} />}
        />
        {place === 'versions' ? (
          <VersionsPanel keeper={keeper} editing={editing} />
        ) : place && isAdding ? (
          <AddPanel key={place} keeper={keeper} editing={editing} after={place} />
        ) : !draft.trigger && (!place || place === triggerPlace) ? (
          place && <TriggerPanel keeper={keeper} editing={editing} />
        ) : (
          place && (
            <StepPanel
              keeper={keeper}
              editing={editing}
              place={place}
              tab={tabOf(tab)}
              isEager={isEager}
              onMove={move}
              onDuplicate={duplicate}
              onDelete={remove}
            />
          )
        )}
      </main>
      <div className="unseen" role="status">
        {said}
      </div>
    </>
  );
}

const tabOf = (tab: string | undefined): StepTab => (tab === 'setup' || tab === 'test' ? tab : 'configure');

const focusStep = (place: string) =>
  document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`)?.focus();
