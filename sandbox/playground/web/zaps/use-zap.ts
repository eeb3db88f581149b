import { useMemo, useSyncExternalStore } from 'react';
import { type DraftKeeper, type Editing, keeperOf } from './draft-keeper.ts';

/** A Zap as it is being built, live. */
export function useZap(id: string): {
  keeper: DraftKeeper;
  editing: Editing | undefined;
  missing: string | undefined;
} {
  const keeper = useMemo(() => keeperOf(id), [id]);
  const editing = useSyncExternalStore(keeper.watch, () => keeper.editing);
  const missing = useSyncExternalStore(keeper.watch, () => keeper.missing);
  return { keeper, editing, missing };
}
