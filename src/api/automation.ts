// Hook subscriptions and samples: specification 2.5, 3.4, 4.4 and 6.1.

import { product } from '../product.ts';
import { isRecord, type Rec } from '../values.ts';
import { readInteger, readPayloads, readRecord, readRecords } from './answer.ts';
import type { Api } from './call.ts';
import { explainRefusal, lacksOnlyScope, unreadable, unusable } from './errors.ts';
import { automationWord, send } from './request.ts';

const subscription = { one: 'subscription', many: 'subscriptions', identity: 'id' };

const events = ['order.created', 'order.delivered', 'customer.created', 'check_in.completed'] as const;
export type HookEvent = (typeof events)[number];

/** What Zapier keeps of a subscription until it ends. */
export interface Subscription extends Rec {
  id?: number | string;
  event: HookEvent;
  target_url: string;
}

/**
 * Checks the connection's key with `GET /automation/subscriptions` (4.4). A good key that only lacks the scope
 * of this endpoint is good: keys for actions alone are legitimate.
 */
export async function checkKey(api: Api): Promise<void> {
  const call = { ...listCall(api), accept: [403] };
  const { status, body } = await send(api, call);
  if (status === 403 && !lacksOnlyScope(api, body)) throw explainRefusal(api, call, { status, body });
}

/**
 * `POST /automation/subscribe` (4.4).
 * @returns what the API says of the subscription, with its integer id as `id` where it could be found
 */
export async function subscribe(api: Api, event: HookEvent, targetUrl: string): Promise<Subscription> {
  if (targetUrl.length > 500) {
    throw unusable(
      api,
      `The address for deliveries has ${targetUrl.length} characters, but at most 500 can be subscribed.`,
    );
  }
  const { body } = await send(api, {
    method: 'POST',
    ...endpoint(api, 'write', 'subscribe'),
    body: { event, target_url: targetUrl },
    subject: `the subscription to “${event}”`,
  });
  const record = readRecord(body, subscription) ?? {};
  const id = readSubscriptionId(record) ?? (await findSubscription(api, event, targetUrl));
  return { ...record, ...(id && { id }), event, target_url: targetUrl };
}

/**
 * `DELETE /automation/subscribe/{subscription}` (4.4). One that is gone already counts as ended. Without an id
 * the subscription is looked up by event and target, so that no other Zap's is touched.
 */
export async function unsubscribe(api: Api, event: HookEvent, kept: Rec, targetUrl: string): Promise<void> {
  const id =
    readSubscriptionId(kept) ?? (targetUrl ? await findSubscription(api, event, targetUrl) : undefined);
  if (id === undefined) return;
  await send(api, {
    method: 'DELETE',
    ...endpoint(api, 'write', 'subscribe', String(id)),
    subject: `the subscription ${id}`,
    accept: [404],
  });
}

/** `GET /automation/sample` (4.4): samples in the shape of a delivery. */
export async function fetchSamples(api: Api, event: HookEvent): Promise<Rec[]> {
  const call = {
    method: 'GET',
    ...endpoint(api, 'read', 'sample'),
    query: { event },
    subject: `the sample of “${event}”`,
  } as const;
  const samples = readPayloads((await send(api, call)).body, events, identities[event]);
  if (!samples) throw unreadable(api, call);
  return samples;
}

/**
 * The records of a delivery (6.1), in the shape of a sample.
 * @throws where the body holds none
 */
export function readDelivery(api: Api, event: HookEvent, body: unknown): Rec[] {
  const payloads = readPayloads(body, events, identities[event]);
  if (payloads && payloads.length > 0) return payloads;
  throw unusable(
    api,
    `A delivery of “${event}” from ${product.name} held no record, so nothing was started. If this keeps happening, contact ${product.name} support.`,
  );
}

/**
 * What a payload says of its order or customer, which may be nested: the record that shows what identifies it or
 * stands under its name, else the payload itself.
 */
export function recordWithin(event: HookEvent, payload: Rec): Rec {
  const identity = identities[event];
  const find = (value: unknown): Rec | undefined => {
    if (!isRecord(value)) return undefined;
    if (identity !== undefined && identity in value) return value;
    return Object.values(value).map(find).find(Boolean);
  };
  const named = payload[event.split('.')[0] ?? ''];
  return find(payload) ?? (isRecord(named) ? named : payload);
}

/** The documented field by which the record of an event is known. Of a check-in, none is documented. */
const identities: Readonly<Record<HookEvent, string | undefined>> = {
  'order.created': 'order_number',
  'order.delivered': 'order_number',
  'customer.created': 'external_id',
  'check_in.completed': undefined,
};

/** The integer identifier of a subscription (2.5), under any name that it plausibly has. */
function readSubscriptionId(record: Rec): number | string | undefined {
  const { id, subscription_id, subscription, hook_id } = record;
  return [id, subscription_id, subscription, hook_id]
    .map(readInteger)
    .find((id) => id !== undefined && id !== 0);
}

/** The id of the one subscription that delivers this event to this address, whatever its fields are called. */
async function findSubscription(
  api: Api,
  event: HookEvent,
  targetUrl: string,
): Promise<number | string | undefined> {
  const call = listCall(api);
  const records = readRecords((await send(api, call)).body, subscription);
  if (!records) throw unreadable(api, call);
  const found = records.find((record) => {
    const values = Object.values(record);
    const others = events.filter((other) => other !== event);
    return values.includes(targetUrl) && !others.some((other) => values.includes(other));
  });
  return found && readSubscriptionId(found);
}

function listCall(api: Api) {
  return {
    method: 'GET',
    ...endpoint(api, 'read', 'subscriptions'),
    subject: 'the subscriptions of this connection',
  } as const;
}

/** The path of a hook endpoint, and the scope that it needs. */
function endpoint(api: Api, access: 'read' | 'write', ...path: readonly string[]) {
  const word = automationWord(api);
  return { path: [word, ...path], scope: `${word}:${access}` as const };
}
