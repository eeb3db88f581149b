// The app's public contract: Zaps in the field depend on these keys. They may grow, never change.
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { movement, product } from '../src/api/inventory.ts';
import { order } from '../src/api/orders.ts';
import { customer } from '../src/fields/customer.ts';
import learned from '../src/learned.json' with { type: 'json' };
import { App } from './app.ts';

const keys = {
  triggers: {
    order_created: ['type'],
    order_delivered: ['type'],
    customer_created: [],
    check_in_completed: [],
    order_status_changed: ['status', 'type'],
    customer_updated: [],
    customer_deactivated: [],
    stock_movement_created: ['sku', 'type'],
    low_stock: ['threshold'],
    order_list: [],
    product_list: [],
  },
  creates: {
    update_order_status: ['order_number', 'status', 'external_reference', 'notes'],
    acknowledge_order: ['order_number', 'external_reference'],
    set_stock: ['sku', 'stock_qty', 'reference'],
    set_stock_bulk: ['products[sku,stock_qty]', 'reference', 'on_failure'],
    upsert_customer: [
      'external_system',
      'external_id',
      'name',
      'customer_code',
      'contact_person',
      'email',
      'phone',
      'address',
      'city',
      'province',
      'postal_code',
      'lat',
      'lng',
      'metadata',
      'is_active',
      'create_default_store',
      'clear_fields',
    ],
    deactivate_customer: ['external_system', 'external_id', 'note'],
  },
  searches: {
    find_order: ['order_number'],
    find_product: ['sku'],
    find_customer: ['external_system', 'external_id'],
    list_orders: ['status', 'type', 'acknowledged', 'from_date', 'to_date', 'limit', 'page'],
    list_products: ['is_active', 'updated_since', 'limit', 'page'],
    list_customers: ['is_active', 'updated_since', 'include_deleted', 'limit', 'page'],
    list_stock_movements: ['sku', 'type', 'from_date', 'to_date', 'limit', 'page'],
  },
};

const labels = {
  order_created: 'New Order',
  order_delivered: 'Order Delivered',
  customer_created: 'New Customer',
  check_in_completed: 'Check-In Completed',
  order_status_changed: 'Order Status Changed',
  customer_updated: 'New or Updated Customer',
  customer_deactivated: 'Customer Deactivated',
  stock_movement_created: 'New Stock Movement',
  low_stock: 'Low Stock',
  update_order_status: 'Update Order Status',
  acknowledge_order: 'Acknowledge Order',
  set_stock: 'Set Stock Quantity',
  set_stock_bulk: 'Set Stock Quantities in Bulk',
  upsert_customer: 'Create or Update Customer',
  deactivate_customer: 'Deactivate Customer',
  find_order: 'Find Order',
  find_product: 'Find Product by SKU',
  find_customer: 'Find Customer',
  list_orders: 'Find Many Orders',
  list_products: 'Find Many Products',
  list_customers: 'Find Many Customers',
  list_stock_movements: 'Find Many Stock Movements',
};

const field = z.looseObject({
  key: z.string(),
  label: z.optional(z.string()),
  type: z.optional(z.string()),
  required: z.optional(z.boolean()),
  dynamic: z.optional(z.string()),
  search: z.optional(z.string()),
  choices: z.optional(z.array(z.looseObject({ value: z.string(), label: z.string() }))),
  primary: z.optional(z.boolean()),
  get children() {
    return z.optional(z.array(field));
  },
});
type Field = z.output<typeof field>;

const step = z.looseObject({
  key: z.string(),
  noun: z.string(),
  display: z.looseObject({ label: z.string(), description: z.string(), hidden: z.optional(z.boolean()) }),
  operation: z.looseObject({
    type: z.optional(z.string()),
    inputFields: z.optional(z.array(field)),
    outputFields: z.optional(z.array(field)),
    sample: z.optional(z.record(z.string(), z.unknown())),
  }),
});
type Step = z.output<typeof step>;

const bulkOutcome = z.looseObject({
  updated: z.int(),
  replayed: z.int(),
  failed: z.int(),
  failed_items: z.array(z.object({ sku: z.string(), reason: z.string() })),
});

const stepsOf = (kind: 'triggers' | 'creates' | 'searches') =>
  Object.entries(App[kind]).map(([key, value]): [string, Step] => [key, step.parse(value)]);
const all = [...stepsOf('triggers'), ...stepsOf('creates'), ...stepsOf('searches')];
const visible = all.filter(([, { display }]) => !display.hidden);

describe.each(['triggers', 'creates', 'searches'] as const)('%s', (kind) => {
  test('have the keys and inputs that Zaps depend on', () => {
    const name = ({ key, children }: Field) =>
      children ? `${key}[${children.map((child) => child.key).join(',')}]` : key;
    const found = stepsOf(kind).map(([key, { operation }]) => [key, (operation.inputFields ?? []).map(name)]);
    expect(Object.fromEntries(found)).toEqual(keys[kind]);
  });

  test('stand under their own keys', () => {
    for (const [key, found] of stepsOf(kind)) expect(found.key).toBe(key);
  });
});

test('the connection asks for the key and, optionally, a name', () => {
  expect(App.authentication?.type).toBe('custom');
  expect(App.authentication?.fields).toMatchObject([
    { key: 'api_key', type: 'password', required: true },
    { key: 'account_name', required: false },
  ]);
});

test('steps have the labels that users know', () => {
  expect(Object.fromEntries(visible.map(([key, { display }]) => [key, display.label]))).toEqual(labels);
});

