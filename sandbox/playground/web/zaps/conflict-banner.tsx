import { Button, Group } from '@mantine/core';
import { IconArrowsSplit } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { Stale } from '../../protocol.ts';
import { when } from '../model/format.ts';
import { routes } from '../model/routes.ts';
import { useAction } from '../server/use-action.tsx';
import styles from '../shell/shell.module.css';
import type { DraftKeeper } from './draft-keeper.ts';

/** Two tabs changed the same Zap: a person says which one counts. Neither is lost before. */
export function ConflictBanner({ keeper, conflict }: { keeper: DraftKeeper; conflict: Stale }) {
  const [, go] = useLocation();
  const [isBusy, run] = useAction();
  return (
    <div className={styles.banner} role="alert">
      <IconArrowsSplit size={18} aria-hidden />
      <p>
        <b>This Zap was changed in another tab {when(conflict.current.zap.savedAt)}.</b> What you typed here
        is not saved yet.
      </p>
      <Group gap="xs" wrap="nowrap">
        <Button size="compact-sm" variant="default" onClick={() => keeper.settle('theirs')}>
          Use the other tab’s
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy}
          onClick={() => run(async () => go(routes.zap(await keeper.settleAsCopy())))}
        >
          Save both
        </Button>
        <Button size="compact-sm" onClick={() => keeper.settle('mine')}>
          Use mine
        </Button>
      </Group>
    </div>
  );
}
