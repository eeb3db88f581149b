import { z } from 'zod';
import { completeCheckIn } from '../model/check-ins.ts';
import { deactivateCustomer, upsertCustomer } from '../model/customers.ts';
import { addKey, scopes } from '../model/keys.ts';
import { acknowledgeOrder, submitOrder, updateStatus } from '../model/order-changes.ts';
import type { OrderStatus, OrderType } from '../model/orders.ts';
import { addProduct } from '../model/products.ts';
import { addSalesRep } from '../model/sales-reps.ts';
import { setStock } from '../model/stock.ts';
import { addTenant, type Plan } from '../model/tenants.ts';
import type { Author, Change, Database } from './database.ts';

/** The tenants of a new sandbox, each with a key of all scopes that is ready for use. */
export const readyTenants = [
  { slug: 'alpenglow', name: 'Alpenglow Outdoor', plan: 'professional', key: 'sk_sandbox_alpenglow' },
  { slug: 'kaffeehaus', name: 'Kaffeehaus Supply', plan: 'enterprise', key: 'sk_sandbox_kaffeehaus' },
] as const satisfies { slug: string; name: string; plan: Plan; key: string }[];

type Slug = (typeof readyTenants)[number]['slug'];

type Made = {
  reps: { name: string; email: string }[];
  /** SKU, name, price in cents, quantity. */
  products: [string, string, number, number][];
  /** External id, name, contact person, city. The last customer is inactive. */
  customers: [string, string, string, string][];
  /** Type, path of statuses after pending, customer's external id, lines, number if not the next one. */
  orders: [OrderType, OrderStatus[], string, [string, number][], string?][];
};

/** Who made the data of a new sandbox. */
const madeUp: Author = { kind: 'import', name: 'Made data' };

const hour = 60 * 60 * 1000;
const agoAtStart = 14 * 24 * hour;

/** Reaches exactly its record only where addresses are built carefully. */
const hardToAddress = '/2026 #1?%ß';

/** The two tenants share order numbers, some SKUs and a customer identity, so that a leak between them shows. */
const made: Record<Slug, Made> = {
  alpenglow: {
    reps: [
      { name: 'Mira Hofer', email: 'mira.hofer@alpenglow.example' },
      { name: 'Jonas Egger', email: 'jonas.egger@alpenglow.example' },
    ],
    products: [
      ['TENT-2P', 'Two-person tent', 24_900, 40],
      ['TENT-4P', 'Four-person tent', 41_900, 18],
      ['ROPE-60', 'Climbing rope, 60 m', 17_950, 75],
      ['HELMET-M', 'Climbing helmet, medium', 6_990, 120],
      ['HEADLAMP', 'Headlamp, 400 lumen', 4_450, 200],
      ['MUG-01', 'Enamel camping mug', 1_290, 350],
      ['BOTTLE-05', 'Steel bottle, 0.5 l', 2_190, 260],
      [`SKU${hardToAddress}`, 'Straße carabiner', 1_150, 90],
    ],
    customers: [
      ['C-1001', 'Berghaus Sport', 'Lena Auer', 'Innsbruck'],
      ['C-1002', 'Gipfelstürmer', 'Paul Moser', 'Salzburg'],
      ['C-1003', 'Rifugio Outfitters', 'Giulia Rossi', 'Bolzano'],
      ['C-1004', 'Nordwand Verleih', 'Anke Vogt', 'Grindelwald'],
      ['C-1005', 'Talstation Shop', 'Noah Keller', 'Chur'],
      ['C-1006', 'Hüttenzauber', 'Eva Brandl', 'Garmisch'],
    ],
    orders: [
      [
        'order',
        ['confirmed', 'processing', 'delivered'],
        'C-1001',
        [
          ['TENT-2P', 4],
          ['HEADLAMP', 10],
        ],
      ],
      ['order', ['cancelled'], 'C-1002', [['ROPE-60', 6]]],
      ['quote', ['confirmed'], 'C-1003', [['TENT-4P', 5]]],
      ['order', ['confirmed', 'processing'], 'C-1001', [['HELMET-M', 12]]],
      [
        'order',
        ['confirmed'],
        'C-1004',
        [
          ['MUG-01', 48],
          ['BOTTLE-05', 24],
        ],
      ],
      [
        'quote',
        [],
        'C-1002',
        [
          ['TENT-4P', 2],
          ['ROPE-60', 2],
        ],
      ],
      ['order', [], 'C-1005', [['HEADLAMP', 15]]],
      [
        'order',
        [],
        'C-1003',
        [
          ['TENT-2P', 2],
          ['MUG-01', 6],
        ],
      ],
      ['order', [], 'C-1001', [[`SKU${hardToAddress}`, 20]], `SO${hardToAddress}`],
    ],
  },
  kaffeehaus: {
    reps: [
      { name: 'Clara Wimmer', email: 'clara.wimmer@kaffeehaus.example' },
      { name: 'Stefan Adler', email: 'stefan.adler@kaffeehaus.example' },
    ],
    products: [
      ['BEAN-ESP-1', 'Espresso beans, 1 kg', 2_290, 500],
      ['BEAN-FIL-1', 'Filter beans, 1 kg', 1_990, 420],
      ['BEAN-DECAF', 'Decaffeinated beans, 500 g', 1_390, 140],
      ['CUP-ESP', 'Espresso cup, porcelain', 690, 800],
      ['MUG-01', 'Melange mug, porcelain', 890, 640],
      ['BOTTLE-05', 'Vanilla syrup, 0.5 l', 1_150, 210],
      ['GRINDER-X2', 'Burr grinder', 38_900, 12],
      ['FILTER-100', 'Paper filters, box of 100', 450, 1_000],
    ],
    customers: [
      ['C-1001', 'Café Central', 'Theresa Gruber', 'Wien'],
      ['C-1002', 'Rösterei am Markt', 'Felix Baumann', 'Graz'],
      ['C-1003', 'Mehlspeis & Co', 'Ida Lang', 'Linz'],
      ['K-2001', 'Hotel Seeblick', 'Marco Steiner', 'Bregenz'],
      ['K-2002', 'Bäckerei Frühauf', 'Greta Pichler', 'Krems'],
      ['K-2003', 'Strandcafé', 'Leo Winkler', 'Velden'],
    ],
    orders: [
      [
        'order',
        ['confirmed', 'delivered'],
        'C-1001',
        [
          ['BEAN-ESP-1', 40],
          ['CUP-ESP', 96],
        ],
      ],
      ['order', ['confirmed', 'processing'], 'C-1002', [['GRINDER-X2', 2]]],
      ['quote', [], 'K-2001', [['BEAN-FIL-1', 60]]],
      ['order', ['confirmed', 'cancelled'], 'C-1003', [['BOTTLE-05', 30]]],
      [
        'order',
        ['confirmed'],
        'K-2002',
        [
          ['MUG-01', 36],
          ['FILTER-100', 50],
        ],
      ],
      ['order', [], 'C-1001', [['BEAN-ESP-1', 20]]],
      ['quote', ['confirmed', 'delivered'], 'C-1002', [['BEAN-DECAF', 25]]],
      ['order', [], 'K-2001', [['CUP-ESP', 48]]],
    ],
  },
};

