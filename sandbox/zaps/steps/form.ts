import { coerceInput, isBlank } from '../coerce.ts';
import type { Connection } from '../connection.ts';
import { type Field, fieldList, type StepDefinition } from '../definition.ts';
import { Failure } from '../failure.ts';
import { isRecord, type Outputs, resolve } from '../references.ts';
import type { FileProblem } from '../zap-file.ts';

/** What a step of the app asks for, and what a Zap has filled in. */
export class Form {
  readonly fields: readonly Field[];
  /** What was typed, references unresolved: the bundle's `inputDataRaw`. */
  readonly typed: Record<string, unknown>;
  readonly #options: { clean: boolean; timezone: string };

  private constructor(
    fields: readonly Field[],
    typed: Record<string, unknown>,
    options: { clean: boolean; timezone: string },
  ) {
    this.fields = fields;
    this.typed = typed;
    this.#options = options;
  }

  /**
   * @param path where the step is in the definition, such as `creates.KEY`
   * @throws Failure when a function that makes fields fails
   */
  static async load(
    connection: Connection,
    path: string,
    step: StepDefinition,
    typed: Record<string, unknown>,
    timezone: string,
  ): Promise<Form> {
    const flags = connection.app.definition().flags;
    const clean = step.operation.cleanInputData ?? flags.cleanInputData ?? true;
    let fields: unknown = step.operation.inputFields;
    if (step.operation.inputFields.some((field) => typeof field === 'string')) {
      const method = `${path}.operation.inputFields`;
      fields = (await connection.invoke(method, { inputData: typed, meta: { timezone } })).results;
    }
    // Fields of the type "copy" are notes in the form, and hold nothing.
    const filled = fieldList.parse(fields).filter(({ type }) => type !== 'copy');
    return new Form(filled, typed, { clean, timezone });
  }

  /** What keeps a Zap with this form from being turned on. */
  problems(): FileProblem[] {
    return problemsOf(this.fields, this.typed, []);
  }

  /** The `inputData` for one run. @throws Failure when a required field turns out blank */
  fill(outputs: Outputs): Record<string, unknown> {
    const resolved = resolve(this.typed, outputs);
    const filled = coerceInput(this.fields, isRecord(resolved) ? resolved : {}, this.#options);
    const missing = this.fields.find(({ key, required }) => required && isBlank(filled[key]));
    if (missing) {
      const message = `Required field "${missing.label ?? missing.key}" (${missing.key}) is missing.`;
      throw new Failure({ name: 'Error', message });
    }
    return filled;
  }
}

function problemsOf(
  fields: readonly Field[],
  typed: Record<string, unknown>,
  place: FileProblem['path'],
): FileProblem[] {
  const unknown = Object.keys(typed)
    .filter((key) => !fields.some((field) => field.key === key))
    .map((key) => ({ path: [...place, key], says: `there is no such field; there are ${listOf(fields)}` }));
  return [
    ...unknown,
    ...fields.flatMap((field) => problemOf(field, typed[field.key], [...place, field.key])),
  ];
}

function problemOf(field: Field, value: unknown, path: FileProblem['path']): FileProblem[] {
  if (isBlank(value)) {
    return field.required && field.default === undefined ? [{ path, says: 'is required' }] : [];
  }
  const { children } = field;
  if (!children) return [];
  if (Array.isArray(value) && value.every(isRecord)) {
    return value.flatMap((row, index) => problemsOf(children, row, [...path, index]));
  }
  if (isRecord(value)) return problemsOf(children, value, path);
  return [{ path, says: `takes line items, an object with ${listOf(children)} or a list of such` }];
}

const listOf = (fields: readonly Field[]): string => fields.map(({ key }) => key).join(', ') || 'none at all';
