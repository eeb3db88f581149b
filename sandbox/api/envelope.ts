import { iso } from './database/columns.ts';
import type { Cursor, Page } from './model/listing.ts';
import { availableQuantity, type Product, productRecord } from './model/products.ts';
import type { BulkResult } from './model/stock.ts';
import { type Subscription, subscriptionRecord } from './model/subscriptions.ts';

/** The ways in which the specification, which leaves its envelopes open (4.5), could be meant. */
export const shapes = ['data', 'named', 'bare'] as const;

export type Shape = (typeof shapes)[number];

/** What a record is called where an envelope names it; the plural is for lists. */
export type Noun = 'order' | 'product' | 'movement' | 'customer';

/** Everything that the specification does not show, decided in one place. */
export type Envelope = {
  record(noun: Noun, record: object): object;
  /** @param cursor where to go on from, for the lists that have one. */
  list(noun: Noun, records: object[], page: Page, cursor?: Cursor): object;
  product(product: Product): object;
  bulk(result: BulkResult): object;
  subscription(subscription: Subscription): object;
  /** The answer to subscribing. */
  subscribed(subscription: Subscription): object;
  subscriptions(subscriptions: Subscription[]): object;
  sample(record: object): object;
  /** What a hook delivery carries. */
  delivery(event: string, sentAt: number, record: object): object;
};

function pagination({ page, perPage, hasMore }: Page) {
  return { page, per_page: perPage, has_more: hasMore };
}

/** Everything in `data`, paging and cursor beside it; deliveries are the bare record. */
const data: Envelope = {
  record: (_noun, record) => ({ success: true, data: record }),
  list: (_noun, records, page, cursor) => ({
    success: true,
    data: records,
    meta: pagination(page),
    ...(cursor && {
      next_cursor: { updated_since: iso(cursor.updated_at), updated_since_id: cursor.change_number },
    }),
  }),
  product: (product) => ({ ...productRecord(product), available_qty: availableQuantity(product) }),
  bulk: (result) => ({ success: true, data: result }),
  subscription: (subscription) => ({
    success: true,
    data: { id: subscription.id, ...subscriptionRecord(subscription) },
  }),
  subscribed: (subscription) => data.subscription(subscription),
  subscriptions: (subscriptions) => ({
    success: true,
    data: subscriptions.map((each) => ({ id: each.id, ...subscriptionRecord(each) })),
  }),
  sample: (record) => ({ success: true, data: [record] }),
  delivery: (_event, _sentAt, record) => record,
};

function namedSubscription(subscription: Subscription) {
  return { subscription_id: subscription.id, ...subscriptionRecord(subscription) };
}

/** Everything in `data` under its noun; deliveries tell their event. */
const named: Envelope = {
  record: (noun, record) => ({ success: true, data: { [noun]: record } }),
  list: (noun, records, page, cursor) => ({
    success: true,
    data: { [`${noun}s`]: records, pagination: pagination(page) },
    ...(cursor && {
      meta: { next_updated_since: iso(cursor.updated_at), next_updated_since_id: cursor.change_number },
    }),
  }),
  product: (product) => ({ ...productRecord(product), available: availableQuantity(product) }),
  bulk: ({ items, ...totals }) => ({ success: true, data: { result: { totals, items } } }),
  subscription: (subscription) => ({
    success: true,
    data: { subscription: namedSubscription(subscription) },
  }),
  subscribed: (subscription) => named.subscription(subscription),
  subscriptions: (subscriptions) => ({
    success: true,
    data: { subscriptions: subscriptions.map(namedSubscription) },
  }),
  sample: (record) => ({ success: true, data: [record] }),
  delivery: (event, sentAt, record) => ({ event, sent_at: iso(sentAt), data: record }),
};

/** No envelope at all: no paging, no cursor, no identifier when subscribing; only deliveries are wrapped. */
const bare: Envelope = {
  record: (_noun, record) => record,
  list: (_noun, records) => records,
  product: productRecord,
  bulk: (result) => result,
  subscription: (subscription) => ({ id: subscription.id, ...subscriptionRecord(subscription) }),
  subscribed: () => ({}),
  subscriptions: (subscriptions) => subscriptions.map((each) => bare.subscription(each)),
  sample: (record) => ({ data: [record] }),
  delivery: (_event, _sentAt, record) => ({ data: [record] }),
};

export const envelopes: Record<Shape, Envelope> = { data, named, bare };
