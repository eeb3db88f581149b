// The factory of the instant triggers (REST hooks).
import { type Bundle, defineTrigger, type InputFields, type ZObject } from 'zapier-platform-core';
import type * as z from 'zod/mini';
import {
  fetchSamples,
  type HookEvent,
  readDelivery,
  recordWithin,
  subscribe,
  unsubscribe,
} from '../api/automation.ts';
import { connect } from '../api/call.ts';
import { readInputs } from '../api/inputs.ts';
import { patiently } from '../api/memory.ts';
import { withLearned } from '../fields/learned.ts';
import type { OutputField } from '../fields/output.ts';
import { asText, digest, isRecord, type Rec } from '../values.ts';

/** How long a repeated delivery is recognized, in seconds. */
const REMEMBERED = 60 * 60;

interface HookFilters {
  inputFields: InputFields;
  shape: Record<string, z.ZodMiniType>;
}

interface HookTrigger {
  key: string;
  noun: string;
  event: HookEvent;
  label: string;
  description: string;
  /** Optional inputs, and how they are read; each filters deliveries by the payload's field of the same name. */
  filters?: HookFilters;
  /** What is known of a delivery before `npm run learn` has seen one. */
  sample: Rec;
  outputFields: OutputField[];
}

/** An instant trigger for one event of the API (specification 4.4, 6.1). */
export function defineHookTrigger({ filters = { inputFields: [], shape: {} }, ...hook }: HookTrigger) {
  const { event } = hook;
  const { inputFields } = filters;

  const performSubscribe = async (z: ZObject, bundle: Bundle) => {
    const api = connect(z, bundle, inputFields, { attended: true });
    readInputs(api, filters.shape); // A filter that nothing can pass is refused before it lets deliveries vanish.
    return subscribe(api, event, bundle.targetUrl ?? '');
  };

  const performUnsubscribe = async (z: ZObject, bundle: Bundle) => {
    const kept = subscriptionOf(bundle);
    await unsubscribe(connect(z, bundle), event, kept, asText(kept.target_url ?? bundle.targetUrl ?? ''));
    return kept;
  };

  const performList = (z: ZObject, bundle: Bundle) =>
    fetchSamples(connect(z, bundle, [], { attended: true }), event);

  const perform = async (z: ZObject, bundle: Bundle) => {
    const api = connect(z, bundle, inputFields);
    const payloads = readDelivery(api, event, bundle.cleanedRequest);
    const wishes = readInputs(api, filters.shape);
    const wanted = payloads.filter((payload) => passes(recordWithin(event, payload), wishes, filters.shape));
    return wanted.length > 0 && (await isRepeated(z, bundle)) ? [] : wanted;
  };

  return defineTrigger({
    key: hook.key,
    noun: hook.noun,
    display: { label: hook.label, description: hook.description },
    operation: {
      type: 'hook',
      inputFields,
      performSubscribe,
      performUnsubscribe,
      performList,
      perform,
      ...withLearned(hook.key, hook),
    },
  });
}

/** What subscribing returned, as Zapier keeps it. */
function subscriptionOf(bundle: Bundle): Rec {
  return isRecord(bundle.subscribeData) ? bundle.subscribeData : {};
}

/**
 * What lacks the field, or holds something there that the field cannot be, passes: the specification does not show
 * what a payload holds, and a filter never costs a delivery that it could not judge.
 */
function passes(record: Rec, wishes: Rec, shape: HookFilters['shape']): boolean {
  return Object.entries(wishes).every(([field, wanted]) => {
    const value = shape[field]?.safeParse(record[field]);
    return wanted === undefined || !value?.success || value.data === undefined || value.data === wanted;
  });
}

/**
 * True when the same body came to the same subscription within the hour: Zapier does not remove duplicates of
 * deliveries. Only a mark that was read proves it, since the cache also refuses to set one when it is busy. Without
 * the cache, or a subscription to tell apart, the delivery goes through: better twice than never.
 */
async function isRepeated(z: ZObject, bundle: Bundle): Promise<boolean> {
  const { id, target_url } = subscriptionOf(bundle);
  if (id === undefined && target_url === undefined) return false;
  const key = `d${digest([id, target_url, bundle.cleanedRequest], 'base64url').slice(0, 22)}`;
  const isMarked = async () => (await z.cache.get(key)) !== null;
  const checked = await patiently(async () => {
    if (await isMarked()) return true;
    // Of two that arrive together, only one sets the mark; the other one reads it.
    return (await z.cache.set(key, 1, REMEMBERED, undefined, true)) ? false : isMarked();
  });
  return checked?.answer ?? false;
}
