import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import type { Replayed, RunDetail } from '../../protocol.ts';
import { ZapDrawing } from '../drawing/zap-drawing.tsx';
import { statusWords } from '../model/facts.ts';
import { count, duration, when } from '../model/format.ts';
import { type RunTab, routes } from '../model/routes.ts';
import { partsOf } from '../model/steps.ts';
import panelStyles from '../panel/panel.module.css';
import { ServerButton } from '../parts/server-button.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { ask } from '../server/requests.ts';
import { useAction } from '../server/use-action.tsx';
import { usePlayground } from '../server/use-state.ts';
import { NotFound } from '../shell/not-found.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { drawnRun } from './drawn-run.ts';
import { PlaybackBox } from './playback-box.tsx';
import { RunPanel } from './run-panel.tsx';
import { usePlayback } from './use-playback.ts';
import { useRun } from './use-run.ts';

type Props = { id: string; place?: string | undefined; tab?: string | undefined };

/** One run on the drawing of its Zap: how far it came, what went in and out, and why it ended where it did. */
export function RunPage({ id, place, tab }: Props) {
  const { answer: detail, problem } = useRun(id);
  if (problem && !detail) return <NotFound what="This run" says={problem} />;
  return detail ? <Opened key={id} detail={detail} place={place} tab={tab} /> : null;
}

function Opened({ detail, place, tab }: { detail: RunDetail } & Omit<Props, 'id'>) {
  const { app } = usePlayground();
  const [, go] = useLocation();
  const [isBusy, act] = useAction();
  const { run, draft } = detail;
  const playback = usePlayback(run.id, run.steps.length);
  const parts = partsOf(draft);
  // Without a wish, what is worth looking at is where it ended; while it is played, where the light is.
  const shown = place ?? parts[playback.at - 1]?.place;
  const index = parts.findIndex((part) => part.place === shown);
  const end = run.steps.length;
  const reached = run.steps[playback.at - 1];
  const replay = () =>
    act(async () => {
      const { runs, refused } = await ask<Replayed>('POST', '/runs/replay', { ids: [run.id] });
      const [refusal] = refused;
      if (refusal) throw new Error(refusal.message);
      const [made] = runs;
      if (made && made.runId !== run.id) go(routes.run(made.runId));
    });
  return (
    <>
      <TopBar
        back={{ href: routes.runs, label: 'All runs' }}
        title={run.title}
        status={
          <span role="status">
            <StatusChip
              of={playback.isPlaying ? 'running' : run.status}
              suffix={
                playback.isPlaying || ['success', 'running'].includes(run.status) ? '' : ` at step ${end}`
              }
            />
          </span>
        }
        about={
          <>
            <Link href={routes.zap(run.zapId)}>{run.zapTitle}</Link> · {when(run.startedAt)} ·{' '}
            {count(run.requests, 'request')}, {duration(run.durationMs)}
          </>
        }
      >
        <Neighbor label="Older run" id={detail.older} Icon={IconChevronLeft} />
        <Neighbor label="Newer run" id={detail.newer} Icon={IconChevronRight} />
        {run.status !== 'running' && (
          <ServerButton loading={isBusy} onClick={replay}>
            Replay
          </ServerButton>
        )}
      </TopBar>
      <main className={panelStyles.work} aria-label={`Run ${run.title}`}>
        <ZapDrawing
          label="Steps of the run"
          steps={drawnRun(app, detail, playback.at, playback.isPlaying)}
          selected={shown}
          hrefOf={(each) => routes.runStep(run.id, each)}
          corner={
            <PlaybackBox
              playback={playback}
              steps={end}
              onStep={(at) => {
                playback.to(at);
                go(routes.runStep(run.id, parts[at - 1]?.place ?? ''), { replace: true });
              }}
            />
          }
        />
        {index >= 0 && (place || !matchMedia('(max-width: 760px)').matches) && (
          <RunPanel detail={detail} index={index} tab={tabOf(tab)} isChosen={place !== undefined} />
        )}
      </main>
      <div className="unseen" role="status">
        {playback.isPlaying &&
          reached &&
          `Step ${playback.at}, ${reached.title}: ${statusWords[reached.status]}`}
      </div>
    </>
  );
}

const tabOf = (tab: string | undefined): RunTab | undefined =>
  tab === 'in' || tab === 'out' || tab === 'requests' ? tab : undefined;

type NeighborProps = { label: string; id: string | null; Icon: typeof IconChevronLeft };

function Neighbor({ label, id, Icon }: NeighborProps) {
  const shared = { variant: 'default', size: 34, 'aria-label': label } as const;
  const sign = <Icon size={17} aria-hidden />;
  return id ? (
    <ActionIcon component={Link} href={routes.run(id)} {...shared}>
      {sign}
    </ActionIcon>
  ) : (
    <ActionIcon disabled {...shared}>
      {sign}
    </ActionIcon>
  );
}
