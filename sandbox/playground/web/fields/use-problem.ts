import { useState } from 'react';
import { type FieldPath, problemAt, useForm } from './form-context.ts';

/**
 * What is wrong with a field. That it is empty is not said before somebody has been there.
 * @returns the sentence, and what is called when the field is left
 */
export function useProblem(path: FieldPath, isBlank: boolean): [string | undefined, () => void] {
  const { problems, isEager } = useForm();
  const [wasThere, setWasThere] = useState(false);
  const problem = problemAt(problems, path);
  return [wasThere || isEager || !isBlank ? problem : undefined, () => setWasThere(true)];
}
