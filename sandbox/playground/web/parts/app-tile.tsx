import { IconFilter } from '@tabler/icons-react';
import type { PartKind } from '../model/steps.ts';
import { usePlayground } from '../server/use-state.ts';
import styles from './app-tile.module.css';

type Props = { kind: PartKind; app: string | null; size?: 36 | 28 };

/** Who does a step: the app's tile, another app's in grey, or a filter's. */
export function AppTile({ kind, app, size = 36 }: Props) {
  const { name } = usePlayground().app;
  const isFilter = kind === 'filter';
  const isOther = kind === 'stand-in';
  return (
    <span
      aria-hidden
      className={styles.tile}
      data-kind={isFilter ? 'filter' : isOther ? 'other' : 'own'}
      style={{ width: size, height: size, fontSize: size / 2.8 }}
    >
      {isFilter ? <IconFilter size={size / 2} /> : initials(isOther ? app || '?' : name)}
    </span>
  );
}

/** "FS" for Field Sales, "QB" for QuickBooks, "Sl" for Slack. */
function initials(name: string): string {
  const capitals = name.match(/\p{Lu}/gu) ?? [];
  return capitals.length >= 2 ? capitals.slice(0, 2).join('') : [...name].slice(0, 2).join('');
}
