import { z } from 'zod';
import { isBlank } from './coerce.ts';
import { isRecord, renamed } from './references.ts';
import type { ZapStep } from './zap-file.ts';
import { partsOf, stepId, submission } from './zap-parts.ts';

const { trigger, step } = partsOf({ text: z.string(), id: stepId, least: 0 });
const loose = partsOf({ text: z.string(), id: stepId.optional(), least: 0 });

export const draftTrigger = trigger;

/** Every step has an id, by which others refer to it and which stays when steps are moved. */
export const draftStep = step;

/** A Zap as it is being built: as in its file, but anything may still be missing. */
export const draftFile = z.strictObject({
  title: z.string(),
  description: z.string().default(''),
  submit: z.array(submission).optional(),
  trigger: trigger.nullable(),
  steps: z.array(step),
});

/** A file that may be as unfinished as a draft. */
export const looseFile = draftFile.extend({
  title: z.string().default(''),
  trigger: loose.trigger.nullable().default(null),
  steps: z.array(loose.step).default([]),
});

export type DraftFile = z.infer<typeof draftFile>;

/** A Zap to build on: steps without an id get one, and references by number call them by it. */
export function draftOf(file: z.infer<typeof looseFile>): DraftFile {
  const taken = new Set(file.steps.flatMap(({ id }) => id ?? []));
  const names = new Map<string, string>();
  const steps = file.steps.map((each, index) => {
    const id = each.id ?? unused(wordsOf(each), taken);
    taken.add(id);
    names.set(String(index + 1), id);
    return { ...each, id };
  });
  return draftFile.parse({ ...file, steps: renamed(steps, names) });
}

/** The file that a draft is exported as: without what is blank or as usual. */
export function fileOf({ title, description, submit, trigger: given, steps }: DraftFile): object {
  return {
    title,
    description,
    ...(submit && { submit }),
    trigger: given && plain(given),
    steps: steps.map((each) =>
      each.kind === 'filter'
        ? { ...plain(each), filter: each.filter.length === 1 ? each.filter[0] : each.filter }
        : plain(each),
    ),
  };
}

/** What kind a part is shows in its keys. */
function plain({ kind: _kind, ...part }: Record<string, unknown>): object {
  const isUsual = ([key, value]: [string, unknown]) =>
    value === undefined ||
    (key === 'if_nothing_found' && value === 'halt') ||
    (key !== 'or_create' && isRecord(value) && isBlank(value));
  return Object.fromEntries(Object.entries(part).filter((entry) => !isUsual(entry)));
}

function wordsOf(each: ZapStep): string {
  const words = each.kind === 'action' ? each.action : each.kind === 'search' ? each.search : each.kind;
  const name = each.kind === 'app' ? each.does : words;
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  return id === '' || id === 'trigger' ? 'step' : id;
}

function unused(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
  return free;
}
