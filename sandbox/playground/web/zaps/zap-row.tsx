import { ActionIcon, Menu, Switch } from '@mantine/core';
import { IconCopy, IconDots, IconDownload, IconEye, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import type { ZapDetail, ZapSummary } from '../../protocol.ts';
import { statusWords } from '../model/facts.ts';
import { clockTime, count, when } from '../model/format.ts';
import { routes } from '../model/routes.ts';
import { Chip, StatusSign } from '../parts/status-chip.tsx';
import { useServer } from '../server/events.ts';
import { ask } from '../server/requests.ts';
import { useAction } from '../server/use-action.tsx';
import { deleteZap } from './delete-zap.ts';
import { ZapFlow } from './zap-flow.tsx';
import styles from './zaps.module.css';

/** A Zap in the list. */
export function ZapRow({ zap }: { zap: ZapSummary }) {
  const [isBusy, run] = useAction();
  const { isAway } = useServer();
  const [, go] = useLocation();
  const { id, isOn, published, hasChanges, lastRun, runs, poll, problem } = zap;
  const title = zap.title || 'Untitled Zap';
  const failed = runs.stopped + runs.held;
  return (
    <li className={styles.zap} aria-label={title}>
      <div className={styles.main}>
        <Link href={routes.zap(id)} className={styles.title} dir="auto">
          {title}
        </Link>
        <ZapFlow flow={zap.flow} />
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className={styles.facts}>
        {(!published || hasChanges) && <Chip>{published ? 'Draft has changes' : 'Draft'}</Chip>}
        {lastRun ? (
          <Link href={routes.run(lastRun.id)} className={styles.last}>
            <StatusSign of={lastRun.status} />
            <span>
              {lastRun.title}
              <small>
                {statusWords[lastRun.status]}, {when(lastRun.startedAt)}
              </small>
            </span>
          </Link>
        ) : (
          <small>No runs yet</small>
        )}
        {failed > 0 && (
          <Link href={routes.runsOf(id)}>
            <Chip tone="bad">{count(failed, 'run')} need you</Chip>
          </Link>
        )}
        {isOn && poll?.nextAt && <small>Next poll {clockTime(poll.nextAt)}</small>}
      </div>
      <div className={styles.do}>
        <Switch
          aria-label={`${title} is on`}
          checked={isOn}
          disabled={isBusy || isAway || !published}
          onChange={({ currentTarget }) =>
            run(() => ask('POST', `/zaps/${id}/${currentTarget.checked ? 'on' : 'off'}`))
          }
        />
        <Menu position="bottom-end" shadow="md" width={190}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" c="dimmed" aria-label={`More for ${title}`}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isOn && (
              <Menu.Item leftSection={<IconEye size={15} aria-hidden />} onClick={() => go(routes.watch(id))}>
                Watch it run
              </Menu.Item>
            )}
            {isOn && zap.flow[0]?.kind !== 'instant' && (
              <Menu.Item
                leftSection={<IconPlayerPlay size={15} aria-hidden />}
                onClick={() => run(() => ask('POST', `/zaps/${id}/run`))}
              >
                Run now
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconCopy size={15} aria-hidden />}
              onClick={() =>
                run(async () => {
                  const copy = await ask<ZapDetail>('POST', '/zaps', { copyOf: id });
                  go(routes.zap(copy.zap.id));
                })
              }
            >
              Duplicate
            </Menu.Item>
            <Menu.Item
              component="a"
              href={`/playground/api/zaps/${id}/export`}
              download
              leftSection={<IconDownload size={15} aria-hidden />}
            >
              Export
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              c="var(--bad)"
              leftSection={<IconTrash size={15} aria-hidden />}
              onClick={() => run(() => deleteZap(zap))}
            >
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  );
}
