import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'wouter';
import { listed } from '../model/format.ts';
import { routes } from '../model/routes.ts';
import { ServerButton } from '../parts/server-button.tsx';
import { ask } from '../server/requests.ts';
import { useAction } from '../server/use-action.tsx';
import { usePlayground } from '../server/use-state.ts';
import styles from './shell.module.css';

/** Trouble that is on is seen everywhere, and ended from anywhere. */
export function TroubleBanner() {
  const { trouble } = usePlayground();
  const [isBusy, run] = useAction();
  if (trouble.length === 0) return null;
  const canEnd = trouble.some(({ end }) => end !== null);
  return (
    <div className={styles.banner} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <p>
        <b>{listed(trouble.map(({ title }) => title))}.</b> {trouble.length === 1 && trouble[0]?.detail}
      </p>
      {canEnd ? (
        <ServerButton
          size="compact-sm"
          variant="default"
          loading={isBusy}
          onClick={() => run(() => ask('DELETE', '/trouble'))}
        >
          {trouble.length === 1 ? (trouble[0]?.end ?? 'End it') : 'End all'}
        </ServerButton>
      ) : (
        <Button component={Link} href={routes.trouble} size="compact-sm" variant="default">
          Connect again
        </Button>
      )}
    </div>
  );
}
