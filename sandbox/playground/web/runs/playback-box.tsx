import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react';
import styles from '../drawing/zap-drawing.module.css';
import type { Playback } from './use-playback.ts';

type Props = { playback: Playback; steps: number; onStep: (at: number) => void };

/** Plays a run again, or goes through it step by step, forwards and backwards. */
export function PlaybackBox({ playback: { at, isPlaying, play }, steps, onStep }: Props) {
  const button = { variant: 'subtle', color: 'gray', c: 'dimmed', size: 26 } as const;
  return (
    <fieldset className={styles.box} aria-label="Playback">
      <ActionIcon {...button} aria-label="Step back" disabled={at <= 1} onClick={() => onStep(at - 1)}>
        <IconPlayerSkipBack size={15} aria-hidden />
      </ActionIcon>
      <Tooltip label="Play it again">
        <ActionIcon {...button} aria-label="Play it again" disabled={isPlaying} onClick={play}>
          <IconPlayerPlay size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <ActionIcon {...button} aria-label="Step forward" disabled={at >= steps} onClick={() => onStep(at + 1)}>
        <IconPlayerSkipForward size={15} aria-hidden />
      </ActionIcon>
      <span style={{ padding: '0 6px', fontVariantNumeric: 'tabular-nums' }}>
        Step {at} of {steps}
      </span>
    </fieldset>
  );
}
