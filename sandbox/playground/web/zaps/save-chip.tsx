import { Chip } from '../parts/status-chip.tsx';
import type { Editing } from './draft-keeper.ts';

/** Whether what is typed is kept, and whether it is what runs. */
export function SaveChip({ editing: { zap, save, conflict } }: { editing: Editing }) {
  const saved = conflict
    ? 'not saved'
    : { saved: 'saved', saving: 'saving …', away: 'kept in this browser' }[save];
  const isDraft = zap.published === null || zap.hasChanges || save !== 'saved';
  return (
    <span role="status" style={{ display: 'inline-flex', gap: 6 }}>
      {zap.published && (
        <Chip tone={zap.isOn ? 'ok' : 'plain'}>
          {zap.isOn ? `On · version ${zap.published.version}` : 'Off'}
        </Chip>
      )}
      {isDraft && <Chip tone={conflict || save === 'away' ? 'warn' : 'plain'}>Draft · {saved}</Chip>}
    </span>
  );
}
