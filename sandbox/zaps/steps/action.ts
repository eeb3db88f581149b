import type { Connection } from '../connection.ts';
import type { StepDefinition } from '../definition.ts';
import { isRecord } from '../references.ts';
import type { Form } from './form.ts';
import { spend, type Work } from './work.ts';

/** An action of the app. */
export function actionWork(
  names: readonly string[],
  definition: StepDefinition,
  form: Form,
  connection: Connection,
  meta: Record<string, unknown>,
): Work {
  return {
    names,
    kind: 'action',
    key: definition.key,
    app: null,
    title: definition.display.label,
    usesConnection: true,
    async run(record, outputs) {
      record.input = form.fill(outputs);
      const bundle = { inputData: record.input, inputDataRaw: form.typed, meta };
      const method = `creates.${definition.key}.operation.perform`;
      const created = await spend(record, connection.invoke(method, bundle));
      return { output: isRecord(created) ? created : {} };
    },
  };
}
