// The factory of the searches that return many records as line items.
import { type Bundle, defineSearch, type InputFields, type ZObject } from 'zapier-platform-core';
import { type Api, connect } from '../api/call.ts';
import { type Listing, type Page, PER_PAGE } from '../api/lists.ts';
import { limitField, pageField } from '../fields/filters.ts';
import { withLearned } from '../fields/learned.ts';
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

/** Which part of a list is wanted, as typed. */
export const partInputs = {
  limit: withDefault(whole({ min: 1, max: PER_PAGE }), 50),
  page: withDefault(whole({ min: 1 }), 1),
};

/** A part of a list as the API is asked for it; the first page needs no number. */
export function partOf({ limit, page }: { limit: number; page: number }): Page {
  return { per_page: limit, ...(page > 1 && { page }) };
}

/** A search for many records: one result, with the records in `results`. Nothing found is an empty list. */
export function defineList({ key, noun, label, description, list, ...fields }: List) {
  const { sample, outputFields } = withLearned(key, fields);
  const inputFields = [...fields.inputFields, limitField, pageField];

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
        { key: 'results', label: 'Results', children: outputFields },
        { key: 'count', label: 'Count', type: 'integer' },
        { key: 'has_more', label: 'Has More', type: 'boolean' },
      ],
    },
  });
}
