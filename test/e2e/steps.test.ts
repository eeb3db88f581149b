// Every visible step of the built app, run against the sandbox in each shape that the specification leaves open.
import { afterAll, describe, expect, test } from '@jest/globals';
import App from '../../index.ts';
import type { Shape } from '../../sandbox/api/envelope.ts';
import { writeLiveResults } from '../../scripts/publish/live-results.ts';
import { entry } from '../built-app.ts';
import { berghaus, orderIn, record, startReceiver } from '../sandbox/api/harness.ts';
import { type Rec, ran, startWorld, type World } from './world.ts';

const hard = '/2026 #1?%ß';

afterAll(async () => {
  const visible = (['triggers', 'creates', 'searches'] as const).flatMap((kind) =>
    Object.keys(App[kind]).map((key) => `${kind}.${key}.operation.perform`),
  );
  expect(visible.filter((method) => !ran.has(method))).toEqual([]);
  // Publishing checks compare what each step gave with what the definition promises.
  await writeLiveResults(entry, ran);
});

// The most different ones; polls and the sandbox's own tests go through all.
const shapes = ['data', 'named', 'bare'] as const satisfies Shape[];

describe.each(shapes)('with answers of the shape %s', (shape) => {
  const world = () => startWorld({ shape, retryDelays: [20] });

  describe('actions', () => {
    test('update_order_status moves the order, and again without harm', async () => {
      const w = await world();
      const order_number = `SO${hard}`;
      const update = { order_number, status: 'confirmed', notes: '{{braces}}', external_reference: 'INV-1' };
      const first = await w.act('update_order_status', update);
      expect(first).toMatchObject({ ...update, type: 'order', customer: { name: 'Berghaus Sport' } });
      expect(await w.act('update_order_status', update)).toEqual(first);
    });

    test('acknowledge_order links the order', async () => {
      const w = await world();
      const order_number = `SO${hard}`;
      expect(await w.act('acknowledge_order', { order_number, external_reference: 'INV-9' })).toMatchObject({
        order_number,
        acknowledged: true,
        external_reference: 'INV-9',
      });
    });

    test('set_stock sets the quantity, zero too', async () => {
      const w = await world();
      const sku = `SKU${hard}`;
      expect(await w.act('set_stock', { sku, stock_qty: '30' })).toMatchObject({
        sku,
        stock_qty: 30,
        reserved_qty: 20,
        available_qty: 10,
      });
      expect(await w.act('set_stock', { sku, stock_qty: 0 })).toMatchObject({ stock_qty: 0 });
    });

    test('set_stock_bulk sets all that exist and tells what failed', async () => {
      const w = await world();
      const products = [
        { sku: 'MUG-01', stock_qty: 5 },
        { sku: `SKU${hard}`, stock_qty: '6' },
        { sku: 'NONE', stock_qty: 7 },
      ];
      expect(await w.act('set_stock_bulk', { products, reference: 'COUNT-1' })).toMatchObject({
        updated: 2,
        replayed: 0,
        failed: 1,
        failed_items: [{ sku: 'NONE', reason: 'SKU not found' }],
      });
      expect(await w.act('set_stock_bulk', { products, reference: 'COUNT-1' })).toMatchObject({
        updated: 0,
        replayed: 2,
        failed: 1,
      });
    });

    test('set_stock_bulk halts when it is told to', async () => {
      const w = await world();
      const failure = await w.fails('creates.set_stock_bulk.operation.perform', {
        products: [{ sku: 'NONE', stock_qty: 7 }],
        on_failure: 'halt',
      });
      expect(failure.name).toBe('HaltedError');
      expect(failure.message).toContain('“NONE”: SKU not found');
    });

    test('upsert_customer creates, updates, empties and brings back', async () => {
      const w = await world();
      const who = { external_system: 'crm/1', external_id: 'ä ?' };
      const created = await w.act('upsert_customer', { ...who, name: 'A', lat: 0, phone: '1', email: '' });
      expect(created).toMatchObject({
        ...who,
        name: 'A',
        lat: 0,
        phone: '1',
        created: true,
        is_active: true,
      });
      const updated = await w.act('upsert_customer', { ...who, name: 'B', clear_fields: ['phone'] });
      expect(updated).toMatchObject({ name: 'B', lat: 0, phone: null, created: false });
      expect(await w.act('deactivate_customer', who)).toMatchObject({ ...who, is_active: false });
      expect(await w.act('deactivate_customer', who)).toMatchObject({ ...who, is_active: false });
      expect(await w.act('upsert_customer', { ...who, name: 'C' })).toMatchObject({
        is_active: true,
        created: false,
      });
    });
  });

  describe('searches', () => {
    test('find_order finds it with its customer and line items, or nothing', async () => {
      const w = await world();
      const [order] = await w.look('searches.find_order', { order_number: `SO${hard}` });
      expect(order).toMatchObject({
        order_number: `SO${hard}`,
        customer: { name: 'Berghaus Sport' },
        items: [{ quantity: 20 }],
      });
      expect(await w.look('searches.find_order', { order_number: 'SO-NONE' })).toEqual([]);
    });

    test('find_product finds it with what is available, in its own case only', async () => {
      const w = await world();
      const [product] = await w.look('searches.find_product', { sku: 'MUG-01' });
      expect(product).toMatchObject({ sku: 'MUG-01', available_qty: expect.any(Number) });
      expect(await w.look('searches.find_product', { sku: 'mug-01' })).toEqual([]);
    });

    test('find_customer finds active and deactivated ones, or nothing', async () => {
      const w = await world();
      expect(await w.look('searches.find_customer', berghaus)).toMatchObject([
        { ...berghaus, is_active: true },
      ]);
      await w.act('deactivate_customer', berghaus);
      expect(await w.look('searches.find_customer', berghaus)).toMatchObject([
        { ...berghaus, is_active: false },
      ]);
      expect(await w.look('searches.find_customer', { ...berghaus, external_id: 'none' })).toEqual([]);
    });

    test.each([
      ['list_orders', { status: 'confirmed', type: 'quote', acknowledged: true, from_date: '2020-01-01' }],
      ['list_products', { is_active: true, updated_since: '2020-01-01' }],
      ['list_customers', { is_active: false, include_deleted: true, updated_since: '2020-01-01' }],
      ['list_stock_movements', { sku: 'TENT-2P', type: 'reservation', to_date: '2100-01-01' }],
    ])('%s returns one result with what matches', async (key, filters) => {
      const w = await world();
      const [found] = await w.look(`searches.${key}`, filters);
      expect(found).toEqual({ results: expect.any(Array), count: expect.any(Number), has_more: false });
      expect(found?.count).toBeGreaterThan(0);
      const [limited] = await w.look(`searches.${key}`, { limit: 1 });
      expect(limited).toMatchObject({ count: 1, has_more: true });
    });

    test('list_orders finds nothing where nothing matches', async () => {
      expect(await (await world()).look('searches.list_orders', { from_date: '2100-01-01' })).toEqual([]);
    });
  });

  describe('dropdowns', () => {
    test('list orders and products with labels to choose by', async () => {
      const w = await world();
      const orders = await w.look('triggers.order_list');
      expect(orders).toContainEqual({ id: `SO${hard}`, label: expect.stringContaining('Berghaus Sport') });
      const products = await w.look('triggers.product_list');
      expect(products.map(({ id }) => id)).toEqual([...products.map(({ id }) => id)].sort());
      expect(products).toContainEqual({
        id: 'MUG-01',
        label: expect.stringMatching(/^MUG-01 \(.+ available\)$/),
      });
      expect(await w.look('triggers.order_list', {}, { page: 1 })).toEqual([]);
    });
  });

  describe('instant triggers', () => {
    const events: [string, (w: World) => Promise<unknown>][] = [
      ['order_created', (w) => orderIn(w, 'pending')],
      ['order_delivered', (w) => orderIn(w, 'delivered')],
      [
        'customer_created',
        (w) =>
          w.people('customers', { ...berghaus, external_id: 'new', name: 'N', metadata: { segment: 'x' } }),
      ],
      ['check_in_completed', (w) => w.people('check-ins', { customer: berghaus, notes: '{{hi}}' })],
    ];

    test.each(events)('%s: sample and delivery have the same shape, key for key', async (key, happen) => {
      const w = await world();
      const receiver = await startReceiver();
      const step = `triggers.${key}.operation`;
      const { results: subscribeData } = await w.invoke(`${step}.performSubscribe`, {
        targetUrl: receiver.url,
      });
      expect(subscribeData).toMatchObject({ id: expect.any(Number), target_url: receiver.url });

      await happen(w);
      const [delivery] = await receiver.count(1);
      const { results: samples, requests } = await w.invoke(`${step}.performList`);
      expect(requests).toHaveLength(1);
      const bundle = { cleanedRequest: delivery?.body, subscribeData };
      const { results } = await w.invoke(`${step}.perform`, bundle);
      expect(results).toHaveLength(1);
      expect(shapeOf(results)).toEqual(shapeOf(samples));
      expect((await w.invoke(`${step}.perform`, bundle)).results).toEqual([]);

      await w.invoke(`${step}.performUnsubscribe`, { targetUrl: receiver.url, subscribeData });
      const list = await w.dashboard('GET', '/tenants/alpenglow/subscriptions');
      expect(list.body).toMatchObject({ data: [] });
      await w.invoke(`${step}.performUnsubscribe`, { targetUrl: receiver.url, subscribeData });
    });

    test('two subscriptions to one event are apart, and ending one leaves the other', async () => {
      const w = await world();
      const [one, two] = [await startReceiver(), await startReceiver()];
      const step = 'triggers.order_created.operation';
      const { results: first } = await w.invoke(`${step}.performSubscribe`, { targetUrl: one.url });
      const { results: second } = await w.invoke(`${step}.performSubscribe`, { targetUrl: two.url });
      expect(first).not.toEqual(second);
      await w.invoke(`${step}.performUnsubscribe`, { targetUrl: one.url, subscribeData: first });
      await orderIn(w, 'pending');
      await two.count(1);
      expect(one.received).toHaveLength(0);
    });
  });

  describe('polling triggers', () => {
    test('order_status_changed fires once for each status that an order reached', async () => {
      const w = await world();
      const order_number = await orderIn(w, 'confirmed');
      const mine = async (input: Rec = {}) =>
        (await w.look('triggers.order_status_changed', input)).filter(
          (order) => order.order_number === order_number,
        );
      expect(await mine()).toMatchObject([{ status: 'confirmed' }]);
      expect(await mine({ status: ['delivered'] })).toEqual([]);
      await w.put(`/orders/${order_number}/status`, { status: 'delivered' });
      expect(await mine({ status: ['delivered', 'cancelled'], type: 'order' })).toMatchObject([
        { status: 'delivered' },
      ]);
      expect(await mine({ type: 'quote' })).toEqual([]);
    });

    test('customer_updated fires for each version, customer_deactivated for each deactivation', async () => {
      const w = await world();
      const who = { external_system: 'crm', external_id: 'poll' };
      const ids = async (key: string) =>
        (await w.look(`triggers.${key}`))
          .filter(({ external_id }) => external_id === 'poll')
          .map(({ id }) => id);
      await w.act('upsert_customer', { ...who, name: 'A' });
      const [first] = await ids('customer_updated');
      expect(await ids('customer_updated')).toEqual([first]);
      await w.act('upsert_customer', { ...who, name: 'B' });
      const [second, ...others] = await ids('customer_updated');
      expect(others).toEqual([]);
      expect(second).not.toBe(first);

      await w.act('deactivate_customer', who);
      expect(await ids('customer_updated')).toEqual([]);
      const [gone] = await ids('customer_deactivated');
      expect(await ids('customer_deactivated')).toEqual([gone]);
      await w.act('upsert_customer', { ...who, name: 'B' });
      await w.act('deactivate_customer', who);
      const [goneAgain] = await ids('customer_deactivated');
      expect(goneAgain).not.toBe(gone);
    });

    test('stock_movement_created fires for each movement, newest first', async () => {
      const w = await world();
      const found = async () => w.look('triggers.stock_movement_created', { sku: 'MUG-01', type: 'sync' });
      const before = (await found()).length;
      for (const stock_qty of [5, 6, 7]) await w.act('set_stock', { sku: 'MUG-01', stock_qty });
      const movements = await found();
      expect(movements).toHaveLength(before + 3);
      expect(new Set(movements.map(({ id }) => id)).size).toBe(movements.length);
      const times = movements.map(({ created_at }) => String(created_at));
      expect(times).toEqual([...times].sort().reverse());
    });

    test('low_stock fires at or below the threshold', async () => {
      const w = await world();
      await w.act('set_stock', { sku: 'ROPE-60', stock_qty: 3 });
      const low = async (threshold: number) =>
        (await w.look('triggers.low_stock', { threshold })).map(({ sku }) => sku).includes('ROPE-60');
      const [product] = await w.look('searches.find_product', { sku: 'ROPE-60' });
      const available = Number(product?.available_qty);
      expect(await low(available)).toBe(true);
      if (available > 0) expect(await low(available - 1)).toBe(false);
    });
  });
});

