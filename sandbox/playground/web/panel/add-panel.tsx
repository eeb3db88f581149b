import { useLocation } from 'wouter';
import { routes } from '../model/routes.ts';
import { partsOf, titleOf } from '../model/steps.ts';
import { usePlayground } from '../server/use-state.ts';
import type { DraftKeeper, Editing } from '../zaps/draft-keeper.ts';
import { inserted } from '../zaps/edits.ts';
import { stepChoices } from './choices.ts';
import { Panel } from './panel.tsx';
import { PartChooser } from './part-chooser.tsx';

type Props = { keeper: DraftKeeper; editing: Editing; after: string };

/** Chooses the step that comes after a place. */
export function AddPanel({ keeper, editing: { zap, draft }, after }: Props) {
  const { app } = usePlayground();
  const [, go] = useLocation();
  const before = partsOf(draft).find(({ place }) => place === after);
  return (
    <Panel
      id={`add ${after}`}
      title="Add a step"
      about={before && `After ${before.number}. ${titleOf(app, before.part)}`}
      closeHref={routes.zap(zap.id)}
    >
      <PartChooser
        groups={stepChoices(app)}
        onChoose={({ make }) => {
          const step = make(draft);
          keeper.change((now) => inserted(now, after, step));
          go(routes.step(zap.id, step.id, step.kind === 'app' ? 'setup' : 'configure'));
        }}
      />
    </Panel>
  );
}
