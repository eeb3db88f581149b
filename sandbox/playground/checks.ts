import { isBlank } from '../zaps/coerce.ts';
import type { Connection } from '../zaps/connection.ts';
import { prepareParts } from '../zaps/prepare.ts';
import { type FileProblem, parseZapFile, type ZapFile, ZapFileError } from '../zaps/zap-file.ts';
import { inWords } from './problems.ts';
import type { Draft, DraftStep, Problem } from './protocol.ts';

/** The meta of bundles that belong to no Zap that is on. */
export const testMeta = { timezone: 'UTC', zap: { id: 'test' } };

/** What a Zap without a title is called. */
export const untitled = 'Untitled Zap';

/** The draft as a Zap that can be run. @throws ZapFileError when something is missing */
export function zapFileOf({ connectionId: _connectionId, ...file }: Draft): ZapFile {
  return parseZapFile({ ...file, title: file.title.trim() || untitled }, 'This Zap');
}

/** Everything that keeps a draft from being published; without an account, as far as that is known. */
export async function problemsOf(draft: Draft, connection: Connection): Promise<Problem[]> {
  const missing: FileProblem[] = [
    ...(draft.connectionId === null ? [{ path: [], says: 'connect an account' }] : []),
    ...(draft.trigger === null ? [{ path: ['trigger'], says: 'choose what starts this Zap' }] : []),
    ...(draft.steps.length === 0 ? [{ path: ['steps'], says: 'add a step' }] : []),
    ...draft.steps.flatMap(blankConditions),
  ];
  const isKnown = ({ path }: FileProblem) => missing.some((each) => isSame(each.path, path));
  const unfilled = unfilledIn(draft).filter((each) => !isKnown(each));
  const { problems } = await prepareParts(draft, connection, testMeta);
  // A step without an event is not told, too, that the app has no event of this name.
  const others = problems.filter((each) => !unfilled.some((one) => isSame(partOf(one), partOf(each))));
  const inOrder = [...missing, ...unfilled, ...others].sort((one, other) => rankOf(one) - rankOf(other));
  return inWords(inOrder, draft, connection.app.definition());
}

/** The file allows them, but nobody means a filter that looks at nothing. */
function blankConditions(step: DraftStep, index: number): FileProblem[] {
  if (step.kind !== 'filter') return [];
  return step.filter.flatMap((conditions, group) =>
    conditions.flatMap(({ value }, condition) =>
      isBlank(value)
        ? [{ path: ['steps', index, 'filter', group, condition, 'value'], says: 'needs a value to look at' }]
        : [],
    ),
  );
}

function unfilledIn(draft: Draft): readonly FileProblem[] {
  try {
    zapFileOf(draft);
    return [];
  } catch (error) {
    if (error instanceof ZapFileError) return error.found;
    throw error;
  }
}

const partOf = ({ path }: FileProblem) => path.slice(0, path[0] === 'steps' ? 2 : 1);

/** The Zap as a whole, the trigger, then the steps. */
const rankOf = ({ path: [first, index] }: FileProblem): number =>
  first === 'trigger' ? -1 : first === 'steps' ? Number(index ?? 0) : -2;

const isSame = (one: FileProblem['path'], other: FileProblem['path']): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index]);
