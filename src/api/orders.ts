// Orders and quotes: specification 2.1, 3.1, 3.2 and 4.1.
import * as z from 'zod/mini';
import { labelled } from '../fields/output.ts';
import { choice, optional, quote, text } from '../fields/typed.ts';
import type { Rec } from './answer.ts';
import { type Api, writeRecord } from './request.ts';

const noun = { one: 'order', many: 'orders' };

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
    ...about(orderNumber),
    conflict: `The order ${quote(orderNumber)} is already linked to another external reference than ${quote(update.external_reference ?? '')}, so its status was not changed to “${update.status}”.`,
  } as const;
  return (await writeRecord(api, call, noun, { order_number: orderNumber })).record;
}

function about(orderNumber: string) {
  return {
    subject: `the order ${quote(orderNumber)}`,
    hint: 'Check the order number; drafts cannot be reached until they are submitted.',
  };
}
