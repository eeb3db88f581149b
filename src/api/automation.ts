// Hook subscriptions and samples: specification 2.5, 3.4, 4.4 and 6.1.

import type { Rec } from '../values.ts';
import { readPayloads, readRecord, readRecords, readSubscriptionId } from './answer.ts';
import { explainRefusal, lacksOnlyScope, unreadable, unusable } from './errors.ts';
import { type Api, automationPath, send } from './request.ts';

const noun = { one: 'subscription', many: 'subscriptions' };

const events = ['order.created', 'order.delivered', 'customer.created', 'check_in.completed'] as const;
export type HookEvent = (typeof events)[number];

/** What Zapier keeps of a subscription until it ends. */
export interface Subscription extends Rec {
  id?: number;
  event: HookEvent;
  target_url: string;
}

/**
 * Checks the connection's key with `GET /automation/subscriptions` (4.4). A good key that only lacks the scope
 * of this endpoint is good: keys for actions alone are legitimate.
 */
export async function checkKey(api: Api): Promise<void> {
  const call = { ...listCall(), accept: [403] };
  const { status, body } = await send(api, call);
  if (status === 403 && !lacksOnlyScope(body)) throw explainRefusal(api, call, { status, body });
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
    path: [automationPath(), 'subscribe'],
    body: { event, target_url: targetUrl },
    scope: 'automation:write',
    subject: `the subscription to “${event}”`,
  });
  const record = readRecord(body, noun) ?? {};
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
    path: [automationPath(), 'subscribe', String(id)],
    scope: 'automation:write',
    subject: `the subscription ${id}`,
    accept: [404],
  });
}

/** `GET /automation/sample` (4.4): samples in the shape of a delivery. */
export async function fetchSamples(api: Api, event: HookEvent): Promise<Rec[]> {
  const call = {
    method: 'GET',
    path: [automationPath(), 'sample'],
    query: { event },
    scope: 'automation:read',
    subject: `the sample of “${event}”`,
  } as const;
  const samples = readPayloads((await send(api, call)).body);
  if (!samples) throw unreadable(api, call);
  return samples;
}

/** The id of the one subscription that delivers this event to this address, whatever its fields are called. */
async function findSubscription(api: Api, event: HookEvent, targetUrl: string): Promise<number | undefined> {
  const call = listCall();
  const records = readRecords((await send(api, call)).body, noun);
  if (!records) throw unreadable(api, call);
  const found = records.find((record) => {
    const values = Object.values(record);
    const others = events.filter((other) => other !== event);
    return values.includes(targetUrl) && !others.some((other) => values.includes(other));
  });
  return found && readSubscriptionId(found);
}

function listCall() {
  return {
    method: 'GET',
    path: [automationPath(), 'subscriptions'],
    scope: 'automation:read',
    subject: 'the subscriptions of this connection',
  } as const;
}
