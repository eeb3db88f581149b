// The factory of the searches that find one record by what identifies it.
import { type Bundle, defineSearch, type InputFields, type ZObject } from 'zapier-platform-core';
import { type Api, connect } from '../api/call.ts';
import { withLearned } from '../fields/learned.ts';
import type { OutputField } from '../fields/output.ts';
import type { Rec } from '../values.ts';

interface Find {
  key: string;
  noun: string;
  label: string;
  description: string;
  inputFields: InputFields;
  /** The record, or undefined if there is none. */
  find: (api: Api) => Promise<Rec | undefined>;
  sample: Rec;
  outputFields: OutputField[];
}

/** A search for one record. Nothing found is an empty list, never an error. */
export function defineFind({ key, noun, label, description, inputFields, find, sample, outputFields }: Find) {
  const perform = async (z: ZObject, bundle: Bundle) => {
    const record = await find(connect(z, bundle, inputFields));
    return record ? [record] : [];
  };
  return defineSearch({
    key,
    noun,
    display: { label, description },
    operation: { inputFields, perform, ...withLearned(key, { sample, outputFields }) },
  });
}
