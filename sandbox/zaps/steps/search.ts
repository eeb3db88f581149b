import type { Connection } from '../connection.ts';
import type { StepDefinition } from '../definition.ts';
import { Failure } from '../failure.ts';
import { isRecord } from '../references.ts';
import type { Form } from './form.ts';
import { spend, type Work } from './work.ts';

/** What happens when nothing is found. */
export type Otherwise = 'halt' | 'continue' | { key: string; title: string; form: Form };

/** The output by which later steps can tell whether something was found. */
const FOUND = '_zap_search_was_found_status';

/** A search of the app, alone or as "find or create". The first result is what counts. */
export function searchWork(
  names: readonly string[],
  definition: StepDefinition,
  form: Form,
  otherwise: Otherwise,
  connection: Connection,
  meta: Record<string, unknown>,
): Work {
  return {
    names,
    kind: 'search',
    key: definition.key,
    app: null,
    title: typeof otherwise === 'object' ? otherwise.title : definition.display.label,
    usesConnection: true,
    async run(record, outputs) {
      record.input = form.fill(outputs);
      const bundle = { inputData: record.input, inputDataRaw: form.typed, meta };
      const method = `searches.${definition.key}.operation.perform`;
      const [found] = resultsOf(await spend(record, connection.invoke(method, bundle)));
      if (found) return { output: otherwise === 'halt' ? found : { ...found, [FOUND]: true } };

      if (otherwise === 'continue') return { output: { [FOUND]: false } };
      if (otherwise === 'halt') {
        const message = `Nothing was found: ${definition.display.label}.`;
        throw new Failure({ name: 'HaltedError', message });
      }
      record.input = otherwise.form.fill(outputs);
      const created = await spend(
        record,
        connection.invoke(`creates.${otherwise.key}.operation.perform`, {
          inputData: record.input,
          inputDataRaw: otherwise.form.typed,
          meta: { ...meta, withSearch: definition.key },
        }),
      );
      return { output: { ...(isRecord(created) ? created : {}), [FOUND]: false } };
    },
  };
}

/** A search gives its results as a list, or as a page with `results`. */
function resultsOf(answer: unknown): Record<string, unknown>[] {
  const list = isRecord(answer) ? answer['results'] : answer;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
