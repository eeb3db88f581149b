import type { Connection } from './connection.ts';
import type { StepDefinition } from './definition.ts';
import { namesIn } from './references.ts';
import { actionWork } from './steps/action.ts';
import { filterWork } from './steps/filter.ts';
import { Form } from './steps/form.ts';
import { type Otherwise, searchWork } from './steps/search.ts';
import { standInWork } from './steps/stand-in.ts';
import type { Work } from './steps/work.ts';
import { type ZapFile, ZapFileError, type ZapStep } from './zap-file.ts';

/** The trigger of a Zap that can be turned on. */
export type PreparedTrigger =
  | { kind: 'hook' | 'polling'; definition: StepDefinition; form: Form }
  | { kind: 'stand-in'; app: string; does: string; gives: readonly Record<string, unknown>[] };

export interface PreparedZap {
  trigger: PreparedTrigger;
  works: readonly Work[];
}

/** Thrown while a part is prepared; collected, so that everything wrong is told at once. */
class Problem extends Error {}

/**
 * Checks a Zap against the app's definition and makes its steps ready to run.
 *
 * @param meta what every bundle of this Zap's runs has in `meta`
 * @throws ZapFileError with everything that keeps the Zap from being turned on
 */
export async function prepareZap(
  file: ZapFile,
  connection: Connection,
  meta: { timezone: string },
): Promise<PreparedZap> {
  const problems: string[] = [];
  const attempt = async <Part>(place: string, prepare: () => Promise<Part>): Promise<Part | undefined> => {
    try {
      return await prepare();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(...error.message.split('\n').map((line) => `${place}: ${line}`));
      return undefined;
    }
  };

  const trigger = await attempt('trigger', () => prepareTrigger(file, connection, meta.timezone));
  const works: (Work | undefined)[] = [];
  const known = new Set(['trigger']);
  for (const [index, step] of file.steps.entries()) {
    const number = String(index + 1);
    const names = step.id === undefined ? [number] : [number, step.id];
    const place = `steps[${index}]`;
    problems.push(...unknownNames(step, known).map((line) => `${place}: ${line}`));
    if (step.id !== undefined && known.has(step.id))
      problems.push(`${place}: another step is called "${step.id}"`);
    works.push(await attempt(place, () => prepareStep(step, names, connection, meta)));
    for (const name of names) known.add(name);
  }

  if (!trigger || problems.length > 0) throw new ZapFileError(`"${file.title}"`, problems);
  return { trigger, works: works.filter((work) => work !== undefined) };
}

async function prepareTrigger(
  { trigger }: ZapFile,
  connection: Connection,
  timezone: string,
): Promise<PreparedTrigger> {
  if (trigger.kind === 'app') {
    return { kind: 'stand-in', app: trigger.app, does: trigger.does, gives: [trigger.gives].flat() };
  }
  const definition = visible(connection.app.definition().triggers, trigger.step, 'trigger');
  const form = await formOf(connection, 'triggers', definition, trigger.input, timezone);
  if (namesIn(trigger.input).length > 0) throw new Problem('nothing comes before the trigger to refer to');
  return { kind: definition.operation.type === 'hook' ? 'hook' : 'polling', definition, form };
}

async function prepareStep(
  step: ZapStep,
  names: readonly string[],
  connection: Connection,
  meta: { timezone: string },
): Promise<Work> {
  const { creates, searches } = connection.app.definition();
  switch (step.kind) {
    case 'action': {
      const definition = visible(creates, step.action, 'action');
      const form = await formOf(connection, 'creates', definition, step.input, meta.timezone);
      return actionWork(names, definition, form, connection, meta);
    }
    case 'search': {
      const definition = visible(searches, step.search, 'search');
      const form = await formOf(connection, 'searches', definition, step.input, meta.timezone);
      const otherwise = await prepareOtherwise(step, connection, meta.timezone);
      return searchWork(names, definition, form, otherwise, connection, meta);
    }
    case 'app':
      return standInWork(names, step);
    case 'filter':
      return filterWork(names, step.filter);
  }
}

async function prepareOtherwise(
  step: Extract<ZapStep, { kind: 'search' }>,
  connection: Connection,
  timezone: string,
): Promise<Otherwise> {
  if (!step.or_create) return step.if_nothing_found;
  const { creates, searchOrCreates } = connection.app.definition();
  const pair = Object.values(searchOrCreates).find(({ search }) => search === step.search);
  const create = pair && creates[pair.create];
  if (!create) throw new Problem(`the app offers no action for when "${step.search}" finds nothing`);
  const form = await formOf(connection, 'creates', create, step.or_create, timezone, 'or_create.');
  return { key: create.key, title: pair.display.label, form };
}

/** People can only choose what is not hidden. */
function visible(steps: Record<string, StepDefinition>, key: string, kind: string): StepDefinition {
  const choices = Object.values(steps).filter(({ display }) => !display.hidden);
  const chosen = choices.find((step) => step.key === key);
  if (chosen) return chosen;
  const keys = choices.map((step) => step.key).join(', ');
  throw new Problem(`the app has no ${kind} "${key}"; it has ${keys || 'none'}`);
}

async function formOf(
  connection: Connection,
  collection: string,
  definition: StepDefinition,
  typed: Record<string, unknown>,
  timezone: string,
  place = 'input.',
): Promise<Form> {
  const form = await Form.load(connection, `${collection}.${definition.key}`, definition, typed, timezone);
  const problems = form.problems();
  if (problems.length > 0) throw new Problem(problems.map((problem) => place + problem).join('\n'));
  return form;
}

function unknownNames(step: ZapStep, known: ReadonlySet<string>): string[] {
  return [...new Set(namesIn(step))]
    .filter((name) => !known.has(name))
    .map((name) => `refers to "${name}", which is no earlier step; there are ${[...known].join(', ')}`);
}
