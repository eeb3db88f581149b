import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { isRecord } from './references.ts';

/** A value of an input: text, in which references to earlier outputs may stand, or a structure of such. */
const template = z.json();
const values = z.record(z.string(), template);
const input = values.default({});
const text = z.string().trim().min(1, 'must not be empty');

/** By which later steps call a step's output, besides its number. */
const id = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/, 'must start with a small letter and have only small letters, digits and _')
  .refine((name) => name !== 'trigger', 'must not be "trigger", which is the trigger')
  .optional();

/** Triggers and steps of other apps, as stand-ins: they record what they were given and give what they are told to. */
const standIn = { kind: z.literal('app'), app: text, does: text };

const trigger = byKind(
  ['step', 'app'],
  z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('step'), step: text, input }),
      z.strictObject({ ...standIn, gives: z.union([values, z.array(values).min(1)]) }),
    ],
    { error: 'must have one of the keys "step" and "app"' },
  ),
);

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

const step = byKind(
  ['action', 'search', 'app', 'filter'],
  z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('action'), id, action: text, input }),
      z.strictObject({
        kind: z.literal('search'),
        id,
        search: text,
        input,
        /** The input of the action that makes what is not found. */
        or_create: values.optional(),
        if_nothing_found: z.enum(['halt', 'continue']).default('halt'),
      }),
      z.strictObject({ ...standIn, id, input, gives: values.default({}) }),
      z.strictObject({ kind: z.literal('filter'), id, filter: z.array(condition).min(1) }),
    ],
    { error: 'must have one of the keys "action", "search", "app" and "filter"' },
  ),
);

const zapFile = z.strictObject({
  title: text,
  description: text,
  trigger,
  steps: z.array(step).min(1),
});

/** A Zap as data: what a template holds. */
export type ZapFile = z.infer<typeof zapFile>;
export type ZapTrigger = z.infer<typeof trigger>;
export type ZapStep = z.infer<typeof step>;
export type Condition = z.infer<typeof condition>;

/** A Zap that cannot be used, with everything that is wrong with it. */
export class ZapFileError extends Error {
  readonly problems: readonly string[];

  constructor(name: string, problems: readonly string[]) {
    super([`${name} is no usable Zap:`, ...problems.map((problem) => `- ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

/**
 * @param name what the error calls the file
 * @throws ZapFileError naming each place
 */
export function parseZapFile(json: unknown, name: string): ZapFile {
  const parsed = zapFile.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ZapFileError(
    name,
    parsed.error.issues.map(({ path, message }) => {
      const place = z.core.toDotPath(path.at(-1) === 'kind' ? path.slice(0, -1) : path);
      return place ? `${place}: ${message}` : message;
    }),
  );
}

/**
 * Reads a Zap from a JSON file.
 * @param product what `{product}` in its texts stands for
 * @throws ZapFileError
 */
export async function readZapFile(path: string, product = '{product}'): Promise<ZapFile> {
  const text = await readFile(path, 'utf8');
  const content = text.replaceAll('{product}', () => JSON.stringify(product).slice(1, -1));
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch (error) {
    throw new ZapFileError(basename(path), [String(error)]);
  }
  return parseZapFile(json, basename(path));
}

/** What kind a trigger or step is shows in which key it has; named apart, mistakes are reported for what was meant. */
function byKind<Schema extends z.ZodType>(kinds: string[], schema: Schema) {
  return z.preprocess(
    (raw) => (isRecord(raw) ? { ...raw, kind: kinds.find((kind) => kind in raw) } : raw),
    schema,
  );
}
