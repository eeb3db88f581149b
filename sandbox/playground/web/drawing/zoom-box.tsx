import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMinus, IconPlus, IconViewportShort, IconViewportTall } from '@tabler/icons-react';
import { leastZoom, mostZoom } from './view.ts';
import styles from './zap-drawing.module.css';

type Props = {
  zoom: number;
  onZoom: (zoom: number | 'fit') => void;
  isCompact: boolean;
  onCompact: (isCompact: boolean) => void;
};

/** Nearer, farther, fitted; all steps collapsed to their titles. */
export function ZoomBox({ zoom, onZoom, isCompact, onCompact }: Props) {
  const collapse = isCompact ? 'Expand steps' : 'Collapse steps';
  const button = { variant: 'subtle', color: 'gray', c: 'dimmed', size: 26 } as const;
  return (
    <fieldset className={styles.box} aria-label="View">
      <Tooltip label={collapse}>
        <ActionIcon {...button} aria-label={collapse} onClick={() => onCompact(!isCompact)}>
          {isCompact ? (
            <IconViewportTall size={15} aria-hidden />
          ) : (
            <IconViewportShort size={15} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
      <ActionIcon
        {...button}
        className={styles.zoom ?? ''}
        aria-label="Zoom out"
        disabled={zoom <= leastZoom}
        onClick={() => onZoom(zoom - 0.1)}
      >
        <IconMinus size={15} aria-hidden />
      </ActionIcon>
      <button type="button" className={styles.percent} title="Fit to the page" onClick={() => onZoom('fit')}>
        {Math.round(zoom * 100)} %
      </button>
      <ActionIcon
        {...button}
        className={styles.zoom ?? ''}
        aria-label="Zoom in"
        disabled={zoom >= mostZoom}
        onClick={() => onZoom(zoom + 0.1)}
      >
        <IconPlus size={15} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
}
