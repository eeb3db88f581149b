import { Failure } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { isRecord } from '../references.ts';
import { spend, type Work } from './work.ts';

/** What a trigger gave for one run. */
export type Item = Record<string, unknown>;

/** How a trigger is called in the records of its runs. */
export type TriggerTitle = Pick<Work, 'key' | 'app' | 'title'>;

/** The trigger of a run whose data is already there: from a poll, or from another app. */
export function knownTrigger(title: TriggerTitle, item: Item): Work {
  return {
    ...title,
    names: ['trigger'],
    kind: 'trigger',
    usesConnection: false,
    run: async () => ({ output: item }),
  };
}

/**
 * The trigger of a run that a delivery starts: the app makes results of it, the first of which belongs
 * to this run.
 *
 * @param delivery what was delivered, for the record
 * @param startOthers starts runs for the other results
 */
export function deliveredTrigger(
  title: TriggerTitle,
  delivery: unknown,
  perform: () => Promise<Invocation>,
  startOthers: (items: readonly Item[]) => void,
): Work {
  return {
    ...title,
    names: ['trigger'],
    kind: 'trigger',
    given: isRecord(delivery) ? delivery : { body: delivery },
    usesConnection: true,
    async run(record) {
      const [first, ...others] = itemsOf(await spend(record, perform()), title.title);
      if (!first) return 'nothing';
      startOthers(others);
      return { output: first };
    },
  };
}

/** @throws Failure when a trigger's results are not what Zapier can work with */
export function itemsOf(results: unknown, title: string): Item[] {
  if (Array.isArray(results) && results.every(isRecord)) return results;
  const message = `The trigger "${title}" must give a list of records.`;
  throw new Failure({ name: 'CheckError', message });
}