/** Fills a new database; leaves one that has tenants alone. It all happens in one transaction, hence wholly or not. */
export function makeData(database: Database): void {
  const { count } = database.one(z.object({ count: z.int() }), 'SELECT count(*) AS count FROM tenants');
  if (count > 0) return;
  database.change((change) => {
    for (const { slug, name, plan, key } of readyTenants) {
      const tenantId = addTenant(change, { slug, name, plan });
      addKey(change, tenantId, { name: 'Ready key', scopes, value: key });
      makeHistory(change, tenantId, made[slug]);
    }
  }, madeUp);
}

/** Two weeks of business, a step an hour: everything gets a time of its own, in the past. */
function makeHistory(change: Change, tenantId: number, { reps, products, customers, orders }: Made): void {
  let at = change.at - agoAtStart;
  const next = (): Change => {
    at += hour;
    return { ...change, at };
  };
  for (const rep of reps) addSalesRep(change, tenantId, rep);
  for (const [sku, name, unit_price, stock_qty] of products) {
    addProduct(next(), tenantId, { sku, name, unit_price, stock_qty, is_active: true });
  }
  for (const [id, name, contact_person, city] of customers) {
    upsertCustomer(next(), tenantId, erp(id), {
      name,
      contact_person,
      city,
      customer_code: id,
      email: `${id.toLowerCase()}@customers.example`,
      create_default_store: true,
    });
  }
  for (const [type, statuses, customerId, lines, order_number] of orders) {
    const items = lines.map(([sku, quantity]) => ({ sku, quantity }));
    const order = submitOrder(next(), tenantId, { type, customer: erp(customerId), items, order_number });
    if (statuses.length > 0) acknowledgeOrder(next(), tenantId, order.order_number, null);
    for (const status of statuses) {
      updateStatus(next(), tenantId, order.order_number, { status, external_reference: null });
    }
  }
  for (const [id] of customers.slice(0, 3)) {
    completeCheckIn(next(), tenantId, { customer: erp(id), notes: 'Regular visit' });
  }
  for (const [sku, , , quantity] of products.slice(0, 2)) {
    setStock(next(), tenantId, 'adjustment', { sku, stock_qty: quantity - 1 }, null);
    setStock(next(), tenantId, 'sync', { sku, stock_qty: quantity + 5 }, null);
    setStock(next(), tenantId, 'import', { sku, stock_qty: quantity }, null);
  }
  for (const [id] of customers.slice(-1)) deactivateCustomer(next(), tenantId, erp(id));
}

function erp(external_id: string) {
  return { external_system: 'erp', external_id };
}
