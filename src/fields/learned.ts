// What `npm run learn` found out about the steps' fields: src/learned.json, which is a fork's own and empty here.
import * as z from 'zod/mini';
import learned from '../learned.json' with { type: 'json' };
import type { Rec } from '../values.ts';
import type { OutputField } from './output.ts';

const field = z.object({
  key: z.string(),
  label: z.string(),
  type: z.exactOptional(z.enum(['string', 'number', 'integer', 'boolean', 'datetime'])),
  dict: z.exactOptional(z.boolean()),
  get children() {
    return z.exactOptional(z.array(field));
  },
});

const steps = z
  .record(z.string(), z.object({ fields: z.array(field), sample: z.record(z.string(), z.unknown()) }))
  .parse(learned);

/** What a step, or one record of it, gives. */
interface Given {
  sample: Rec;
  outputFields: OutputField[];
}

/** What a step gives: as learned where it was, else as documented. What identifies its results stays the same. */
export function withLearned(key: string, { sample, outputFields }: Given): Given {
  const found = steps[key];
  if (!found) return { sample, outputFields };
  const primary = outputFields.filter((field) => field.primary);
  const isPrimary = (field: OutputField) => primary.some(({ key }) => key === field.key);
  const missing = primary.filter((field) => !found.fields.some(({ key }) => key === field.key));
  return {
    sample: found.sample,
    outputFields: [
      ...missing,
      ...found.fields.map((field) => (isPrimary(field) ? { ...field, primary: true } : field)),
    ],
  };
}
