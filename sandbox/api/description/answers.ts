import { z } from 'zod';
import type { Noun, Shape } from '../envelope.ts';
import { shownInstant } from '../fields.ts';
import { checkInSchema } from '../model/check-ins.ts';
import { anyCustomerSchema, customerSchema } from '../model/customers.ts';
import { movementSchema } from '../model/movements.ts';
import { orderSchema } from '../model/orders.ts';
import { productSchema } from '../model/products.ts';
import { bulkSchema, bulkTotalsSchema } from '../model/stock.ts';
import { subscriptionSchema } from '../model/subscriptions.ts';

/** What an answer of each kind looks like in one shape: see `Envelope`, which makes them. */
export type Answers = {
  record(noun: Noun): z.ZodType;
  list(noun: Noun): z.ZodType;
  bulk: z.ZodType;
  subscription: z.ZodType;
  subscribed: z.ZodType;
  subscriptions: z.ZodType;
  sample: z.ZodType;
};

const success = z.literal(true);

const cursor = { at: shownInstant, id: z.int().min(0) };

/** The lists that are polled, and therefore have a cursor (4.1, 4.3). */
const polled: readonly Noun[] = ['order', 'customer'];

const paging = z.strictObject({ page: z.int(), per_page: z.int(), has_more: z.boolean() });

const records = { order: orderSchema, movement: movementSchema, customer: customerSchema };

const samples = z.array(z.union([orderSchema, anyCustomerSchema, checkInSchema])).length(1);

function dataAnswers(): Answers {
  const wrapped = (content: z.ZodType) => z.strictObject({ success, data: content });
  const record = { ...records, product: productSchema.extend({ available_qty: z.int() }) };
  const subscription = subscriptionSchema.extend({ id: z.int().min(1) });
  const nextCursor = z.strictObject({ updated_since: cursor.at, updated_since_id: cursor.id });
  return {
    record: (noun) => wrapped(record[noun]),
    list: (noun) =>
      z.strictObject({
        success,
        data: z.array(record[noun]),
        meta: paging,
        ...(polled.includes(noun) && { next_cursor: nextCursor }),
      }),
    bulk: wrapped(bulkSchema),
    subscription: wrapped(subscription),
    subscribed: wrapped(subscription),
    subscriptions: wrapped(z.array(subscription)),
    sample: wrapped(samples),
  };
}

function namedAnswers(): Answers {
  const wrapped = (name: string, content: z.ZodType) =>
    z.strictObject({ success, data: z.strictObject({ [name]: content }) });
  const record = { ...records, product: productSchema.extend({ available: z.int() }) };
  const subscription = subscriptionSchema.extend({ subscription_id: z.int().min(1) });
  const { items } = bulkSchema.shape;
  const meta = z.strictObject({ next_updated_since: cursor.at, next_updated_since_id: cursor.id });
  return {
    record: (noun) => wrapped(noun, record[noun]),
    list: (noun) =>
      z.strictObject({
        success,
        data: z.strictObject({ [`${noun}s`]: z.array(record[noun]), pagination: paging }),
        ...(polled.includes(noun) && { meta }),
      }),
    bulk: wrapped('result', z.strictObject({ totals: bulkTotalsSchema, items })),
    subscription: wrapped('subscription', subscription),
    subscribed: wrapped('subscription', subscription),
    subscriptions: wrapped('subscriptions', z.array(subscription)),
    sample: z.strictObject({ success, data: samples }),
  };
}

function bareAnswers(): Answers {
  const record = { ...records, product: productSchema };
  const subscription = subscriptionSchema.extend({ id: z.int().min(1) });
  return {
    record: (noun) => record[noun],
    list: (noun) => z.array(record[noun]),
    bulk: bulkSchema,
    subscription,
    subscribed: z.strictObject({}),
    subscriptions: z.array(subscription),
    sample: z.strictObject({ data: samples }),
  };
}

const makers = { data: dataAnswers, named: namedAnswers, bare: bareAnswers };

/** @returns what the answers of a sandbox with this shape look like. */
export function answersOf(shape: Shape): Answers {
  return makers[shape]();
}
