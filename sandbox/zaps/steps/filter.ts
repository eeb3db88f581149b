import { isBlank } from '../coerce.ts';
import { asText, resolve } from '../references.ts';
import type { Condition } from '../zap-parts.ts';
import type { Work } from './work.ts';

type Test = (value: string, to: string) => boolean;

const TESTS: Record<Condition['condition'], Test> = {
  exactly_matches: (value, to) => value === to,
  does_not_exactly_match: (value, to) => value !== to,
  contains: (value, to) => value.includes(to),
  does_not_contain: (value, to) => !value.includes(to),
  greater_than: (value, to) => Number(value) > Number(to),
  less_than: (value, to) => Number(value) < Number(to),
  exists: (value) => !isBlank(value),
  does_not_exist: (value) => isBlank(value),
};

type Tested = { value: string; condition: Condition['condition']; to: string };

const holds = ({ condition, value, to }: Tested): boolean => TESTS[condition](value, to);

/** Lets a run go on only if every condition of at least one group holds. */
export function filterWork(names: readonly string[], groups: readonly Condition[][]): Work {
  return {
    names,
    kind: 'filter',
    key: null,
    app: null,
    title: 'Only continue if',
    usesConnection: false,
    async run(record, outputs) {
      const tested = groups.map((group) =>
        group.map(({ value, condition, to }) => ({
          value: asText(resolve(value, outputs)),
          condition,
          to: asText(resolve(to, outputs)),
        })),
      );
      record.input = { groups: tested };
      const met = tested.find((group) => group.every(holds));
      if (met) {
        record.message = `${met.map(inWords).join(', ')}: continued`;
        return { output: {} };
      }
      const failed = tested.flatMap((group) => group.find((each) => !holds(each)) ?? []);
      return { filtered: `Not met: ${failed.map(inWords).join('; nor: ')}.` };
    },
  };
}

/** `"1197" is greater than "500"`. */
function inWords({ value, condition, to }: Tested): string {
  const words = condition.replaceAll('_', ' ');
  const verb = condition.endsWith('_than') ? `is ${words}` : words;
  return [
    `"${value}"`,
    verb,
    ...(condition.endsWith('exist') || condition === 'exists' ? [] : [`"${to}"`]),
  ].join(' ');
}
