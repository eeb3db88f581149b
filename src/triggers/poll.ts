// The factory of the polling triggers, which cover what has no hook.
import { type Bundle, defineTrigger, type InputFields, type ZObject } from 'zapier-platform-core';
import { type Api, connect } from '../api/call.ts';
import { unidentified } from '../api/errors.ts';
import { type Memory, memoryOf } from '../api/memory.ts';
import { withLearned } from '../fields/learned.ts';
import type { OutputField } from '../fields/output.ts';
import { digest, isBlank, type Rec } from '../values.ts';

interface PollTrigger {
  key: string;
  noun: string;
  label: string;
  description: string;
  inputFields?: InputFields;
  /** What to fire for, newest first. Zapier runs each once, by `id` or by the primary output fields. */
  poll: (api: Api, memory: Memory | undefined) => Promise<Rec[]>;
  sample: Rec;
  outputFields: OutputField[];
}

/** A polling trigger. */
export function definePollTrigger({ inputFields = [], poll, ...trigger }: PollTrigger) {
  const primary = trigger.outputFields.filter((field) => field.primary).map(({ key }) => key);
  const identifying = primary.length > 0 ? primary : ['id'];

  const perform = async (z: ZObject, bundle: Bundle) => {
    const api = connect(z, bundle, inputFields);
    const found = await poll(api, memoryOf(z, bundle, trigger.key));
    if (!areIdentified(found, identifying)) throw unidentified(api, trigger.noun, identifying);
    return unique(found, (record) => JSON.stringify(identifying.map((key) => record[key])));
  };

  return defineTrigger({
    key: trigger.key,
    noun: trigger.noun,
    display: { label: trigger.label, description: trigger.description },
    operation: {
      type: 'polling',
      inputFields,
      perform,
      ...withLearned(trigger.key, trigger),
    },
  });
}

/** The output field of an identity that the app adds. */
export const idField: OutputField = { key: 'id', label: 'ID', type: 'string' };

/** An `id` as `identified` makes them. */
export const sampleId = '7c1e0b5a94d83f26a1e5c70d9b4f8236';

/**
 * A record with an `id` derived from what identifies it, so that equal versions have equal ids. The API's own
 * `id`, which no document names, moves to `record_id`, or to `original_id` where that is taken.
 */
export function identified(record: Rec, identity: unknown = record): Rec {
  const { id, ...fields } = record;
  return {
    id: digest(identity).slice(0, 32),
    ...(id !== undefined && { ['record_id' in fields ? 'original_id' : 'record_id']: id }),
    ...fields,
  };
}

/** Zapier's types know `id` only, but the primary output fields identify a result as well. */
function areIdentified(
  records: readonly Rec[],
  keys: readonly string[],
): records is readonly (Rec & { id: string })[] {
  return records.every((record) => keys.every((key) => !isBlank(record[key])));
}

/** The first of those with the same key: a record that changed between two pages is listed twice. */
function unique<R extends Rec>(records: readonly R[], keyOf: (record: R) => string): R[] {
  const seen = new Set<string>();
  return records.filter((record) => {
    const key = keyOf(record);
    return !seen.has(key) && seen.add(key);
  });
}
