import { z } from 'zod';
import { bit, flag, iso } from '../database/columns.ts';
import type { Reader } from '../database/database.ts';
import { notFound } from '../errors.ts';
import { shownInstant } from '../fields.ts';
import { type Listing, type ListWindow, nextCursor, type Range, readPage } from './listing.ts';

/** Status moves only forward, in this order; the last is another way out (3.1). */
export const orderStatuses = ['pending', 'confirmed', 'processing', 'delivered', 'cancelled'] as const;
export const orderTypes = ['order', 'quote'] as const;

export type OrderStatus = (typeof orderStatuses)[number];
export type OrderType = (typeof orderTypes)[number];

const itemRow = z.object({
  product_id: z.int(),
  sku: z.string(),
  name: z.string(),
  quantity: z.int(),
  unit_price: z.int(),
});

const orderRow = z.object({
  id: z.int(),
  order_number: z.string(),
  type: z.enum(orderTypes),
  status: z.enum(orderStatuses),
  acknowledged: flag,
  external_reference: z.string().nullable(),
  notes: z.string().nullable(),
  customer_id: z.int(),
  customer_external_system: z.string().nullable(),
  customer_external_id: z.string().nullable(),
  customer_name: z.string(),
  customer_email: z.string().nullable(),
  customer_phone: z.string().nullable(),
  customer_city: z.string().nullable(),
  rep_name: z.string(),
  rep_email: z.string(),
  last_update_reference: z.string().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
  change_number: z.int(),
});

export type OrderItem = z.output<typeof itemRow>;
export type Order = z.output<typeof orderRow> & { items: OrderItem[] };

const orderSql = `
  SELECT orders.id, order_number, type, status, acknowledged, external_reference, orders.notes, customer_id,
    last_update_reference, orders.created_at, orders.updated_at, orders.change_number,
    customers.external_system AS customer_external_system, customers.external_id AS customer_external_id,
    customers.name AS customer_name, customers.email AS customer_email, customers.phone AS customer_phone,
    customers.city AS customer_city, sales_reps.name AS rep_name, sales_reps.email AS rep_email
  FROM orders JOIN customers ON customers.id = customer_id JOIN sales_reps ON sales_reps.id = sales_rep_id`;

// Put together once: every read of an order would have to do it otherwise.
const orderByIdSql = `${orderSql} WHERE orders.id = :id`;
const orderByNumberSql = `${orderSql} WHERE orders.tenant_id = :tenantId AND order_number = :orderNumber`;

/** The order as the API and the hooks show it (2.1). It has no id of its own: its number is its identifier. */
export const orderSchema = z.strictObject({
  order_number: z.string(),
  type: z.enum(orderTypes),
  status: z.enum(orderStatuses),
  acknowledged: z.boolean(),
  external_reference: z.string().nullable(),
  notes: z.string().nullable(),
  currency: z.string(),
  total: z.number(),
  customer: z.strictObject({
    external_system: z.string().nullable(),
    external_id: z.string().nullable(),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    city: z.string().nullable(),
  }),
  sales_rep: z.strictObject({ name: z.string(), email: z.string() }),
  items: z.array(
    z.strictObject({
      sku: z.string(),
      name: z.string(),
      quantity: z.int(),
      unit_price: z.number(),
      line_total: z.number(),
    }),
  ),
  created_at: shownInstant,
  updated_at: shownInstant,
});

/** Of all prices. */
export const currency = 'EUR';

/** @returns the order as the API and the hooks show it. */
export function orderRecord(order: Order): z.output<typeof orderSchema> {
  const items = order.items.map((item) => ({
    sku: item.sku,
    name: item.name,
    quantity: item.quantity,
    unit_price: item.unit_price / 100,
    line_total: (item.quantity * item.unit_price) / 100,
  }));
  const total = order.items.reduce((sum, item) => sum + item.quantity * item.unit_price, 0);
  return {
    order_number: order.order_number,
    type: order.type,
    status: order.status,
    acknowledged: order.acknowledged,
    external_reference: order.external_reference,
    notes: order.notes,
    currency,
    total: total / 100,
    customer: {
      external_system: order.customer_external_system,
      external_id: order.customer_external_id,
      name: order.customer_name,
      email: order.customer_email,
      phone: order.customer_phone,
      city: order.customer_city,
    },
    sales_rep: { name: order.rep_name, email: order.rep_email },
    items,
    created_at: iso(order.created_at),
    updated_at: iso(order.updated_at),
  };
}

export function findOrder(reader: Reader, tenantId: number, orderNumber: string): Order | undefined {
  const order = reader.get(orderRow, orderByNumberSql, { tenantId, orderNumber });
  return order && withItems(reader, order);
}

/** @throws ApiError 404 */
export function getOrder(reader: Reader, tenantId: number, orderNumber: string): Order {
  const order = findOrder(reader, tenantId, orderNumber);
  if (!order) throw notFound('Order');
  return order;
}

export function getOrderById(reader: Reader, id: number): Order {
  return withItems(reader, reader.one(orderRow, orderByIdSql, { id }));
}

function withItems(reader: Reader, order: z.output<typeof orderRow>): Order {
  const items = reader.all(
    itemRow,
    `SELECT product_id, sku, name, quantity, order_items.unit_price
     FROM order_items JOIN products ON products.id = product_id WHERE order_id = :id ORDER BY order_items.id`,
    { id: order.id },
  );
  return { ...order, items };
}

export type OrderFilter = ListWindow & {
  status?: OrderStatus | undefined;
  type?: OrderType | undefined;
  acknowledged?: boolean | undefined;
  createdFrom?: number | undefined;
  createdBefore?: number | undefined;
};

/** One page of orders, and the cursor to go on from: newest first, or with `since` in the order of changes (4.1). */
export function listOrders(reader: Reader, tenantId: number, filter: OrderFilter) {
  const { status, type, acknowledged, ...window } = filter;
  const ranges: Range[] = [];
  for (const eachStatus of status ? [status] : orderStatuses) {
    for (const eachType of type ? [type] : orderTypes) {
      for (const each of acknowledged === undefined ? [true, false] : [acknowledged]) {
        ranges.push({ status: eachStatus, type: eachType, acknowledged: bit(each) });
      }
    }
  }
  const listing: Listing = { table: 'orders', ranges, ...window };
  const page = readPage(reader, tenantId, listing);
  const orders = page.ids.map((id) => getOrderById(reader, id));
  return { page, orders, cursor: nextCursor(reader, tenantId, listing, orders.at(-1)) };
}

/** @returns the latest orders of a customer, newest first. */
export function ordersOfCustomer(reader: Reader, customerId: number, limit: number): Order[] {
  const rows = reader.all(
    z.object({ id: z.int() }),
    'SELECT id FROM orders WHERE customer_id = :customerId ORDER BY id DESC LIMIT :limit',
    { customerId, limit },
  );
  return rows.map(({ id }) => getOrderById(reader, id));
}
