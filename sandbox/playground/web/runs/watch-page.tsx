import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { ZapDrawing } from '../drawing/zap-drawing.tsx';
import { routes } from '../model/routes.ts';
import { titleOf } from '../model/steps.ts';
import panelStyles from '../panel/panel.module.css';
import { Chip } from '../parts/status-chip.tsx';
import { onEvent } from '../server/events.ts';
import { usePlayground } from '../server/use-state.ts';
import { NotFound } from '../shell/not-found.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { drawnDraft } from '../zaps/drawn-draft.ts';
import { useZap } from '../zaps/use-zap.ts';
import { RunBeads } from './run-beads.tsx';
import { awaitRun } from './use-playback.ts';
import { WaitingPanel } from './waiting-panel.tsx';

/** A Zap that is on and waits for something to happen; its next run is shown as it comes. */
export function WatchPage({ id }: { id: string }) {
  const { app } = usePlayground();
  const [, go] = useLocation();
  const { editing, missing } = useZap(id);
  useEffect(
    () =>
      onEvent('run', (run) => {
        if (run.zapId !== id) return;
        awaitRun(run.id);
        go(routes.run(run.id));
      }),
    [id, go],
  );
  if (missing) return <NotFound what="This Zap" says={missing} />;
  if (!editing) return null;
  const { zap, draft, published } = editing;
  const shown = published ?? draft;
  const steps = drawnDraft(app, { ...editing, draft: shown, problems: [] }).map((step) => ({
    ...step,
    sign: null,
    look: 'plain' as const,
  }));
  return (
    <>
      <TopBar
        back={{ href: routes.zap(id), label: 'Back to the Zap' }}
        title={zap.title || 'Untitled Zap'}
        status={<Chip tone={zap.isOn ? 'ok' : 'plain'}>{zap.isOn ? 'On' : 'Off'}</Chip>}
        about={<Link href={routes.runsOf(id)}>Its runs</Link>}
      />
      <main className={panelStyles.work} aria-label={zap.title}>
        <ZapDrawing
          label="Steps"
          steps={steps}
          selected={undefined}
          hrefOf={(place) => routes.step(id, place)}
          corner={<RunBeads zap={zap} />}
        />
        <WaitingPanel zap={zap} trigger={shown.trigger} triggerTitle={titleOf(app, shown.trigger)} />
      </main>
    </>
  );
}
