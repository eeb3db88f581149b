import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { Change, Version } from '../../protocol.ts';
import { when } from '../model/format.ts';
import { routes } from '../model/routes.ts';
import { ServerButton } from '../parts/server-button.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { ask } from '../server/requests.ts';
import { useAction } from '../server/use-action.tsx';
import { useQuestion } from '../server/use-question.ts';
import type { DraftKeeper, Editing } from '../zaps/draft-keeper.ts';
import { ChangeList } from './change-list.tsx';
import styles from './panel.module.css';
import { Panel } from './panel.tsx';

/** What was published before, compared with the draft, and brought back into it. */
export function VersionsPanel({ keeper, editing: { zap } }: { keeper: DraftKeeper; editing: Editing }) {
  const { id, published, revision } = zap;
  // Asked again when another version is published.
  // biome-ignore lint/correctness/useExhaustiveDependencies: publishing makes a version
  const question = useCallback(() => ask<Version[]>('GET', `/zaps/${id}/versions`), [id, published?.version]);
  const { answer: versions, problem } = useQuestion(question);
  const [opened, setOpened] = useState<number>();
  const [isBusy, run] = useAction();
  return (
    <Panel
      id="versions"
      title="Versions"
      about="Each time you publish, a version is kept."
      closeHref={routes.zap(id)}
    >
      {problem && <p className={styles.note}>{problem}</p>}
      {versions?.length === 0 && <p className={styles.help}>Nothing is published yet.</p>}
      <ul className={styles.list} aria-label="Versions">
        {versions?.map(({ version, at, title }) => (
          <li key={version}>
            <button
              type="button"
              className={styles.choice}
              aria-expanded={version === opened}
              onClick={() => setOpened(version === opened ? undefined : version)}
            >
              <span className={styles.choiceWords}>
                <b>Version {version}</b>
                <small>
                  {when(at)} · {title}
                </small>
              </span>
              {version === published?.version && <Chip tone="ok">Published</Chip>}
            </button>
            {version === opened && (
              <div style={{ padding: '4px 10px 12px', display: 'grid', gap: 10 }}>
                <Difference key={revision} zap={id} version={version} />
                <ServerButton
                  variant="default"
                  size="compact-sm"
                  loading={isBusy}
                  onClick={() => run(() => keeper.restore(version))}
                >
                  Bring version {version} back as the draft
                </ServerButton>
              </div>
            )}
          </li>
        ))}
      </ul>
      {!versions && !problem && <Button variant="subtle" loading aria-label="Loading" />}
    </Panel>
  );
}

function Difference({ zap, version }: { zap: string; version: number }) {
  const question = useCallback(
    () => ask<Change[]>('GET', `/zaps/${zap}/changes?from=${version}&to=draft`),
    [zap, version],
  );
  const { answer, problem } = useQuestion(question);
  if (problem) return <p className={styles.note}>{problem}</p>;
  if (!answer) return null;
  return (
    <ChangeList changes={answer} nothing="The draft is the same." heading="Changed in the draft since" />
  );
}
