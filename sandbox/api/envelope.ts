import { iso } from './database/columns.ts';
import type { Cursor, Page } from './model/listing.ts';
import { availableQuantity, type Product, productRecord } from './model/products.ts';
import type { BulkResult } from './model/stock.ts';
import { type Subscription, subscriptionRecord } from './model/subscriptions.ts';

/**
 * How answers can be wrapped. The specification leaves that open (4.5), but for a cursor, which `bare` lacks, and for
 * `success`, which it shows in errors: `data` and `named` are within it, the others are not.
 */
export const shapes = ['data', 'named', 'bare', 'links', 'items'] as const;

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

function cursorFields({ updated_at, change_number }: Cursor) {
  return { updated_since: iso(updated_at), updated_since_id: change_number };
}

/** Everything in `data`, paging and cursor beside it; deliveries are the bare record. */
const data: Envelope = {
  record: (_noun, record) => ({ success: true, data: record }),
  list: (_noun, records, page, cursor) => ({
    success: true,
    data: records,
    meta: pagination(page),
    ...(cursor && { next_cursor: cursorFields(cursor) }),
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

/** As some frameworks page: links in place of a flag, and the cursor among them. */
const links: Envelope = {
  record: (_noun, record) => ({ data: record }),
  list: (_noun, records, { page, perPage, hasMore }, cursor) => ({
    data: records,
    links: {
      prev: page > 1 ? `?page=${page - 1}` : null,
      next: hasMore ? `?page=${page + 1}` : null,
    },
    meta: { current_page: page, per_page: perPage, ...(cursor && { cursor: cursorFields(cursor) }) },
  }),
  product: (product) => ({ ...productRecord(product), quantity_available: availableQuantity(product) }),
  bulk: (result) => ({ data: result }),
  subscription: (subscription) => ({
    data: { id: subscription.id, ...subscriptionRecord(subscription) },
  }),
  subscribed: (subscription) => links.subscription(subscription),
  subscriptions: (subscriptions) => ({
    data: subscriptions.map((each) => ({ id: each.id, ...subscriptionRecord(each) })),
  }),
  sample: (record) => ({ data: [record] }),
  delivery: (event, _sentAt, record) => ({ event_type: event, data: [record] }),
};

/** Lists are objects that hold their records, the next page's number and the cursor. */
const items: Envelope = {
  record: (_noun, record) => ({ ok: true, data: record }),
  list: (_noun, records, { page, hasMore }, cursor) => ({
    ok: true,
    data: {
      items: records,
      next_page: hasMore ? page + 1 : null,
      ...(cursor && { next_cursor: cursorFields(cursor) }),
    },
  }),
  product: (product) => ({ ...productRecord(product), available: availableQuantity(product) }),
  bulk: (result) => ({ ok: true, data: result }),
  subscription: (subscription) => ({
    ok: true,
    data: { hook_id: subscription.id, ...subscriptionRecord(subscription) },
  }),
  subscribed: (subscription) => items.subscription(subscription),
  subscriptions: (subscriptions) => ({
    ok: true,
    data: { items: subscriptions.map((each) => ({ hook_id: each.id, ...subscriptionRecord(each) })) },
  }),
  sample: (record) => ({ ok: true, data: [record] }),
  delivery: (event, _sentAt, record) => ({ type: event, data: record }),
};

const envelopes: Record<Shape, Envelope> = { data, named, bare, links, items };

/** @returns the envelope of a shape, in which the numbers of records may be text. */
export function envelopeOf(shape: Shape, numbersAsText: boolean): Envelope {
  return numbersAsText ? withTextNumbers(envelopes[shape]) : envelopes[shape];
}

function withTextNumbers(envelope: Envelope): Envelope {
  return {
    ...envelope,
    record: (noun, record) => envelope.record(noun, textNumbers(record)),
    list: (noun, records, page, cursor) => envelope.list(noun, records.map(textNumbers), page, cursor),
    bulk: (result) => textNumbers(envelope.bulk(result)),
    sample: (record) => envelope.sample(textNumbers(record)),
    delivery: (event, sentAt, record) => envelope.delivery(event, sentAt, textNumbers(record)),
  };
}

/** @returns a copy in which every number is text, also within other objects and lists. */
function textNumbers(record: object): object {
  return JSON.parse(JSON.stringify(record), (_key, value) =>
    typeof value === 'number' ? String(value) : value,
  );
}
