import type { Definition, StepDefinition } from '../zaps/definition.ts';
import type { DraftFile } from '../zaps/draft-file.ts';
import type { FlowNode } from './protocol.ts';

/** A trigger or step of a Zap, or of a file that is none yet. */
export type Part = Record<string, unknown>;

/** A Zap in one look. */
export function flowOf({ trigger, steps }: DraftFile, definition: Definition): FlowNode[] {
  const start = trigger ? [nodeOf(trigger, 'trigger', definition)] : [];
  return [...start, ...steps.map((step) => nodeOf(step, step.id, definition))];
}

type DraftPart = NonNullable<DraftFile['trigger']> | DraftFile['steps'][number];

function nodeOf(part: DraftPart, id: string, definition: Definition): FlowNode {
  const title = titleOfPart(part, definition);
  switch (part.kind) {
    case 'step': {
      const isInstant = definition.triggers[part.step]?.operation.type === 'hook';
      return { id, kind: isInstant ? 'instant' : 'polling', app: null, key: part.step, title };
    }
    case 'action':
      return { id, kind: 'action', app: null, key: part.action, title };
    case 'search':
      return { id, kind: 'search', app: null, key: part.search, title };
    case 'app':
      return { id, kind: 'stand-in', app: part.app, key: null, title };
    case 'filter':
      return { id, kind: 'filter', app: null, key: null, title };
  }
}

/** What a person called a trigger or step, else its label; blank for what is neither. */
export function titleOfPart(part: Part, definition: Definition): string {
  const { name, does, filter, search, or_create } = part;
  if (typeof name === 'string') return name;
  if (typeof does === 'string') return does;
  if (filter !== undefined) return 'Only continue if';
  const pair =
    or_create === undefined
      ? undefined
      : Object.values(definition.searchOrCreates).find((each) => each.search === search);
  return (pair ?? definitionOf(part, 'input', definition))?.display.label ?? '';
}

/** The step of the app that a part of a Zap uses, or the one that makes what is not found. */
export function definitionOf(
  { step, action, search }: Part,
  form: 'input' | 'or_create',
  { triggers, creates, searches, searchOrCreates }: Definition,
): StepDefinition | undefined {
  if (typeof step === 'string') return triggers[step];
  if (typeof action === 'string') return creates[action];
  if (typeof search !== 'string') return undefined;
  if (form === 'input') return searches[search];
  const pair = Object.values(searchOrCreates).find((each) => each.search === search);
  return pair && creates[pair.create];
}
