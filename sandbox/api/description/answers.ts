import { z } from 'zod';
import type { Noun } from '../envelope.ts';
import { shownInstant } from '../fields.ts';
import type { Carelessness } from '../http/carelessness.ts';
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

const cursorSchema = z.strictObject({ updated_since: cursor.at, updated_since_id: cursor.id });

/** The lists that are polled, and therefore have a cursor (4.1, 4.3). */
const polled: readonly Noun[] = ['order', 'customer'];

const paging = z.strictObject({ page: z.int(), per_page: z.int(), has_more: z.boolean() });

const records = { order: orderSchema, movement: movementSchema, customer: customerSchema };

/** What becomes of the schema of a record: itself, or one whose numbers are text. */
type Kind = (schema: z.ZodType) => z.ZodType;

const samples = (of: Kind) => z.array(of(z.union([orderSchema, anyCustomerSchema, checkInSchema]))).length(1);

function dataAnswers(of: Kind): Answers {
  const wrapped = (content: z.ZodType) => z.strictObject({ success, data: content });
  const record = { ...records, product: productSchema.extend({ available_qty: z.int() }) };
  const subscription = subscriptionSchema.extend({ id: z.int().min(1) });
  return {
    record: (noun) => wrapped(of(record[noun])),
    list: (noun) =>
      z.strictObject({
        success,
        data: z.array(of(record[noun])),
        meta: paging,
        ...(polled.includes(noun) && { next_cursor: cursorSchema }),
      }),
    bulk: wrapped(of(bulkSchema)),
    subscription: wrapped(subscription),
    subscribed: wrapped(subscription),
    subscriptions: wrapped(z.array(subscription)),
    sample: wrapped(samples(of)),
  };
}

function namedAnswers(of: Kind): Answers {
  const wrapped = (name: string, content: z.ZodType) =>
    z.strictObject({ success, data: z.strictObject({ [name]: content }) });
  const record = { ...records, product: productSchema.extend({ available: z.int() }) };
  const subscription = subscriptionSchema.extend({ subscription_id: z.int().min(1) });
  const { items } = bulkSchema.shape;
  const meta = z.strictObject({ next_updated_since: cursor.at, next_updated_since_id: cursor.id });
  return {
    record: (noun) => wrapped(noun, of(record[noun])),
    list: (noun) =>
      z.strictObject({
        success,
        data: z.strictObject({ [`${noun}s`]: z.array(of(record[noun])), pagination: paging }),
        ...(polled.includes(noun) && { meta }),
      }),
    bulk: wrapped('result', of(z.strictObject({ totals: bulkTotalsSchema, items }))),
    subscription: wrapped('subscription', subscription),
    subscribed: wrapped('subscription', subscription),
    subscriptions: wrapped('subscriptions', z.array(subscription)),
    sample: z.strictObject({ success, data: samples(of) }),
  };
}

function bareAnswers(of: Kind): Answers {
  const record = { ...records, product: productSchema };
  const subscription = subscriptionSchema.extend({ id: z.int().min(1) });
  return {
    record: (noun) => of(record[noun]),
    list: (noun) => z.array(of(record[noun])),
    bulk: of(bulkSchema),
    subscription,
    subscribed: z.strictObject({}),
    subscriptions: z.array(subscription),
    sample: z.strictObject({ data: samples(of) }),
  };
}

function linksAnswers(of: Kind): Answers {
  const wrapped = (content: z.ZodType) => z.strictObject({ data: content });
  const record = { ...records, product: productSchema.extend({ quantity_available: z.int() }) };
  const subscription = subscriptionSchema.extend({ id: z.int().min(1) });
  const meta = z.strictObject({ current_page: z.int(), per_page: z.int() });
  const link = z.string().nullable();
  return {
    record: (noun) => wrapped(of(record[noun])),
    list: (noun) =>
      z.strictObject({
        data: z.array(of(record[noun])),
        links: z.strictObject({ prev: link, next: link }),
        meta: polled.includes(noun) ? meta.extend({ cursor: cursorSchema }) : meta,
      }),
    bulk: wrapped(of(bulkSchema)),
    subscription: wrapped(subscription),
    subscribed: wrapped(subscription),
    subscriptions: wrapped(z.array(subscription)),
    sample: wrapped(samples(of)),
  };
}

function itemsAnswers(of: Kind): Answers {
  const wrapped = (content: z.ZodType) => z.strictObject({ ok: success, data: content });
  const record = { ...records, product: productSchema.extend({ available: z.int() }) };
  const subscription = subscriptionSchema.extend({ hook_id: z.int().min(1) });
  return {
    record: (noun) => wrapped(of(record[noun])),
    list: (noun) =>
      wrapped(
        z.strictObject({
          items: z.array(of(record[noun])),
          next_page: z.int().nullable(),
          ...(polled.includes(noun) && { next_cursor: cursorSchema }),
        }),
      ),
    bulk: wrapped(of(bulkSchema)),
    subscription: wrapped(subscription),
    subscribed: wrapped(subscription),
    subscriptions: wrapped(z.strictObject({ items: z.array(subscription) })),
    sample: wrapped(samples(of)),
  };
}

const makers = {
  data: dataAnswers,
  named: namedAnswers,
  bare: bareAnswers,
  links: linksAnswers,
  items: itemsAnswers,
};

/** @returns what the answers of a sandbox with this shape and these habits look like. */
export function answersOf({ shape, numbers_as_text }: Carelessness): Answers {
  return makers[shape](numbers_as_text ? withTextNumbers : (schema) => schema);
}

function withTextNumbers(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodNumber) return z.string();
  if (schema instanceof z.ZodNullable) return withTextNumbers(schema.unwrap()).nullable();
  if (schema instanceof z.ZodOptional) return withTextNumbers(schema.unwrap()).optional();
  if (schema instanceof z.ZodArray) return z.array(withTextNumbers(schema.element));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(withTextNumbers));
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, each]) => [name, withTextNumbers(each)]);
    return z.strictObject(Object.fromEntries(fields));
  }
  return schema instanceof z.ZodType ? schema : z.unknown();
}
