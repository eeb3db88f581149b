import { z } from 'zod';
import { isRecord } from './references.ts';

/** A value of an input: text, in which references to earlier outputs may stand, or a structure of such. */
const template = z.json();
const values = z.record(z.string(), template);
const input = values.default({});

export const filledText = z.string().trim().min(1, 'must not be empty');

/** By which later steps call a step's output, besides its number. */
export const stepId = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/, 'must start with a small letter and have only small letters, digits and _')
  .refine((name) => name !== 'trigger', 'must not be "trigger", which is the trigger');

const condition = z.strictObject({
  value: template,
  condition: z.enum([
    'exactly_matches',
    'does_not_exactly_match',
    'contains',
    'does_not_contain',
    'greater_than',
    'less_than',
    'exists',
    'does_not_exist',
  ]),
  to: template.default(''),
});

/** Something that is done in the product, below its dashboard: an order that is submitted, a stock count. */
export const submission = z.strictObject({ to: filledText, record: z.record(z.string(), z.json()) });

type Wishes<Text extends z.ZodType, Id extends z.ZodType> = {
  /** What a text that is needed looks like. */
  text: Text;
  id: Id;
  /** How many entries a list must have that is nothing without them. */
  least: 0 | 1;
};

/** The parts of a Zap's file, of which more or less may still be missing. */
export function partsOf<Text extends z.ZodType, Id extends z.ZodType>({ text, id, least }: Wishes<Text, Id>) {
  const someOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(least, 'must not be empty');

  /** A name of the person's own, in place of the label. */
  const name = filledText.optional();

  /** Triggers and steps of other apps, as stand-ins: they record what they were given and give what they are told to. */
  const standIn = { kind: z.literal('app'), name, app: text, does: text };

  const trigger = byKind(
    ['step', 'app'],
    z.discriminatedUnion(
      'kind',
      [
        z.strictObject({ kind: z.literal('step'), name, step: text, input }),
        z.strictObject({ ...standIn, gives: z.union([values, someOf(values)]) }),
      ],
      { error: 'must have one of the keys "step" and "app"' },
    ),
  );

  const step = byKind(
    ['action', 'search', 'app', 'filter'],
    z.discriminatedUnion(
      'kind',
      [
        z.strictObject({ kind: z.literal('action'), id, name, action: text, input }),
        z.strictObject({
          kind: z.literal('search'),
          id,
          name,
          search: text,
          input,
          /** The input of the action that makes what is not found. */
          or_create: values.optional(),
          if_nothing_found: z.enum(['halt', 'continue']).default('halt'),
        }),
        z.strictObject({ ...standIn, id, input, gives: values.default({}) }),
        z.strictObject({
          kind: z.literal('filter'),
          id,
          name,
          /** Groups of conditions: all of one group must hold. A list of conditions is one group. */
          filter: z.preprocess(asGroups, someOf(someOf(condition))),
        }),
      ],
      { error: 'must have one of the keys "action", "search", "app" and "filter"' },
    ),
  );
  return { trigger, step };
}

export type Condition = z.infer<typeof condition>;
export type Submission = z.infer<typeof submission>;

/** What kind a trigger or step is shows in which key it has; named apart, mistakes are reported for what was meant. */
function byKind<Schema extends z.ZodType>(kinds: string[], schema: Schema) {
  return z.preprocess(
    (raw) => (isRecord(raw) ? { ...raw, kind: kinds.find((kind) => kind in raw) } : raw),
    schema,
  );
}

const asGroups = (raw: unknown): unknown =>
  Array.isArray(raw) && raw.length > 0 && !raw.some(Array.isArray) ? [raw] : raw;
