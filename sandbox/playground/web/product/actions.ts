// What people do in the product, as forms.

import { money } from '../model/format.ts';
import { type Done, inProduct } from '../server/requests.ts';
import type { CheckIn, Customer, Order, OrderDraft, Product } from './records.ts';

/** A line of an order. */
export type Line = { sku: string; quantity: number };

export type FormValues = Record<string, unknown>;

export type FormField = {
  name: string;
  label: string;
  help?: string;
  kind: 'text' | 'long' | 'number' | 'choice' | 'customer' | 'product' | 'lines' | 'scopes';
  isRequired?: boolean;
  options?: { value: string; label: string }[];
  initial?: unknown;
  /** For numbers. */
  least?: number;
  most?: number;
};

export type ProductAction = {
  /** Also the title of its form. */
  label: string;
  fields: readonly FormField[];
  /** @returns what is told of it: "Order SO-10011 submitted" */
  send: (values: FormValues) => Promise<Told>;
};

/** What was done, and by which name one asks which Zaps ran of it. */
export type Told = { says: string; action: string | null };

async function told<T>(doing: Promise<Done<T>>, says: (data: T) => string): Promise<Told> {
  const { data, action } = await doing;
  return { says: says(data), action };
}

const text = (values: FormValues, name: string): string | null => String(values[name] ?? '').trim() || null;

/** A choice of a customer is its identity as JSON. */
const customerIn = (values: FormValues): unknown => JSON.parse(String(values['customer'] ?? 'null'));

const order = (values: FormValues) => ({
  type: values['type'],
  customer: customerIn(values),
  items: values['items'],
  notes: text(values, 'notes'),
});

export const submitOrder: ProductAction = {
  label: 'Submit an order',
  fields: [
    {
      name: 'type',
      label: 'Type',
      kind: 'choice',
      initial: 'order',
      options: [
        { value: 'order', label: 'Order' },
        { value: 'quote', label: 'Quote' },
      ],
    },
    { name: 'customer', label: 'Customer', kind: 'customer', isRequired: true },
    { name: 'items', label: 'Products', kind: 'lines', isRequired: true },
    { name: 'notes', label: 'Notes', kind: 'long' },
    {
      name: 'many',
      label: 'How many such orders',
      help: 'Several are submitted at the same moment.',
      kind: 'number',
      initial: 1,
      least: 1,
      most: 500,
    },
  ],
  send: (values) => {
    const many = Number(values['many'] ?? 1);
    const body = many > 1 ? { orders: Array.from({ length: many }, () => order(values)) } : order(values);
    const what = values['type'] === 'quote' ? 'Quote' : 'Order';
    return told(inProduct<Order | Order[]>('POST', '/orders', body), (made) =>
      Array.isArray(made)
        ? `${made.length} ${what.toLowerCase()}s submitted`
        : `${what} ${made.order_number} of ${money(made.total, made.currency)} submitted`,
    );
  },
};

export const saveDraft: ProductAction = {
  label: 'Save a draft',
  fields: submitOrder.fields.filter(({ name }) => name !== 'many'),
  send: (values) =>
    told(inProduct<OrderDraft>('POST', '/drafts', order(values)), ({ id }) => `Draft ${id} saved`),
};

export const adjustStock: ProductAction = {
  label: 'Adjust stock',
  fields: [
    { name: 'sku', label: 'Product', kind: 'product', isRequired: true },
    { name: 'stock_qty', label: 'New quantity on hand', kind: 'number', least: 0, isRequired: true },
  ],
  send: ({ sku, stock_qty }) =>
    told(
      inProduct<Product>('POST', '/products/adjust', { sku, stock_qty }),
      (product) => `Stock of ${product.sku} set to ${product.stock_qty}`,
    ),
};

export const createProduct: ProductAction = {
  label: 'Create a product',
  fields: [
    { name: 'sku', label: 'SKU', kind: 'text', isRequired: true },
    { name: 'name', label: 'Name', kind: 'text', isRequired: true },
    { name: 'unit_price', label: 'Price in euros', kind: 'number', initial: 10, least: 0 },
    { name: 'stock_qty', label: 'Quantity on hand', kind: 'number', initial: 0, least: 0 },
  ],
  send: ({ sku, name, unit_price, stock_qty }) =>
    told(
      inProduct<Product>('POST', '/products', { sku, name, unit_price, stock_qty }),
      (product) => `Product ${product.sku} created`,
    ),
};

export const createCustomer: ProductAction = {
  label: 'Create a customer',
  fields: [
    { name: 'name', label: 'Name', kind: 'text', isRequired: true },
    {
      name: 'external_id',
      label: 'External ID',
      help: 'Leave empty for a customer that no other system knows.',
      kind: 'text',
    },
    { name: 'external_system', label: 'External system', kind: 'text', initial: 'crm' },
    { name: 'email', label: 'Email', kind: 'text' },
    { name: 'city', label: 'City', kind: 'text' },
  ],
  send: (values) =>
    told(
      inProduct<Customer>('POST', '/customers', {
        name: text(values, 'name'),
        ...(text(values, 'external_id') && {
          external_system: text(values, 'external_system'),
          external_id: text(values, 'external_id'),
        }),
        email: text(values, 'email'),
        city: text(values, 'city'),
      }),
      ({ name }) => `Customer ${name} created`,
    ),
};

export const completeCheckIn: ProductAction = {
  label: 'Complete a check-in',
  fields: [
    { name: 'customer', label: 'Customer', kind: 'customer', isRequired: true },
    { name: 'notes', label: 'Notes', kind: 'long' },
  ],
  send: (values) =>
    told(
      inProduct<CheckIn>('POST', '/check-ins', {
        customer: customerIn(values),
        notes: text(values, 'notes'),
      }),
      ({ customer }) => `Check-in at ${customer.name} completed`,
    ),
};
