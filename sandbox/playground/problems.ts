import { ApiError } from '../api/errors.ts';
import type { Definition, Field, StepDefinition } from '../zaps/definition.ts';
import type { ZapFile, ZapFileError } from '../zaps/zap-file.ts';

/** A place in a Zap's file and what is wrong there: `steps[0]: input.order_number: is required`. */
const PROBLEM =
  /^(?:steps\[(?<index>\d+)\]|trigger)(?:: (?<form>input|or_create)\.(?<path>[\w.]+))?: (?<says>.*)$/;

/**
 * What keeps a Zap from running, in the words of the page: "Step 1: Order Number is required".
 * @param file what the labels are looked up for; without it there are only the names that the file uses
 */
export function inWords({ problems }: ZapFileError, definition: Definition, file?: ZapFile): ApiError {
  const sentences = problems.map((problem) => {
    const { index, form, path, says } = PROBLEM.exec(problem)?.groups ?? {};
    if (says === undefined) return problem;
    const place = index === undefined ? 'Trigger' : `Step ${Number(index) + 1}`;
    if (path === undefined) return `${place}: ${says}`;
    const step = file && stepAt(definition, file, index, form);
    return `${place}: ${labelAt(step?.operation.inputFields ?? [], path.split('.'))} ${says}`;
  });
  return new ApiError(422, `This Zap cannot run yet.\n${sentences.join('\n')}`);
}

function stepAt(
  { triggers, creates, searches, searchOrCreates }: Definition,
  { trigger, steps }: ZapFile,
  index: string | undefined,
  form: string | undefined,
): StepDefinition | undefined {
  const step = index === undefined ? trigger : steps[Number(index)];
  switch (step?.kind) {
    case 'step':
      return triggers[step.step];
    case 'action':
      return creates[step.action];
    case 'search': {
      if (form === 'input') return searches[step.search];
      const pair = Object.values(searchOrCreates).find(({ search }) => search === step.search);
      return pair && creates[pair.create];
    }
    default:
      return undefined;
  }
}

function labelAt(fields: readonly (Field | string)[], [key = '', ...inner]: string[]): string {
  const field = fields.find((each) => typeof each === 'object' && each.key === key);
  const { label = key, children = [] } = typeof field === 'object' ? field : {};
  return inner.length === 0 ? label : `${label}: ${labelAt(children, inner)}`;
}
