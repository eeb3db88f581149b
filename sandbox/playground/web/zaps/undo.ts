/** What was changed, to be taken back and done again. */
export type Past<T> = { now: T; before: readonly T[]; after: readonly T[]; kind: string; at: number };

/** How many changes can be taken back. */
const longest = 200;
/** Changes of one kind that follow each other this closely, in milliseconds, are one. */
const together = 1500;

export const begin = <T>(now: T): Past<T> => ({ now, before: [], after: [], kind: '', at: 0 });

/** @param kind what is changed, such as a field; typing into it is one change */
export function changed<T>(past: Past<T>, now: T, kind: string, at: number): Past<T> {
  const isOne = kind !== '' && kind === past.kind && at - past.at < together;
  const before = isOne ? past.before : [...past.before.slice(-longest + 1), past.now];
  return { now, before, after: [], kind, at };
}

export function undone<T>({ now, before, after }: Past<T>): Past<T> | undefined {
  const last = before.at(-1);
  if (last === undefined) return undefined;
  return { now: last, before: before.slice(0, -1), after: [now, ...after], kind: '', at: 0 };
}

export function redone<T>({ now, before, after }: Past<T>): Past<T> | undefined {
  const [next, ...later] = after;
  if (next === undefined) return undefined;
  return { now: next, before: [...before, now], after: later, kind: '', at: 0 };
}
