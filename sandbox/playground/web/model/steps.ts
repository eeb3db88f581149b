// The trigger and the steps of a Zap, by the app's definition.
import type { Field, StepDefinition } from '../../../zaps/definition.ts';
import { resolve } from '../../../zaps/references.ts';
import type { AppInfo, Draft, DraftStep, DraftTrigger, FlowNode, ZapTests } from '../../protocol.ts';
import { type FieldList, isRecord } from '../data/entries.ts';
import { type SourceGroup, sourcesOf } from '../mapping/sources.ts';

export type Part = DraftTrigger | DraftStep;
export type PartKind = FlowNode['kind'];

/** The trigger's place among the steps' ids. */
export const triggerPlace = 'trigger';

/** What the app's definition says of a trigger or step; nothing for filters and other apps' steps. */
export function definitionOf({ definition }: AppInfo, part: Part | null): StepDefinition | undefined {
  switch (part?.kind) {
    case 'step':
      return definition.triggers[part.step];
    case 'action':
      return definition.creates[part.action];
    case 'search':
      return definition.searches[part.search];
    default:
      return undefined;
  }
}

export function kindOf(app: AppInfo, part: Part): PartKind {
  switch (part.kind) {
    case 'step':
      return definitionOf(app, part)?.operation.type === 'hook' ? 'instant' : 'polling';
    case 'app':
      return 'stand-in';
    default:
      return part.kind;
  }
}

/** The other app's name; null for the app's own steps and for filters. */
export const appOf = (part: Part): string | null => (part.kind === 'app' ? part.app : null);

/** The name that a person gave it, else what it does. */
export function titleOf(app: AppInfo, part: Part | null): string {
  if (!part) return 'Choose a trigger';
  if (part.name) return part.name;
  if (part.kind === 'filter') return 'Only continue if';
  if (part.kind === 'app') return part.does || 'Choose what it does';
  const key = part.kind === 'step' ? part.step : part.kind === 'action' ? part.action : part.search;
  const pair = part.kind === 'search' && part.or_create ? orCreateOf(app, part.search) : undefined;
  return pair?.label ?? definitionOf(app, part)?.display.label ?? key;
}

/** The action that makes what a search does not find, and what both together are called. */
export function orCreateOf({ definition }: AppInfo, search: string) {
  const pair = Object.values(definition.searchOrCreates).find((each) => each.search === search);
  const create = pair && definition.creates[pair.create];
  return pair && create ? { label: pair.display.label, create } : undefined;
}

/** The line above a step's title. */
export function kindInWords(kind: PartKind, app: string | null, isTrigger: boolean): string {
  if (kind === 'stand-in') return `${app || 'Another app'} · stand-in`;
  if (isTrigger) return `Trigger · ${kind}`;
  return { action: 'Action', search: 'Search', filter: 'Filter', instant: 'Trigger', polling: 'Trigger' }[
    kind
  ];
}

/** The fields of a form; those that a function makes cannot be known here. */
export const inputFieldsOf = (definition: StepDefinition | undefined): Field[] =>
  (definition?.operation.inputFields ?? []).filter((field) => typeof field !== 'string');

export const outputFieldsOf = (app: AppInfo, part: Part | null): FieldList =>
  definitionOf(app, part)?.operation.outputFields ?? [];

/** The trigger and the steps with their places, in order. */
export function partsOf({ trigger, steps }: Draft): { place: string; part: Part | null; number: number }[] {
  return [
    { place: triggerPlace, part: trigger, number: 1 },
    ...steps.map((step, index) => ({ place: step.id, part: step, number: index + 2 })),
  ];
}

export const partAt = (draft: Draft, place: string): Part | null =>
  place === triggerPlace ? draft.trigger : (draft.steps.find(({ id }) => id === place) ?? null);

/** Outputs by name: what each step gave in its test, or else by the sample of its definition. */
export function outputsOf(app: AppInfo, draft: Draft, tests: ZapTests): Record<string, unknown> {
  const outputs: Record<string, unknown> = {};
  for (const { place, part } of partsOf(draft)) {
    // A stand-in gives what is typed, with data of the steps before it.
    outputs[place] =
      part?.kind === 'app'
        ? resolve(Array.isArray(part.gives) ? part.gives[0] : part.gives, outputs)
        : outputAt(app, part, tests, place);
  }
  return outputs;
}

function outputAt(app: AppInfo, part: Part | null, tests: ZapTests, place: string): unknown {
  if (place === triggerPlace) {
    const { found = [], picked = null } = tests.trigger ?? {};
    const record = picked === null ? undefined : found[picked];
    if (record) return record.data;
  } else {
    const tested = tests.steps[place]?.record;
    if (tested?.output !== null && tested?.output !== undefined) return tested.output;
  }
  return definitionOf(app, part)?.operation.sample;
}

/** All that stands before a place, to be mapped into it. */
export function groupsBefore(app: AppInfo, draft: Draft, tests: ZapTests, place: string): SourceGroup[] {
  const parts = partsOf(draft);
  const outputs = outputsOf(app, draft, tests);
  const end = parts.findIndex((each) => each.place === place);
  return parts.slice(0, Math.max(0, end)).flatMap(({ place: name, part, number }) => {
    if (!part || part.kind === 'filter') return [];
    const title = `${number}. ${titleOf(app, part)}`;
    const sources = sourcesOf(outputs[name], name, outputFieldsOf(app, part));
    return [{ name, title, number, app: appOf(part), sources }];
  });
}

/** An id for a new step, made of what it does. */
export function newId(draft: Draft, key: string): string {
  const base = key.replace(/[^a-z0-9_]/g, '_').replace(/^[^a-z]+/, '') || 'step';
  const taken = new Set(['trigger', ...draft.steps.map(({ id }) => id)]);
  let id = base;
  for (let count = 2; taken.has(id); count += 1) id = `${base}_${count}`;
  return id;
}

/** What is filled in as it is kept: plain JSON. */
export type Values = Extract<DraftStep, { kind: 'action' }>['input'];

/** What a form begins with: the definition's defaults. */
export function begunWith(definition: StepDefinition | undefined): Values {
  return Object.fromEntries(
    inputFieldsOf(definition).flatMap(({ key, default: value }) =>
      value === undefined ? [] : [[key, value]],
    ),
  );
}

export type FieldGroup = { key: string; label: string };

/** The sections that a definition sorts its fields into. */
export function fieldGroupsOf(definition: StepDefinition | undefined): FieldGroup[] {
  const groups = definition?.operation['inputFieldGroups'];
  return (Array.isArray(groups) ? groups : []).filter(isRecord).map(({ key, label }) => ({
    key: String(key),
    label: String(label ?? key),
  }));
}
