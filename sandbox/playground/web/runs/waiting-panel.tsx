import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { DraftTrigger, ZapSummary } from '../../protocol.ts';
import { when } from '../model/format.ts';
import { routes } from '../model/routes.ts';
import styles from '../panel/panel.module.css';
import { Panel } from '../panel/panel.tsx';
import { AppTile } from '../parts/app-tile.tsx';
import { ServerButton } from '../parts/server-button.tsx';
import { ActionButton } from '../product/action-button.tsx';
import { causes } from '../product/causes.ts';
import { ask } from '../server/requests.ts';
import { useAction } from '../server/use-action.tsx';

type Props = { zap: ZapSummary; trigger: DraftTrigger | null; triggerTitle: string };

/** What a Zap waits for, and how to let it happen. */
export function WaitingPanel({ zap, trigger, triggerTitle }: Props) {
  const [isBusy, run] = useAction();
  const node = zap.flow[0];
  const cause = trigger?.kind === 'step' ? causes[trigger.step] : undefined;
  const isInstant = node?.kind === 'instant';
  return (
    <Panel
      id="waiting"
      title={zap.isOn ? 'The Zap is on' : 'The Zap is off'}
      about={`It starts with ${triggerTitle}.`}
      tile={node && <AppTile kind={node.kind} app={node.app} />}
      closeHref={routes.zap(zap.id)}
    >
      <p role="status" className={styles.note} data-tone={zap.isOn ? 'wait' : 'warn'}>
        <b>
          {zap.isOn
            ? `Waiting for ${triggerTitle}`
            : zap.published
              ? 'Turn it on to let it run.'
              : 'Publish it first.'}
        </b>
        {zap.isOn && 'Its run is shown here as it happens.'}
      </p>
      {zap.problem && (
        <p className={styles.note} data-tone="bad">
          {zap.problem}
        </p>
      )}
      {!zap.isOn && zap.published && (
        <ServerButton loading={isBusy} onClick={() => run(() => ask('POST', `/zaps/${zap.id}/on`))}>
          Turn on
        </ServerButton>
      )}
      {zap.isOn && cause && (
        <>
          <p className={styles.help}>{cause.says}</p>
          {'action' in cause ? (
            <ActionButton action={cause.action} />
          ) : (
            <Button component={Link} href={cause.href}>
              {cause.label}
            </Button>
          )}
        </>
      )}
      {zap.isOn && !isInstant && (
        <>
          {zap.poll?.nextAt && (
            <p className={styles.help}>
              It polls every {zap.poll.everySeconds} seconds; the next poll is {when(zap.poll.nextAt)}.
            </p>
          )}
          <ServerButton
            variant={cause ? 'default' : 'filled'}
            loading={isBusy}
            onClick={() => run(() => ask('POST', `/zaps/${zap.id}/run`))}
          >
            Run now
          </ServerButton>
        </>
      )}
    </Panel>
  );
}