describe('a key', () => {
  test('connects with one request, and its label shows the end of it', async () => {
    const w = await startWorld();
    const { requests } = await w.invoke('authentication.test');
    expect(requests).toMatchObject([{ method: 'GET', path: '/api/v1/automation/subscriptions' }]);
    expect((await w.invoke('authentication.connectionLabel')).results).toBe('API key ending in glow');
  });

  test('that only lacks the automation scope connects, and its actions work', async () => {
    const w = await startWorld();
    const made = record(await w.people('keys', { name: 'Stock', scopes: ['inventory:write'] }));
    const authData = { api_key: `  ${made.value}\n` };
    await w.invoke('authentication.test', { authData });
    const inputData = { sku: 'MUG-01', stock_qty: 1 };
    await w.invoke('creates.set_stock.operation.perform', { authData, inputData });
  });

  test('that is disabled has runs ask to reconnect, connects nothing, and works again once it is enabled', async () => {
    const w = await startWorld();
    const made = record(await w.people('keys', { name: 'All', scopes: ['orders:read'] }));
    const authData = { api_key: made.value };
    const find = { authData, inputData: { order_number: 'x' } };
    const search = async () => (await w.invoke('searches.find_order.operation.perform', find)).results;
    expect(await search()).toEqual([]);
    await w.people(`keys/${made.id}`, { enabled: false }, 'PATCH');
    expect((await w.fails('searches.find_order.operation.perform', {}, find)).name).toBe('ExpiredAuthError');
    expect((await w.fails('authentication.test', {}, { authData })).name).toBe('AppError');
    await w.people(`keys/${made.id}`, { enabled: true }, 'PATCH');
    expect(await search()).toEqual([]);
  });
});

/** The keys of a value, all the way down. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return true;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, shapeOf(inner)]),
  );
}
