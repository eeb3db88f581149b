import { isRecord, type Outputs, resolve } from '../references.ts';
import type { Work } from './work.ts';

/**
 * A step of another app. It keeps what it was given and gives that back, with whatever the Zap says
 * that the other app would add, such as the number of an invoice.
 */
export function standInWork(
  names: readonly string[],
  step: { app: string; does: string; input: Record<string, unknown>; gives: Record<string, unknown> },
): Work {
  const filled = (template: Record<string, unknown>, outputs: Outputs) => {
    const resolved = resolve(template, outputs);
    return isRecord(resolved) ? resolved : {};
  };
  return {
    names,
    kind: 'action',
    key: null,
    app: step.app,
    title: step.does,
    usesConnection: false,
    async run(record, outputs) {
      record.input = filled(step.input, outputs);
      return { output: { ...record.input, ...filled(step.gives, outputs) } };
    },
  };
}
