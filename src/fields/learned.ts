// What `npm run learn` found out about the steps' fields: src/learned.json, which is a fork's own and empty here.
import learned from '../learned.json' with { type: 'json' };
import type { Rec } from '../values.ts';
import type { OutputField } from './output.ts';

/** By the key of the step. A cast, because types of JSON are wider; `npm run check:publish` reads it with a schema. */
const steps = learned as Record<string, { fields: OutputField[]; sample: Rec }>;

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
