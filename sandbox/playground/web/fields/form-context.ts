import { createContext, type ReactNode, useContext } from 'react';
import type { Field } from '../../../zaps/definition.ts';
import type { Problem } from '../../protocol.ts';
import type { SourceGroup } from '../mapping/sources.ts';
import type { Values } from '../model/steps.ts';
import type { Json } from './values.ts';

/** What the fields of one step go by. */
export type Form = {
  /** What earlier steps gave. */
  groups: readonly SourceGroup[];
  connectionId: string | null;
  /** What is wrong with this step. */
  problems: readonly Problem[];
  /** Whether fields are named that nobody has come to yet, as after a click on Publish. */
  isEager: boolean;
};

export const FormContext = createContext<Form>({
  groups: [],
  connectionId: null,
  problems: [],
  isEager: false,
});

export const useForm = (): Form => useContext(FormContext);

/** Where a field's value is in its step, such as `['input', 'order_number']`. */
export type FieldPath = readonly (string | number)[];

/** What is wrong at a place, or below it where its own fields cannot say so. */
export function problemAt(problems: readonly Problem[], path: FieldPath): string | undefined {
  const found = problems.find(
    (problem) =>
      problem.path.length === path.length && problem.path.every((key, index) => key === path[index]),
  );
  return found?.message;
}

/** What every field of a form is given. */
export type FieldProps = {
  field: Field;
  value: Json | undefined;
  path: FieldPath;
  onChange: (value: Json | undefined) => void;
};

/** Draws a form within a form, as the rows of line items have. */
export type RenderForm = (form: {
  fields: readonly Field[];
  values: Values;
  path: FieldPath;
  onChange: (values: Values) => void;
}) => ReactNode;
