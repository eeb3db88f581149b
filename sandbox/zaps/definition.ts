import { z } from 'zod';

/**
 * The parts of an app's definition that the runner, the editor and the publishing checks go by, as the
 * definition's own command returns it: functions have become marks such as `$func$2$f$`.
 */
const field = z.looseObject({
  key: z.string(),
  label: z.string().optional(),
  type: z.string().optional(),
  required: z.boolean().optional(),
  list: z.boolean().optional(),
  dict: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  primary: z.boolean().optional(),
  helpText: z.string().optional(),
  /** The dropdown that feeds it: trigger, key of the value, key of the label. */
  dynamic: z.string().optional(),
  /** The search that finds its value: search, key of the value. */
  search: z.string().optional(),
  inputFormat: z.string().optional(),
  choices: z
    .union([
      z.record(z.string(), z.string()),
      z.array(z.union([z.string(), z.looseObject({ value: z.string(), label: z.string() })])),
    ])
    .optional(),
  /** The columns of line items. */
  get children() {
    return z.array(field).optional();
  },
});

/** A form's fields as they are when functions among them have been called. */
export const fieldList = z.array(field);

/** A field, or the mark of a function that makes fields. */
const fields = z.array(z.union([field, z.string()])).default([]);

const step = z.looseObject({
  key: z.string(),
  noun: z.string(),
  display: z.looseObject({
    label: z.string(),
    description: z.string().default(''),
    hidden: z.boolean().optional(),
  }),
  operation: z.looseObject({
    type: z.string().optional(),
    performList: z.unknown().optional(),
    performSubscribe: z.unknown().optional(),
    performUnsubscribe: z.unknown().optional(),
    inputFields: fields,
    outputFields: fields,
    sample: z.record(z.string(), z.unknown()).optional(),
    cleanInputData: z.boolean().optional(),
  }),
});

const searchOrCreate = z.looseObject({
  key: z.string(),
  display: z.looseObject({ label: z.string(), description: z.string().default('') }),
  search: z.string(),
  create: z.string(),
});

const steps = z.record(z.string(), step).default({});

export const appDefinition = z.looseObject({
  version: z.string(),
  platformVersion: z.string(),
  authentication: z
    .looseObject({ type: z.string(), connectionLabel: z.string().optional(), fields: fieldList.default([]) })
    .optional(),
  flags: z.looseObject({ cleanInputData: z.boolean().optional() }).default({}),
  triggers: steps,
  creates: steps,
  searches: steps,
  searchOrCreates: z.record(z.string(), searchOrCreate).default({}),
});

export type Definition = z.infer<typeof appDefinition>;
export type StepDefinition = z.infer<typeof step>;
export type Field = z.infer<typeof field>;
