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

/** Lets a run go on only if every condition holds. */
export function filterWork(names: readonly string[], conditions: readonly Condition[]): Work {
  return {
    names,
    kind: 'filter',
    key: null,
    app: null,
    title: 'Only continue if …',
    usesConnection: false,
    async run(record, outputs) {
      const tested = conditions.map(({ value, condition, to }) => ({
        condition,
        value: asText(resolve(value, outputs)),
        to: asText(resolve(to, outputs)),
      }));
      record.input = { conditions: tested };
      const failed = tested.find(({ condition, value, to }) => !TESTS[condition](value, to));
      if (!failed) return { output: {} };
      const test = `${failed.condition.replaceAll('_', ' ')} ${failed.to}`.trim();
      return { filtered: `"${failed.value}" does not meet: ${test}.` };
    },
  };
}
