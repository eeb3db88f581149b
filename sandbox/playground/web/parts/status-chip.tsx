import {
  IconAlertCircle,
  IconCheck,
  IconClock,
  IconFilter,
  IconLoader,
  IconPlayerPause,
  IconPlayerStop,
  IconX,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import type { RunStatus } from '../../../zaps/records.ts';
import { statusWords } from '../model/facts.ts';
import styles from './status-chip.module.css';

/** Color says how it came out, and nothing else. */
export type Tone = 'ok' | 'wait' | 'warn' | 'bad' | 'plain';

export const tones: Record<RunStatus, Tone> = {
  running: 'wait',
  success: 'ok',
  filtered: 'plain',
  halted: 'warn',
  held: 'wait',
  waiting: 'wait',
  stopped: 'bad',
};

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;

const icons: Record<RunStatus, Icon> = {
  running: IconLoader,
  success: IconCheck,
  filtered: IconFilter,
  halted: IconPlayerStop,
  held: IconPlayerPause,
  waiting: IconClock,
  stopped: IconX,
};

/** How a run or a step came out: a sign, a word and a color. */
export function StatusChip({ of: status, suffix = '' }: { of: RunStatus; suffix?: string }) {
  const Sign = icons[status];
  return (
    <Chip tone={tones[status]}>
      <Sign size={13} stroke={2.5} aria-hidden />
      {statusWords[status]}
      {suffix}
    </Chip>
  );
}

export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
    </span>
  );
}

/** The round sign on a node. */
export function StatusSign({ of: status }: { of: RunStatus | 'todo' }) {
  const Sign = status === 'todo' ? IconAlertCircle : icons[status];
  return (
    <span className={styles.sign} data-tone={status === 'todo' ? 'warn' : tones[status]}>
      <Sign size={13} stroke={2.5} aria-hidden />
    </span>
  );
}
