import { z } from 'zod';
import type { Change } from '../database/database.ts';
import { ApiError, invalid } from '../errors.ts';
import { asPerson } from './authors.ts';
import { type CustomerName, getCustomer } from './customers.ts';
import { publish } from './events.ts';
import { differences, nextChange, note } from './history.ts';
import {
  findOrder,
  getOrder,
  getOrderById,
  type Order,
  type OrderStatus,
  type OrderType,
  orderRecord,
} from './orders.ts';
import { findProduct } from './products.ts';
import { salesRepForTurn } from './sales-reps.ts';
import { moveForOrder, type OrderEffect } from './stock.ts';

/** Where each status leads (3.1). */
const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['processing', 'delivered', 'cancelled'],
  processing: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
};

/** What becomes of the reserved stock when a status is reached (3.1). */
const effects: Partial<Record<OrderStatus, OrderEffect>> = { delivered: 'deduction', cancelled: 'release' };

const numberRow = z.object({ last_order_number: z.int() });

export type Submission = {
  type: OrderType;
  order_number?: string | undefined;
  customer: CustomerName;
  items: readonly { sku: string; quantity: number }[];
  notes?: string | null | undefined;
};

/**
 * Submits an order, whose stock is then reserved, or a quote, which leaves stock alone (2.3).
 * @throws ApiError 404 unknown customer; 409 the number is taken; 422 unknown SKU.
 */
export function submitOrder(change: Change, tenantId: number, submission: Submission): Order {
  const customer = getCustomer(change, tenantId, submission.customer);
  const lines = submission.items.map(({ sku, quantity }, index) => {
    const product = findProduct(change, tenantId, sku);
    if (!product) throw invalid({ [`items.${index}.sku`]: ['SKU not found'] });
    return { product, quantity };
  });
  const turn = countUp(change, tenantId);
  const orderNumber = submission.order_number ?? freeNumber(change, tenantId, turn);
  if (findOrder(change, tenantId, orderNumber)) {
    throw new ApiError(409, `Order number '${orderNumber}' is already in use`);
  }
  const { id } = change.run(
    `INSERT INTO orders (tenant_id, order_number, type, status, notes, customer_id, sales_rep_id, created_at, updated_at,
       change_number)
     VALUES (:tenantId, :orderNumber, :type, 'pending', :notes, :customerId, :salesRepId, :at, :at, ${nextChange})`,
    {
      tenantId,
      orderNumber,
      type: submission.type,
      notes: submission.notes ?? null,
      customerId: customer.id,
      salesRepId: salesRepForTurn(change, tenantId, turn),
      at: change.at,
    },
  );
  for (const { product, quantity } of lines) {
    change.run(
      `INSERT INTO order_items (order_id, product_id, quantity, unit_price)
       VALUES (:id, :productId, :quantity, :unitPrice)`,
      { id, productId: product.id, quantity, unitPrice: product.unit_price },
    );
  }
  const order = getOrderById(change, id);
  const submitted = asPerson(change, order.rep_name);
  note(submitted, tenantId, 'order', id, 'submitted');
  moveStock(submitted, tenantId, order, 'reservation');
  publish(change, tenantId, 'order.created', () => orderRecord(order));
  return order;
}

function countUp(change: Change, tenantId: number): number {
  return change.one(
    numberRow,
    'UPDATE tenants SET last_order_number = last_order_number + 1 WHERE id = :tenantId RETURNING last_order_number',
    { tenantId },
  ).last_order_number;
}

/** People may have given a number by hand that would come up later. */
function freeNumber(change: Change, tenantId: number, turn: number): string {
  let number = turn;
  while (findOrder(change, tenantId, `SO-${number}`)) number = countUp(change, tenantId);
  return `SO-${number}`;
}

function moveStock(change: Change, tenantId: number, order: Order, effect: OrderEffect): void {
  if (order.type !== 'order') return;
  for (const item of order.items) moveForOrder(change, tenantId, effect, item, order.order_number);
}

/**
 * Notes that the external system has received an order, and links it to that system's reference (3.2).
 * @throws ApiError 404; 409 when the order is linked to another reference.
 */
export function acknowledgeOrder(
  change: Change,
  tenantId: number,
  orderNumber: string,
  reference: string | null,
): Order {
  const order = getOrder(change, tenantId, orderNumber);
  refuseOtherReference(order, reference);
  const link = order.external_reference ?? reference;
  if (order.acknowledged && link === order.external_reference) return order;
  change.run(
    `UPDATE orders SET acknowledged = 1, external_reference = :link, updated_at = :at, change_number = ${nextChange}
     WHERE id = :id`,
    {
      link,
      at: change.at,
      id: order.id,
    },
  );
  const acknowledged = getOrderById(change, order.id);
  noteOrder(change, tenantId, 'acknowledged', order, acknowledged);
  return acknowledged;
}

export type StatusUpdate = {
  status: OrderStatus;
  external_reference: string | null;
  /** Null empties the notes, undefined leaves them. */
  notes?: string | null | undefined;
};

/**
 * Moves an order on (3.1). An update to the status that the order has is a replay when its reference is the one that
 * the order is linked to, wherever that came from, or the one that the last update carried. A replay changes nothing:
 * its notes are not kept.
 * @throws ApiError 404; 409 when the order is linked to another reference; 422 when the status does not lead there.
 */
export function updateStatus(
  change: Change,
  tenantId: number,
  orderNumber: string,
  update: StatusUpdate,
): Order {
  const order = getOrder(change, tenantId, orderNumber);
  const { status, external_reference: reference } = update;
  const isKnown = [order.external_reference, order.last_update_reference].includes(reference);
  if (status === order.status && isKnown) return order;
  refuseOtherReference(order, reference);
  if (!transitions[order.status].includes(status)) throw refusedTransition(order.status, status);
  change.run(
    `UPDATE orders SET status = :status, external_reference = :link, notes = :notes, last_update_reference = :reference,
       updated_at = :at, change_number = ${nextChange}
     WHERE id = :id`,
    {
      status,
      link: order.external_reference ?? reference,
      notes: update.notes === undefined ? order.notes : update.notes,
      reference,
      at: change.at,
      id: order.id,
    },
  );
  const effect = effects[status];
  if (effect) moveStock(change, tenantId, order, effect);
  const moved = getOrderById(change, order.id);
  noteOrder(change, tenantId, 'status_changed', order, moved);
  publish(change, tenantId, 'order.status_changed', () => orderRecord(moved));
  if (moved.status === 'delivered') publish(change, tenantId, 'order.delivered', () => orderRecord(moved));
  return moved;
}

function noteOrder(
  change: Change,
  tenantId: number,
  action: 'acknowledged' | 'status_changed',
  before: Order,
  after: Order,
): void {
  const fields = ['status', 'acknowledged', 'external_reference', 'notes'] as const;
  note(change, tenantId, 'order', after.id, action, differences(before, after, fields));
}

function refuseOtherReference(order: Order, reference: string | null): void {
  const linked = order.external_reference;
  if (linked !== null && reference !== null && linked !== reference) {
    throw new ApiError(409, `Order is already linked to external reference '${linked}'`);
  }
}

function refusedTransition(from: OrderStatus, to: OrderStatus): ApiError {
  const message = `Cannot transition from '${from}' to '${to}'`;
  return new ApiError(422, message, { status: [message] });
}