test('each instant trigger has a real sample and can be ended', () => {
  const hooks = Object.values(App.triggers).filter(({ operation }) => operation.type === 'hook');
  expect(hooks).toHaveLength(4);
  for (const { operation } of hooks) {
    for (const part of ['perform', 'performList', 'performSubscribe', 'performUnsubscribe']) {
      expect(typeof Object(operation)[part]).toBe('function');
    }
  }
});

test('dropdowns and searches that fields refer to exist, and give what is referred to', () => {
  const fields = all.flatMap(([, { operation }]) =>
    (operation.inputFields ?? []).flatMap((f) => [f, ...(f.children ?? [])]),
  );
  const dynamic = fields.flatMap(({ dynamic }) => dynamic ?? []);
  const searches = fields.flatMap((f) => (f.search ? [{ search: f.search, dynamic: f.dynamic }] : []));
  expect(dynamic.length).toBeGreaterThan(0);
  for (const reference of dynamic) {
    const [list = '', id, label] = reference.split('.');
    expect(Object.keys(App.triggers)).toContain(list);
    expect([id, label]).toEqual(['id', 'label']);
  }
  for (const { search, dynamic } of searches) {
    const [key = '', output] = search.split('.');
    const found = stepsOf('searches').find(([name]) => name === key)?.[1];
    expect(found?.operation.outputFields?.map((f) => f.key)).toContain(output);
    expect(dynamic).toBeDefined();
  }
});

test('find or create pairs a search with the action that has its inputs', () => {
  expect(App.searchOrCreates).toMatchObject({
    find_customer: {
      key: 'find_customer',
      display: { label: 'Find or Create Customer' },
      search: 'find_customer',
      create: 'upsert_customer',
    },
  });
});

test('the API’s throttle is declared for a connection, and an order’s status has a lock', () => {
  expect(App.throttle).toEqual({ window: 60, limit: 60, scope: ['auth'] });
  expect(App.creates.update_order_status.operation.lock).toMatchObject({
    key: expect.stringContaining('{{bundle.inputData.order_number}}'),
    scope: ['auth'],
  });
});

describe.each(visible)('%s', (_key, { operation }) => {
  const outputs = operation.outputFields ?? [];

  test('labels each field', () => {
    for (const f of [...(operation.inputFields ?? []), ...outputs].flatMap((f) => [
      f,
      ...(f.children ?? []),
    ])) {
      if (f.type === 'copy') continue;
      expect(f.label).toBeTruthy();
    }
  });

  test('has output fields that match its sample, key for key', () => {
    const promised = outputs.map(({ key }) => key.split('__')[0]).sort();
    expect([...new Set(promised)]).toEqual(Object.keys(operation.sample ?? {}).sort());
  });

  test('puts required inputs first', () => {
    const required = (operation.inputFields ?? [])
      .filter(({ type }) => type !== 'copy')
      .map((f) => f.required ?? false);
    expect(required).toEqual([...required].sort((a, b) => Number(b) - Number(a)));
  });
});

test('samples hold what the schema of their resource documents, in its types', () => {
  const resources: Record<string, z.ZodMiniObject> = {
    Order: order,
    Customer: customer,
    Product: product,
    'Stock Movement': movement,
  };
  for (const [key, { noun, operation }] of visible) {
    const { results, ...sample } = operation.sample ?? {};
    const [record = sample] = Array.isArray(results) ? results : [];
    const schema = key === 'set_stock_bulk' ? bulkOutcome : resources[noun];
    // What was learned of a live API is as that API is.
    if (key === 'check_in_completed' || key in learned) continue;
    expect({ key, issues: schema && z.partial(schema).safeParse(record).error?.issues }).toEqual({ key });
  }
});

test('samples show what their steps are about', () => {
  const { triggers, creates, searches } = App;
  expect(triggers.order_delivered.operation.sample).toMatchObject({
    status: 'delivered',
    acknowledged: true,
  });
  expect(triggers.customer_deactivated.operation.sample).toMatchObject({ is_active: false });
  expect(creates.deactivate_customer.operation.sample).toMatchObject({ is_active: false });
  expect(creates.upsert_customer.operation.sample).toMatchObject({ is_active: true, created: true });
  expect(searches.list_orders.operation.sample).toMatchObject({
    results: [searches.find_order.operation.sample],
    count: 1,
    has_more: false,
  });
});

test('the form of a customer is in sections, of text unless it says otherwise', () => {
  const { inputFields = [], inputFieldGroups } = App.creates.upsert_customer.operation;
  expect(inputFieldGroups).toEqual([
    { key: 'identity', label: 'Identity' },
    { key: 'contact', label: 'Contact' },
    { key: 'address', label: 'Address' },
    { key: 'location', label: 'Location' },
    { key: 'more', label: 'More' },
  ]);
  const inGroup = (group: string) =>
    inputFields.flatMap((f) => (Object(f).group === group ? [[Object(f).key, Object(f).type]] : []));
  expect(inGroup('contact')).toEqual([
    ['contact_person', 'string'],
    ['email', 'string'],
    ['phone', 'string'],
  ]);
  expect(inGroup('address')).toEqual([
    ['address', 'text'],
    ['city', 'string'],
    ['province', 'string'],
    ['postal_code', 'string'],
  ]);
  expect(inGroup('more')[0]).toEqual(['metadata', undefined]);
});

test('choices of enumerated inputs have labels', () => {
  const status = step.parse(App.creates.update_order_status).operation.inputFields?.[1];
  expect(status?.choices?.map(({ value }) => value)).toEqual([
    'confirmed',
    'processing',
    'delivered',
    'cancelled',
  ]);
  expect(status?.choices?.map(({ label }) => label)).toEqual([
    'Confirmed',
    'Processing',
    'Delivered',
    'Canceled',
  ]);
});
