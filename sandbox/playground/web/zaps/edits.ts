// What can be done to a Zap that is being built.
import type { Draft, DraftStep } from '../../protocol.ts';
import { newId, triggerPlace } from '../model/steps.ts';

/** @param after the place that it comes after */
export function inserted(draft: Draft, after: string, step: DraftStep): Draft {
  const index = after === triggerPlace ? 0 : draft.steps.findIndex(({ id }) => id === after) + 1;
  return { ...draft, steps: draft.steps.toSpliced(index, 0, step) };
}

export const replaced = (draft: Draft, place: string, step: DraftStep): Draft => ({
  ...draft,
  steps: draft.steps.map((each) => (each.id === place ? step : each)),
});

export const removed = (draft: Draft, place: string): Draft => ({
  ...draft,
  steps: draft.steps.filter(({ id }) => id !== place),
});

/** Moves a step up or down by so many places, as far as there are. */
export function moved(draft: Draft, place: string, by: number): Draft {
  const from = draft.steps.findIndex(({ id }) => id === place);
  const step = draft.steps[from];
  const to = Math.min(draft.steps.length - 1, Math.max(0, from + by));
  if (!step || to === from) return draft;
  return { ...draft, steps: draft.steps.toSpliced(from, 1).toSpliced(to, 0, step) };
}

/** Puts a copy of a step behind it. @returns the Zap, and the copy's id */
export function duplicated(draft: Draft, place: string): { draft: Draft; id: string } | undefined {
  const step = draft.steps.find(({ id }) => id === place);
  if (!step) return undefined;
  const id = newId(draft, step.id.replace(/_\d+$/, ''));
  return { draft: inserted(draft, place, { ...structuredClone(step), id }), id };
}
