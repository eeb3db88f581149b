import * as z from 'zod/mini';
import { blank } from '../fields/typed.ts';
import type { Api } from './call.ts';
import { type Problem, wrongInputs } from './errors.ts';

/**
 * The inputs of a run as the API takes them; blank ones are undefined.
 * @param shape a reader of `typed.ts` for each input
 * @param further what else is wrong with the inputs, as they were typed
 * @throws one error with all that is wrong, each by its field's label, before anything is sent
 */
export function readInputs<S extends Record<string, z.ZodMiniType>>(
  api: Api,
  shape: S,
  further: (inputData: Record<string, unknown>) => Problem[] = () => [],
): z.output<z.ZodMiniObject<S>> {
  const { inputData = {} } = api.bundle;
  const result = z.object(shape).safeParse({ ...blank(shape), ...inputData });
  const problems = [...(result.error?.issues ?? []), ...further(inputData)];
  if (!result.success || problems.length > 0) throw wrongInputs(api, problems);
  return result.data;
}
