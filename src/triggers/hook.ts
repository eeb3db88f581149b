// The factory of the instant triggers (REST hooks).
import { createHash } from 'node:crypto';
import { type Bundle, defineTrigger, type InputFields, type ZObject } from 'zapier-platform-core';
import type * as z from 'zod/mini';
import { asText, isRecord, type Rec, readPayloads } from '../api/answer.ts';
import { fetchSamples, type HookEvent, subscribe, unsubscribe } from '../api/automation.ts';
import { unusable } from '../api/errors.ts';
import { connect } from '../api/request.ts';
import { fieldsOf } from '../fields/output.ts';
import { isBlank } from '../fields/typed.ts';
import { product } from '../product.ts';

/** How long a repeated delivery is recognized, in seconds. */
const REMEMBERED = 60 * 60;

interface HookTrigger {
  key: string;
  noun: string;
  event: HookEvent;
  label: string;
  description: string;
  /** Optional inputs; each filters deliveries by the payload's field of the same name. */
  filters?: InputFields;
  /** A delivery; `npm run samples` takes it over from a live API. */
  sample: Rec;
  /** The schema that labels the fields of a delivery which are documented. */
  resource?: z.ZodMiniObject;
}

/** An instant trigger for one event of the API (specification 4.4, 6.1). */
export function defineHookTrigger({ filters = [], ...hook }: HookTrigger) {
  const { event } = hook;

  const performSubscribe = (z: ZObject, bundle: Bundle) =>
    subscribe(connect(z, bundle), event, bundle.targetUrl ?? '');

  const performUnsubscribe = async (z: ZObject, bundle: Bundle) => {
    const kept = subscriptionOf(bundle);
    await unsubscribe(connect(z, bundle), event, kept, asText(kept.target_url ?? bundle.targetUrl ?? ''));
    return kept;
  };

  const performList = (z: ZObject, bundle: Bundle) => fetchSamples(connect(z, bundle), event);

  const perform = async (z: ZObject, bundle: Bundle) => {
    const payloads = readPayloads(bundle.cleanedRequest);
    if (!payloads?.length) {
      throw unusable(
        connect(z, bundle),
        `A delivery of “${event}” from ${product.name} held no record, so nothing was started. If this stays, contact ${product.name} support.`,
      );
    }
    const wanted = payloads.filter((payload) => passes(payload, bundle.inputData));
    return wanted.length > 0 && (await isRepeated(z, bundle)) ? [] : wanted;
  };

  return defineTrigger({
    key: hook.key,
    noun: hook.noun,
    display: { label: hook.label, description: hook.description },
    operation: {
      type: 'hook',
      inputFields: filters,
      performSubscribe,
      performUnsubscribe,
      performList,
      perform,
      sample: hook.sample,
      outputFields: fieldsOf(hook.sample, hook.resource),
    },
  });
}

/** What subscribing returned, as Zapier keeps it. */
function subscriptionOf(bundle: Bundle): Rec {
  return isRecord(bundle.subscribeData) ? bundle.subscribeData : {};
}

/** A payload that lacks the field passes: the specification does not show what a payload holds. */
function passes(payload: Rec, inputData: Rec): boolean {
  return Object.entries(inputData).every(
    ([field, wanted]) => isBlank(wanted) || isBlank(payload[field]) || payload[field] === wanted,
  );
}

/**
 * True when the same body came to the same subscription within the hour: Zapier does not remove duplicates of
 * deliveries. Without the cache, or a subscription to tell apart, it goes through: better twice than never.
 */
async function isRepeated(z: ZObject, bundle: Bundle): Promise<boolean> {
  const { id, target_url } = subscriptionOf(bundle);
  if (id === undefined && target_url === undefined) return false;
  const delivery = JSON.stringify([id, target_url, bundle.cleanedRequest]);
  const key = `delivery-${createHash('sha256').update(delivery).digest('hex')}`;
  try {
    if ((await z.cache.get(key)) !== null) return true;
    // Of two that arrive together only one sets the key.
    return (await z.cache.set(key, 1, REMEMBERED, undefined, true)) === false;
  } catch {
    return false;
  }
}
