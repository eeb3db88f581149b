// The factory of the hidden triggers that fill dropdowns.
import { defineTrigger, type PollingTriggerPerform } from 'zapier-platform-core';
import { type Api, connect } from '../api/call.ts';
import { unidentified } from '../api/errors.ts';
import { type Page, PER_PAGE } from '../api/lists.ts';
import { asText, isBlank, type Rec } from '../values.ts';

interface Dropdown {
  key: string;
  noun: string;
  label: string;
  description: string;
  /** One page, in the order in which people look for them. */
  list: (api: Api, page: Page) => Promise<Rec[]>;
  /** The field whose value is chosen. */
  value: string;
  labelOf: (record: Rec) => string;
}

/** A dropdown, a page of 100 choices at a time. A record without the value is no choice. */
export function defineDropdown({ key, noun, label, description, list, value, labelOf }: Dropdown) {
  const perform = (async (z, bundle) => {
    const api = connect(z, bundle);
    const records = await list(api, { per_page: PER_PAGE, page: (bundle.meta?.page ?? 0) + 1 });
    const choices = records.filter((record) => !isBlank(record[value]));
    if (records.length > 0 && choices.length === 0) throw unidentified(api, noun, [value]);
    return choices.map((record) => ({ id: asText(record[value]), label: labelOf(record) }));
  }) satisfies PollingTriggerPerform;

  return defineTrigger({
    key,
    noun,
    display: { label, description, hidden: true },
    operation: { type: 'polling', perform, canPaginate: true },
  });
}
