import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconDots,
  IconDownload,
  IconHistory,
  IconListCheck,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Problem, ZapDetail } from '../../protocol.ts';
import { routes } from '../model/routes.ts';
import { ServerButton } from '../parts/server-button.tsx';
import { ask, Refusal } from '../server/requests.ts';
import { tellProblem, useAction } from '../server/use-action.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { deleteZap } from './delete-zap.ts';
import type { DraftKeeper, Editing } from './draft-keeper.ts';
import { SaveChip } from './save-chip.tsx';
import { ZapTitle } from './zap-title.tsx';

type Props = {
  keeper: DraftKeeper;
  editing: Editing;
  onRefused: (problems: readonly Problem[]) => void;
  onPublished: () => void;
};

/** Which Zap it is, whether it is saved and published, and what can be done with it. */
export function ZapBar({ keeper, editing, onRefused, onPublished }: Props) {
  const { zap, draft, canUndo, canRedo } = editing;
  const [isPublishing, setPublishing] = useState(false);
  const [isRunning, run] = useAction();
  const [, go] = useLocation();
  const publish = async () => {
    setPublishing(true);
    try {
      await keeper.publish();
      onPublished();
    } catch (error) {
      tellProblem(error);
      if (error instanceof Refusal) onRefused(error.problems);
    } finally {
      setPublishing(false);
    }
  };
  const canRun = zap.isOn && zap.published !== null && zap.flow[0]?.kind !== 'instant';
  const icon = { variant: 'subtle', color: 'gray', c: 'dimmed', size: 32 } as const;
  return (
    <TopBar
      back={{ href: routes.zaps, label: 'All Zaps' }}
      title={
        <ZapTitle
          title={draft.title}
          onChange={(title) => keeper.change((d) => ({ ...d, title }), 'title')}
        />
      }
      status={<SaveChip editing={editing} />}
    >
      <Tooltip label="Undo">
        <ActionIcon {...icon} aria-label="Undo" disabled={!canUndo} onClick={keeper.undo}>
          <IconArrowBackUp size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Redo">
        <ActionIcon {...icon} aria-label="Redo" disabled={!canRedo} onClick={keeper.redo}>
          <IconArrowForwardUp size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" shadow="md" width={200}>
        <Menu.Target>
          <ActionIcon {...icon} aria-label="More for this Zap">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            href={routes.versions(zap.id)}
            leftSection={<IconHistory size={15} aria-hidden />}
          >
            Versions
          </Menu.Item>
          <Menu.Item
            component={Link}
            href={routes.runsOf(zap.id)}
            leftSection={<IconListCheck size={15} aria-hidden />}
          >
            Runs of this Zap
          </Menu.Item>
          <Menu.Item
            component="a"
            href={`/playground/api/zaps/${zap.id}/export`}
            download
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            Export
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={15} aria-hidden />}
            onClick={() =>
              run(async () => {
                await keeper.flush();
                const copy = await ask<ZapDetail>('POST', '/zaps', { copyOf: zap.id });
                go(routes.zap(copy.zap.id));
              })
            }
          >
            Duplicate
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            c="var(--bad)"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() =>
              run(async () => {
                await deleteZap(zap);
                go(routes.zaps);
              })
            }
          >
            Delete Zap
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {canRun && (
        <ServerButton
          variant="default"
          loading={isRunning}
          onClick={() =>
            run(async () => {
              await ask('POST', `/zaps/${zap.id}/run`);
              go(routes.watch(zap.id));
            })
          }
        >
          Run now
        </ServerButton>
      )}
      <ServerButton loading={isPublishing} disabled={editing.conflict !== null} onClick={publish}>
        Publish
      </ServerButton>
    </TopBar>
  );
}
