// The factory of the searches that return many records as line items.
import { type Bundle, defineSearch, type InputFields, type ZObject } from 'zapier-platform-core';
import { type Api, connect } from '../api/call.ts';
import { type Listing, PER_PAGE } from '../api/lists.ts';
import { limitField } from '../fields/filters.ts';
import type { OutputField } from '../fields/output.ts';
import { whole, withDefault } from '../fields/typed.ts';
import type { Rec } from '../values.ts';

interface List {
  key: string;
  noun: string;
  label: string;
  description: string;
  inputFields: InputFields;
  list: (api: Api) => Promise<Listing>;
  /** One of the records. */
  sample: Rec;
  /** The output fields of a record. */
  outputFields: OutputField[];
}

/** How many records are wanted at most, as typed. */
export const limitInput = { limit: withDefault(whole({ min: 1, max: PER_PAGE }), 50) };

/** A search for many records: one result, with the records in `results`. Nothing found is an empty list. */
export function defineList({ key, noun, label, description, list, sample, ...fields }: List) {
  const inputFields = [...fields.inputFields, limitField];

  const perform = async (z: ZObject, bundle: Bundle) => {
    const { records, more } = await list(connect(z, bundle, inputFields));
    return records.length > 0 ? [{ results: records, count: records.length, has_more: more }] : [];
  };

  return defineSearch({
    key,
    noun,
    display: { label, description },
    operation: {
      inputFields,
      perform,
      sample: { results: [sample], count: 1, has_more: false },
      outputFields: [
        { key: 'results', label: 'Results', children: fields.outputFields },
        { key: 'count', label: 'Count', type: 'integer' },
        { key: 'has_more', label: 'Has More', type: 'boolean' },
      ],
    },
  });
}
