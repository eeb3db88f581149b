import * as z from 'zod/mini';
import { wrongInputs } from '../api/errors.ts';
import type { Api } from '../api/request.ts';
import { blank } from './typed.ts';

/**
 * The inputs of a run as the API takes them; blank ones are undefined.
 * @param shape a reader of `typed.ts` for each input
 * @throws one error with all that is wrong, each by its field's label, before anything is sent
 */
export function readInputs<S extends Record<string, z.ZodMiniType>>(
  api: Api,
  shape: S,
): z.output<z.ZodMiniObject<S>> {
  const result = z.object(shape).safeParse({ ...blank(shape), ...api.bundle.inputData });
  if (!result.success) throw wrongInputs(api, result.error.issues);
  return result.data;
}
