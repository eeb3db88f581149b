import { isDeepStrictEqual } from 'node:util';
import type { Definition } from '../zaps/definition.ts';
import { asText, isRecord } from '../zaps/references.ts';
import { definitionOf, type Part, titleOfPart } from './flow.ts';
import type { Change, Draft } from './protocol.ts';

/** What is different in a later version of a Zap, in the order of the later version. */
export function changesBetween(
  before: Draft,
  after: Draft,
  definition: Definition,
  accountLabel: (id: string | null) => string | null,
): Change[] {
  const whole = { place: null, where: 'The Zap' };
  const connections = [before, after].map(({ connectionId }) => accountLabel(connectionId));
  return [
    ...textChange(whole, 'Title', before.title, after.title),
    ...textChange(whole, 'Description', before.description, after.description),
    ...textChange(whole, 'Account', connections[0] ?? null, connections[1] ?? null),
    ...triggerChanges(before, after, definition),
    ...stepChanges(before, after, definition),
  ];
}

type Place = Pick<Change, 'place' | 'where'>;

function triggerChanges(before: Draft, after: Draft, definition: Definition): Change[] {
  const named = (part: Draft['trigger']) => (part ? titleOfPart(part, definition) : null);
  const place = { place: 'trigger', where: `Step 1 (${named(after.trigger) ?? named(before.trigger)})` };
  if (!before.trigger || !after.trigger || eventOf(before.trigger) !== eventOf(after.trigger)) {
    return textChange(place, 'Trigger', named(before.trigger), named(after.trigger));
  }
  return partChanges(place, before.trigger, after.trigger, definition);
}

function stepChanges(before: Draft, after: Draft, definition: Definition): Change[] {
  const idsBefore = before.steps.map(({ id }) => id);
  const idsAfter = after.steps.map(({ id }) => id);
  const stayed = idsBefore.filter((id) => idsAfter.includes(id));
  const order = idsAfter.filter((id) => idsBefore.includes(id));
  const whereIn = ({ steps }: Draft, index: number) => {
    const step = steps[index];
    return `Step ${index + 2} (${step ? titleOfPart(step, definition) : ''})`;
  };
  const removed = before.steps.flatMap((step, index) =>
    idsAfter.includes(step.id) ? [] : [plain({ place: step.id, where: whereIn(before, index) }, 'removed')],
  );
  const others = after.steps.flatMap((step, index) => {
    const place = { place: step.id, where: whereIn(after, index) };
    const old = before.steps.find(({ id }) => id === step.id);
    if (!old) return [plain(place, 'added')];
    const moved = order.indexOf(step.id) === stayed.indexOf(step.id) ? [] : [plain(place, 'moved')];
    return [...moved, ...partChanges(place, old, step, definition)];
  });
  return [...removed, ...others];
}

/** Field by field, by their labels. */
function partChanges(place: Place, before: Part, after: Part, definition: Definition): Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter((key) => key !== 'id' && key !== 'kind')
    .flatMap((key) => {
      const [old, now] = [before[key], after[key]];
      if (key === 'input' || key === 'or_create') {
        const fields = definitionOf(after, key, definition)?.operation.inputFields ?? [];
        return fieldChanges(place, old, now, (name) => {
          const field = fields.find((each) => typeof each === 'object' && each.key === name);
          return (typeof field === 'object' && field.label) || name;
        });
      }
      if (key === 'gives' && isRecord(old) && isRecord(now))
        return fieldChanges(place, old, now, (name) => name);
      return textChange(place, PART_LABELS[key] ?? key, old, now);
    });
}

const PART_LABELS: Record<string, string> = {
  name: 'Name',
  step: 'Event',
  action: 'Event',
  search: 'Event',
  app: 'App',
  does: 'Event',
  gives: 'Data out',
  filter: 'Conditions',
  if_nothing_found: 'If nothing is found',
};

function fieldChanges(
  place: Place,
  before: unknown,
  after: unknown,
  label: (key: string) => string,
): Change[] {
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return keys.flatMap((key) => textChange(place, label(key), old[key], now[key]));
}

function textChange(place: Place, label: string, before: unknown, after: unknown): Change[] {
  if (isDeepStrictEqual(before ?? '', after ?? '')) return [];
  return [{ ...place, what: 'changed', label, before: textOf(before), after: textOf(after) }];
}

const plain = (place: Place, what: 'added' | 'removed' | 'moved'): Change => ({
  ...place,
  what,
  label: null,
  before: null,
  after: null,
});

/** Rows and conditions are shown as they stand in the file. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return Array.isArray(value) ? JSON.stringify(value) : asText(value);
}

/** Which event a trigger is of: another one is another trigger, whatever its fields. */
function eventOf(part: Part): string {
  return JSON.stringify([part['step'] ?? null, part['app'] ?? null, part['does'] ?? null]);
}
