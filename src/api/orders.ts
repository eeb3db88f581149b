// Orders and quotes: specification 2.1, 3.1, 3.2 and 4.1.
import * as z from 'zod/mini';
import { labelled } from '../fields/output.ts';
import { choice, date, flag, optional, text } from '../fields/typed.ts';
import { asText, dayOf, isRecord, quote, type Rec, timeOf } from '../values.ts';
import { newestFirst, timeKey } from './answer.ts';
import type { Api } from './call.ts';
import { fetchNew } from './changes.ts';
import { fetchPage, type Listing, type Page } from './lists.ts';
import type { Memory } from './memory.ts';
import { fetchRecord, writeRecord } from './request.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

export const orderStatuses = ['pending', 'confirmed', 'processing', 'delivered', 'cancelled'] as const;
/** What a status update can ask for, in the order of an order's life. */
export const targetStatuses = ['confirmed', 'processing', 'delivered', 'cancelled'] as const;
export const orderTypes = ['order', 'quote'] as const;

/** The documented fields of an order. */
export const order = z.looseObject({
  order_number: labelled('Order Number', z.string()),
  status: labelled('Status', z.enum(orderStatuses)),
  type: labelled('Type', z.enum(orderTypes)),
  acknowledged: labelled('Acknowledged', z.boolean()),
  external_reference: labelled('External Reference', z.nullable(z.string())),
  notes: labelled('Notes', z.nullable(z.string())),
});

const resource = { one: 'order', many: 'orders', schema: order, identity: 'order_number' };

export const orderSample = {
  order_number: 'SO-2026-0042',
  status: 'pending',
  type: 'order',
  acknowledged: false,
  external_reference: null,
  notes: 'Deliver to the back entrance',
} satisfies z.output<typeof order>;

/** What a status update takes, as typed. */
export const statusUpdate = {
  status: choice(targetStatuses),
  external_reference: optional(text(255)),
  notes: optional(text(1000)),
};

/**
 * `PUT /orders/{orderNumber}/status` (4.1): moves an order forward. The same update again is accepted.
 * @returns the order afterwards
 */
export async function updateStatus(
  api: Api,
  orderNumber: string,
  update: z.output<z.ZodMiniObject<typeof statusUpdate>>,
): Promise<Rec> {
  const call = {
    method: 'PUT',
    path: ['orders', orderNumber, 'status'],
    body: update,
    scope: 'orders:write',
    resource,
    ...about(orderNumber),
    conflict: `${linkedOtherwise(orderNumber, update.external_reference)}, so its status was not changed to “${update.status}”.`,
  } as const;
  return (await writeRecord(api, call, { order_number: orderNumber })).record;
}

/** What an acknowledgement takes, as typed. */
export const acknowledgement = { external_reference: optional(text(255)) };

/**
 * `POST /orders/{orderNumber}/acknowledge` (4.1, 3.2): confirms that the order arrived, and links it.
 * @returns the order afterwards
 */
export async function acknowledgeOrder(
  api: Api,
  orderNumber: string,
  acknowledgement: { external_reference?: string | undefined },
): Promise<Rec> {
  const call = {
    method: 'POST',
    path: ['orders', orderNumber, 'acknowledge'],
    body: acknowledgement,
    scope: 'orders:write',
    resource,
    ...about(orderNumber),
    conflict: `${linkedOtherwise(orderNumber, acknowledgement.external_reference)}, so it was not acknowledged.`,
  } as const;
  return (await writeRecord(api, call, { order_number: orderNumber })).record;
}

/**
 * `GET /orders/{orderNumber}` (4.1).
 * @returns the order with its customer, sales rep and line items; undefined if there is none
 */
export function findOrder(api: Api, orderNumber: string): Promise<Rec | undefined> {
  const call = {
    method: 'GET',
    path: ['orders', orderNumber],
    scope: 'orders:read',
    resource,
    accept: [404],
  } as const;
  return fetchRecord(api, { ...call, ...about(orderNumber) });
}

/** What a list of orders can be limited by, as typed. */
export const orderFilters = {
  status: optional(choice(orderStatuses)),
  type: optional(choice(orderTypes)),
  acknowledged: optional(flag()),
  from_date: optional(date()),
  to_date: optional(date()),
};

type OrderFilters = Partial<z.output<z.ZodMiniObject<typeof orderFilters>>>;

/** `GET /orders` (4.1): one page. */
export function listOrders(api: Api, filters: OrderFilters, page: Page): Promise<Listing> {
  return fetchPage(api, listCall(filters), page);
}

/** `GET /orders` (4.1): every order that changed since the last poll, newest first; see `changes.ts`. */
export function changedOrders(
  api: Api,
  filters: Pick<OrderFilters, 'status' | 'type'>,
  memory: Memory | undefined,
): Promise<Rec[]> {
  return fetchNew(api, { call: listCall(filters), history: 30 * 24 * 60 * 60_000 }, memory);
}

/**
 * `GET /orders` (4.1): one page for a dropdown, newest first. An API that lists the oldest first is asked a second time,
 * for the pages at the end of its list; where it does not say how many there are, for the orders of the last week.
 */
export async function recentOrders(api: Api, { per_page, page = 1 }: Page): Promise<Rec[]> {
  const listing = await listOrders(api, {}, { per_page, page });
  if (!listing.more && page === 1) return newestFirst(listing.records);
  const isOldestFirst = isAscending(listing.records);
  if (!isOldestFirst) return newestFirst(listing.records);
  const { lastPage, clock = Date.now() } = listing;
  if (lastPage !== undefined) {
    const fromEnd = lastPage - page + 1;
    return fromEnd < 1 ? [] : newestFirst((await listOrders(api, {}, { per_page, page: fromEnd })).records);
  }
  if (page > 1) return newestFirst((await listOrders(api, {}, { per_page, page: page - 1 })).records);
  const week = await listOrders(api, { from_date: dayOf(clock - WEEK_MS) }, { per_page });
  return newestFirst(week.records.length > 0 ? week.records : listing.records);
}

/** True where a list begins with the oldest orders, as their times or else their numbers show. */
function isAscending(records: readonly Rec[]): boolean {
  const [first, last] = [records[0], records.at(-1)];
  const key = timeKey(records);
  if (key !== undefined) return (timeOf(first?.[key]) ?? 0) < (timeOf(last?.[key]) ?? 0);
  const [number, lastNumber] = [first, last].map((record) => asText(record?.order_number ?? ''));
  return (number ?? '').localeCompare(lastNumber ?? '', 'en', { numeric: true }) < 0;
}

/** An order as a person chooses it from a list. */
export function labelOrder(record: Rec): string {
  const { customer, customer_name, order_number, status, type } = record;
  const who = isRecord(customer) ? customer.name : customer_name;
  const state = [status, type].filter(Boolean).map(asText).join(' ');
  const details = [who, state].filter(Boolean).map(asText).join(', ');
  return details ? `${asText(order_number)} (${details})` : asText(order_number);
}

function listCall(query: OrderFilters) {
  return {
    method: 'GET',
    path: ['orders'],
    query,
    scope: 'orders:read',
    resource,
    subject: 'the list of orders',
  } as const;
}

function linkedOtherwise(orderNumber: string, reference: string | undefined): string {
  const other =
    reference === undefined ? 'an external reference' : `another external reference than ${quote(reference)}`;
  return `The order ${quote(orderNumber)} is already linked to ${other}`;
}

function about(orderNumber: string) {
  return {
    subject: `the order ${quote(orderNumber)}`,
    hint: 'Check the order number; drafts cannot be reached until they are submitted.',
  };
}
