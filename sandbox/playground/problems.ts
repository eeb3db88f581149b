import { ApiError, errorBody } from '../api/errors.ts';
import type { Definition, Field } from '../zaps/definition.ts';
import { isRecord } from '../zaps/references.ts';
import type { FileProblem } from '../zaps/zap-file.ts';
import { definitionOf, type Part, titleOfPart } from './flow.ts';
import type { Problem } from './protocol.ts';

/** What is still wrong with a Zap or a file, each with its place. */
export class Unusable extends ApiError {
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[]) {
    super(422, [message, ...problems.map(({ sentence }) => sentence)].join('\n'));
    this.problems = problems;
  }

  /** The body of the answer. */
  get body(): object {
    return { ...errorBody(this), problems: this.problems };
  }
}

/** What a key of the file is called on the page. */
const LABELS: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  step: 'Event',
  action: 'Event',
  search: 'Event',
  app: 'App',
  does: 'Event',
  gives: 'Data out',
  input: 'Data in',
  or_create: 'Create',
  filter: 'Conditions',
  name: 'Name',
  id: 'ID',
};

/**
 * Puts what is wrong with a Zap's file into the words of the page.
 * @param file a Zap, or what should have been one
 */
export function inWords(problems: readonly FileProblem[], file: unknown, definition: Definition): Problem[] {
  return problems.map(({ path, says, unknownStep }) => {
    const { part, place, where, rest } = placeOf(path, file, definition);
    const label = labelOf(rest, part, definition);
    const what =
      unknownStep === undefined
        ? says
        : 'uses data of a step that is gone or comes later: take it out, or choose other data';
    const message = asSentence(label === null ? what : `${label} ${what}`);
    const sentence = where === null ? message : `${where}: ${message}`;
    return { place, path: rest, label, message, sentence };
  });
}

/** The trigger is step 1 to people. */
function placeOf([first, second, ...inner]: FileProblem['path'], file: unknown, definition: Definition) {
  const { trigger, steps } = isRecord(file) ? file : {};
  if (first === 'trigger') {
    const part = isRecord(trigger) ? trigger : {};
    const rest = second === undefined ? [] : [second, ...inner];
    return { part, place: 'trigger', where: named('Trigger', part, definition), rest };
  }
  if (first === 'steps' && typeof second === 'number') {
    const found: unknown = Array.isArray(steps) ? steps[second] : undefined;
    const part = isRecord(found) ? found : {};
    const place = typeof part['id'] === 'string' ? part['id'] : null;
    return { part, place, where: named(`Step ${second + 2}`, part, definition), rest: inner };
  }
  const whole = first === undefined || first === 'steps' ? [] : [first];
  return { part: {}, place: null, where: null, rest: second === undefined ? whole : [...whole, second] };
}

function named(where: string, part: Part, definition: Definition): string {
  const title = titleOfPart(part, definition);
  return title === '' ? where : `${where} (${title})`;
}

function labelOf(path: FileProblem['path'], part: Part, definition: Definition): string | null {
  const [first, ...inner] = path;
  if (first === undefined) return null;
  if ((first === 'input' || first === 'or_create') && inner.length > 0) {
    return labelAt(definitionOf(part, first, definition)?.operation.inputFields ?? [], inner);
  }
  if (first === 'filter' && inner.length > 1) {
    const [group, condition] = inner.map(Number);
    return `Condition ${(condition ?? 0) + 1}${group ? ` of group ${group + 1}` : ''}`;
  }
  return LABELS[first] ?? String(first);
}

function labelAt(fields: readonly (Field | string)[], [key = '', ...inner]: FileProblem['path']): string {
  if (typeof key === 'number') {
    return inner.length > 0 ? `${labelAt(fields, inner)} in row ${key + 1}` : `Row ${key + 1}`;
  }
  const field = fields.find((each) => typeof each === 'object' && each.key === key);
  const { label = key, children } = typeof field === 'object' ? field : {};
  return inner.length > 0 && children ? `${label}: ${labelAt(children, inner)}` : label;
}

function asSentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
