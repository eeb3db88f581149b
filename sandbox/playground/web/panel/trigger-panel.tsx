import { useLocation } from 'wouter';
import { routes } from '../model/routes.ts';
import { triggerPlace } from '../model/steps.ts';
import { usePlayground } from '../server/use-state.ts';
import type { DraftKeeper, Editing } from '../zaps/draft-keeper.ts';
import { AccountChoice } from './account-choice.tsx';
import { triggerChoices } from './choices.ts';
import { Panel } from './panel.tsx';
import { PartChooser } from './part-chooser.tsx';

/** Chooses what starts a new Zap, and connects an account if there is none. */
export function TriggerPanel({ keeper, editing: { zap, draft } }: { keeper: DraftKeeper; editing: Editing }) {
  const { app, connections } = usePlayground();
  const [, go] = useLocation();
  return (
    <Panel
      id="choose a trigger"
      title="Choose a trigger"
      about="What starts this Zap?"
      closeHref={routes.zap(zap.id)}
    >
      {connections.length === 0 && (
        <AccountChoice
          connectionId={draft.connectionId}
          onChange={(connectionId) => keeper.change((before) => ({ ...before, connectionId }))}
        />
      )}
      <PartChooser
        groups={triggerChoices(app)}
        onChoose={({ make }) => {
          const trigger = make(draft);
          keeper.change((before) => ({ ...before, trigger }));
          go(routes.step(zap.id, triggerPlace, trigger.kind === 'app' ? 'setup' : 'test'));
        }}
      />
    </Panel>
  );
}
