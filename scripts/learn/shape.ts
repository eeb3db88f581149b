// What kind of value stands where in live records. Only this is kept of them: values end here.
import { z } from 'zod';

export type Rec = Record<string, unknown>;

export function isRecord(value: unknown): value is Rec {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A plain value's kind. `local moment` is a time without a zone, `decimal` a number written as text. */
export type Plain =
  | 'nothing'
  | 'boolean'
  | 'whole'
  | 'number'
  | 'text'
  | 'decimal'
  | 'email'
  | 'link'
  | 'uuid'
  | 'moment'
  | 'local moment'
  | 'day';

export type Shape =
  | { kind: Plain }
  | { kind: 'object'; fields: ReadonlyMap<string, Shape> }
  | { kind: 'rows'; fields: ReadonlyMap<string, Shape> }
  | { kind: 'list'; item: Shape }
  | { kind: 'empty list' }
  /** An object whose keys are data themselves. */
  | { kind: 'dictionary' };

/** What names of fields are made of. Other keys, such as e-mail addresses or numbers, are data. */
const NAME = /^[a-z_][a-z0-9_]*$/i;

const textKinds: readonly [Plain, z.ZodType][] = [
  ['moment', z.iso.datetime({ offset: true })],
  ['local moment', z.string().regex(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/)],
  ['day', z.iso.date()],
  ['uuid', z.guid()],
  ['email', z.email()],
  ['link', z.httpUrl()],
  ['decimal', z.string().regex(/^-?\d+\.\d+$/)],
];

/** The shape of a value. Rows of a list, and values of a list, count as one. */
export function shapeOf(value: unknown): Shape {
  if (value === null || value === undefined) return { kind: 'nothing' };
  if (Array.isArray(value)) return shapeOfList(value.map(shapeOf));
  if (isRecord(value)) {
    const keys = Object.keys(value);
    if (keys.length === 0 || !keys.every((key) => NAME.test(key))) return { kind: 'dictionary' };
    return { kind: 'object', fields: new Map(keys.map((key) => [key, shapeOf(value[key])])) };
  }
  if (typeof value === 'boolean') return { kind: 'boolean' };
  if (typeof value === 'number') return { kind: Number.isInteger(value) ? 'whole' : 'number' };
  const [kind = 'text'] = textKinds.find(([, schema]) => schema.safeParse(value).success) ?? [];
  return { kind };
}

function shapeOfList(items: readonly Shape[]): Shape {
  const item = items.length > 0 ? items.reduce(merged) : undefined;
  if (!item) return { kind: 'empty list' };
  return item.kind === 'object' ? { kind: 'rows', fields: item.fields } : { kind: 'list', item };
}

/** The shape that covers both: a null, or a list without rows, says nothing about the kind. */
export function merged(a: Shape, b: Shape): Shape {
  if (a.kind === 'nothing') return b;
  if (b.kind === 'nothing') return a;
  if (a.kind === 'empty list' && isList(b)) return b;
  if (b.kind === 'empty list' && isList(a)) return a;
  if (a.kind === 'object' && b.kind === 'object')
    return { kind: 'object', fields: union(a.fields, b.fields) };
  if (a.kind === 'rows' && b.kind === 'rows') return { kind: 'rows', fields: union(a.fields, b.fields) };
  if (a.kind === 'list' && b.kind === 'list') return { kind: 'list', item: merged(a.item, b.item) };
  if (a.kind === b.kind) return a;
  // What holds more is told rather than what holds less, such as a customer rather than its number.
  if (!isPlain(a)) return a.kind === 'dictionary' && !isPlain(b) ? b : a;
  if (!isPlain(b)) return b;
  const kinds = [a.kind, b.kind];
  return { kind: kinds.every((kind) => kind === 'whole' || kind === 'number') ? 'number' : 'text' };
}

const isList = ({ kind }: Shape) => kind === 'rows' || kind === 'list' || kind === 'empty list';

export function isPlain(shape: Shape): shape is { kind: Plain } {
  return !isList(shape) && shape.kind !== 'object' && shape.kind !== 'dictionary';
}

function union(a: ReadonlyMap<string, Shape>, b: ReadonlyMap<string, Shape>): Map<string, Shape> {
  const fields = new Map(a);
  for (const [key, shape] of b) {
    const known = fields.get(key);
    fields.set(key, known ? merged(known, shape) : shape);
  }
  return fields;
}

/** The fields that records have, all taken together. */
export function fieldsIn(records: readonly Rec[]): ReadonlyMap<string, Shape> {
  const shape = shapeOfList(records.map(shapeOf));
  return shape.kind === 'rows' ? shape.fields : new Map();
}
