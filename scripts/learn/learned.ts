// src/learned.json: what a live API showed of the steps' fields.
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { isRecord } from './shape.ts';

export const learnedFile = 'src/learned.json';

const learnedField = z.strictObject({
  key: z.string().min(1),
  label: z.string().min(1),
  type: z.enum(['string', 'number', 'integer', 'boolean', 'datetime']).optional(),
  dict: z.literal(true).optional(),
  /** The columns of line items. */
  get children() {
    return z.array(learnedField).optional();
  },
});
export type LearnedField = z.output<typeof learnedField>;

const learnedStep = z.strictObject({
  fields: z.array(learnedField).min(1),
  sample: z.record(z.string(), z.unknown()),
});
export type LearnedStep = z.output<typeof learnedStep>;

/** By the key of the step. A search for many records has the fields of one of them. */
const learned = z.record(z.string(), learnedStep);
export type Learned = z.output<typeof learned>;

/** @throws Error that names the file, where it is not of the right form */
export async function readLearned(file = learnedFile): Promise<Learned> {
  if (!existsSync(file)) return {};
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new Error(`${file} is not JSON. Correct it, or restore it from git.`);
  }
  const { data, error } = learned.safeParse(json);
  if (!data) throw new Error(`${file}: ${z.prettifyError(error)}`);
  return data;
}

/** Writes the file as a whole or not at all. */
export async function writeLearned(all: Learned, file = learnedFile): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, `${JSON.stringify(all, undefined, 2)}\n`);
  await rename(draft, file);
}

/** How what was learned differs from what is kept; paths such as `items.sku`. */
export interface Difference {
  added: string[];
  gone: string[];
  /** With both types. */
  changed: string[];
}

/** What is kept, with what is new. Nothing that is kept changes, so that edits stay. */
export function withNew(
  kept: LearnedStep | undefined,
  found: LearnedStep,
): LearnedStep & { difference: Difference } {
  const { fields, ...difference } = withNewFields(kept?.fields ?? [], found.fields, '');
  const sample = withNewValues(kept?.sample, found.sample);
  return { fields, sample: isRecord(sample) ? sample : found.sample, difference };
}

function withNewFields(
  kept: readonly LearnedField[],
  found: readonly LearnedField[],
  within: string,
): Difference & { fields: LearnedField[] } {
  const difference: Difference = { added: [], gone: [], changed: [] };
  const fields = kept.map((field) => {
    const at = `${within}${field.key}`;
    const now = found.find(({ key }) => key === field.key);
    if (!now) {
      difference.gone.push(at);
      return field;
    }
    const [before, after] = [kindOf(field), kindOf(now)];
    if (before && after && before !== after) {
      difference.changed.push(`${at} is ${after} now, and ${before} here`);
      return field;
    }
    if (!field.children && !now.children) return { ...now, ...field };
    const inner = withNewFields(field.children ?? [], now.children ?? [], `${at}.`);
    for (const name of ['added', 'gone', 'changed'] as const) difference[name].push(...inner[name]);
    return { ...field, children: inner.fields };
  });
  const added = found.filter(({ key }) => !kept.some((field) => field.key === key));
  difference.added.push(...added.map(({ key }) => `${within}${key}`));
  return { fields: [...fields, ...added], ...difference };
}

/** A field's kind in words; undefined where only nulls were seen. */
function kindOf({ type, dict, children }: LearnedField): string | undefined {
  return children ? 'line items' : dict ? 'a dictionary' : type;
}

function withNewValues(kept: unknown, found: unknown): unknown {
  if (kept === undefined || kept === null) return found;
  if (isRecord(kept) && isRecord(found)) {
    const keys = new Set([...Object.keys(kept), ...Object.keys(found)]);
    return Object.fromEntries([...keys].map((key) => [key, withNewValues(kept[key], found[key])]));
  }
  if (Array.isArray(kept) && Array.isArray(found) && isRecord(kept[0]) && isRecord(found[0])) {
    return [withNewValues(kept[0], found[0]), ...kept.slice(1)];
  }
  return kept;
}
