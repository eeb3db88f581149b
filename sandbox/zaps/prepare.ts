import type { Connection } from './connection.ts';
import type { StepDefinition } from './definition.ts';
import { mentionsIn } from './references.ts';
import { actionWork } from './steps/action.ts';
import { filterWork } from './steps/filter.ts';
import { Form } from './steps/form.ts';
import { type Otherwise, searchWork } from './steps/search.ts';
import { standInWork } from './steps/stand-in.ts';
import type { Work } from './steps/work.ts';
import { type FileProblem, type ZapFile, ZapFileError, type ZapStep, type ZapTrigger } from './zap-file.ts';

/** The trigger of a Zap that can be turned on. */
export type PreparedTrigger =
  | { kind: 'hook' | 'polling'; title: string; definition: StepDefinition; form: Form }
  | { kind: 'stand-in'; title: string; app: string; gives: readonly Record<string, unknown>[] };

export interface PreparedZap {
  trigger: PreparedTrigger;
  works: readonly Work[];
}

/** Thrown while a part is prepared; collected, so that everything wrong is told at once. */
class Problems extends Error {
  readonly found: readonly FileProblem[];

  constructor(...found: FileProblem[]) {
    super();
    this.found = found;
  }
}

type Meta = { timezone: string };

/**
 * Checks a Zap against the app's definition and makes its steps ready to run.
 *
 * @param meta what every bundle of this Zap's runs has in `meta`
 * @throws ZapFileError with everything that keeps the Zap from being turned on
 */
export async function prepareZap(file: ZapFile, connection: Connection, meta: Meta): Promise<PreparedZap> {
  const { trigger, works, problems } = await prepareParts(file, connection, meta);
  if (!trigger || problems.length > 0) throw new ZapFileError(`"${file.title}"`, problems);
  return { trigger, works: works.filter((work) => work !== undefined) };
}

export interface PreparedParts {
  trigger: PreparedTrigger | undefined;
  /** One for each step; none for what is wrong. */
  works: (Work | undefined)[];
  problems: FileProblem[];
}

/** Makes ready what can be, also of a Zap that is still being built, and tells what is wrong with the rest. */
export async function prepareParts(
  file: { trigger: ZapTrigger | null; steps: readonly ZapStep[] },
  connection: Connection,
  meta: Meta,
): Promise<PreparedParts> {
  const problems: FileProblem[] = [];
  const attempt = async <Part>(place: FileProblem['path'], prepare: () => Promise<Part>) => {
    try {
      return await prepare();
    } catch (error) {
      if (!(error instanceof Problems)) throw error;
      problems.push(...error.found.map((each) => ({ ...each, path: [...place, ...each.path] })));
      return undefined;
    }
  };

  const { trigger, steps } = file;
  const prepared =
    trigger && (await attempt(['trigger'], () => prepareTrigger(trigger, connection, meta.timezone)));
  const works: (Work | undefined)[] = [];
  const known = new Set(['trigger']);
  for (const [index, step] of steps.entries()) {
    const number = String(index + 1);
    const names = step.id === undefined ? [number] : [step.id, number];
    const place = ['steps', index];
    problems.push(...unknownNames(step, known, place));
    if (step.id !== undefined && known.has(step.id))
      problems.push({ path: place, says: `another step is called "${step.id}"` });
    works.push(await attempt(place, () => prepareStep(step, names, connection, meta)));
    for (const name of names) known.add(name);
  }
  return { trigger: prepared ?? undefined, works, problems };
}

async function prepareTrigger(
  trigger: ZapTrigger,
  connection: Connection,
  timezone: string,
): Promise<PreparedTrigger> {
  if (trigger.kind === 'app') {
    const { app, does, name: title = does, gives } = trigger;
    return { kind: 'stand-in', title, app, gives: [gives].flat() };
  }
  const definition = visible(connection.app.definition().triggers, trigger.step, 'trigger');
  const form = await formOf(connection, 'triggers', definition, trigger.input, timezone);
  const [mention] = mentionsIn(trigger.input);
  if (mention) {
    const says = 'nothing comes before the trigger to refer to';
    throw new Problems({ path: ['input', ...mention.path], says });
  }
  const kind = definition.operation.type === 'hook' ? 'hook' : 'polling';
  return { kind, title: trigger.name ?? definition.display.label, definition, form };
}

async function prepareStep(
  step: ZapStep,
  names: readonly string[],
  connection: Connection,
  meta: Meta,
): Promise<Work> {
  const { creates, searches } = connection.app.definition();
  const named = <Kind extends Work>(work: Kind) => ({ ...work, title: step.name ?? work.title });
  switch (step.kind) {
    case 'action': {
      const definition = visible(creates, step.action, 'action');
      const form = await formOf(connection, 'creates', definition, step.input, meta.timezone);
      return named(actionWork(names, definition, form, connection, meta));
    }
    case 'search': {
      const definition = visible(searches, step.search, 'search');
      const form = await formOf(connection, 'searches', definition, step.input, meta.timezone);
      const otherwise = await prepareOtherwise(step, connection, meta.timezone);
      return named(searchWork(names, definition, form, otherwise, connection, meta));
    }
    case 'app':
      return named(standInWork(names, step));
    case 'filter':
      return named(filterWork(names, step.filter));
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
  if (!create) {
    const says = `the app offers no action for when "${step.search}" finds nothing`;
    throw new Problems({ path: ['or_create'], says });
  }
  const form = await formOf(connection, 'creates', create, step.or_create, timezone, 'or_create');
  return { key: create.key, title: pair.display.label, form };
}

/** People can only choose what is not hidden. */
function visible(steps: Record<string, StepDefinition>, key: string, kind: string): StepDefinition {
  const choices = Object.values(steps).filter(({ display }) => !display.hidden);
  const chosen = choices.find((step) => step.key === key);
  if (chosen) return chosen;
  const keys = choices.map((step) => step.key).join(', ');
  throw new Problems({ path: [], says: `the app has no ${kind} "${key}"; it has ${keys || 'none'}` });
}

async function formOf(
  connection: Connection,
  collection: string,
  definition: StepDefinition,
  typed: Record<string, unknown>,
  timezone: string,
  place = 'input',
): Promise<Form> {
  const form = await Form.load(connection, `${collection}.${definition.key}`, definition, typed, timezone);
  const problems = form.problems().map(({ path, says }) => ({ path: [place, ...path], says }));
  if (problems.length > 0) throw new Problems(...problems);
  return form;
}

function unknownNames(step: ZapStep, known: ReadonlySet<string>, place: FileProblem['path']): FileProblem[] {
  return mentionsIn(step)
    .filter(({ name }) => !known.has(name))
    .map(({ path, name }) => ({
      path: [...place, ...path],
      unknownStep: name,
      says: `refers to "${name}", which is no earlier step; there are ${[...known].join(', ')}`,
    }));
}
