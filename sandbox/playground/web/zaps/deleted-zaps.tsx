import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ZapSummary } from '../../protocol.ts';
import { when } from '../model/format.ts';
import { ServerButton } from '../parts/server-button.tsx';
import { ask } from '../server/requests.ts';
import { useAction } from '../server/use-action.tsx';
import styles from './zaps.module.css';

/** Zaps that were deleted, to be brought back. */
export function DeletedZaps({ zaps }: { zaps: readonly ZapSummary[] }) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, run] = useAction();
  if (zaps.length === 0) return null;
  return (
    <section aria-label="Deleted Zaps" style={{ marginTop: 32 }}>
      <Button
        variant="subtle"
        color="gray"
        c="dimmed"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Deleted Zaps ({zaps.length})
      </Button>
      {isOpen && (
        <ul className={styles.zaps}>
          {zaps.map(({ id, title, deletedAt }) => (
            <li key={id} className={styles.zap}>
              <div className={styles.main}>
                <span>{title || 'Untitled Zap'}</span>
                <small>Deleted {deletedAt && when(deletedAt)}</small>
              </div>
              <ServerButton
                variant="default"
                size="compact-sm"
                disabled={isBusy}
                aria-label={`Bring back ${title || 'Untitled Zap'}`}
                onClick={() => run(() => ask('POST', `/zaps/${id}/undelete`))}
              >
                Bring back
              </ServerButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
