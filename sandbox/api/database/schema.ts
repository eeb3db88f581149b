/** Raised with every change of the tables below: a file made by another version is refused, not misread. */
export const schemaVersion = 3;

/**
 * The tables. Times are milliseconds since 1970, prices are cents, booleans are 0 and 1.
 * The indexes named `…_listed` and `…_changed` serve the lists: see `model/listing.ts`. A `change_number` is the id of
 * the record's last change in `history`.
 */
export const schema = `
CREATE TABLE clock (last INTEGER NOT NULL) STRICT;
INSERT INTO clock VALUES (0);

CREATE TABLE tenants (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  plan TEXT NOT NULL,
  account_active INTEGER NOT NULL DEFAULT 1,
  subscription_active INTEGER NOT NULL DEFAULT 1,
  trial_ends_at INTEGER,
  last_order_number INTEGER NOT NULL DEFAULT 10000,
  calls_day INTEGER NOT NULL DEFAULT 0,
  calls INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE api_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  enabled INTEGER NOT NULL DEFAULT 1,
  expires_at INTEGER,
  last_used_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX api_keys_of_tenant ON api_keys (tenant_id);

CREATE TABLE sales_reps (
  id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  email TEXT NOT NULL
) STRICT;
CREATE INDEX sales_reps_of_tenant ON sales_reps (tenant_id);

CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  sku TEXT NOT NULL,
  name TEXT NOT NULL,
  unit_price INTEGER NOT NULL,
  stock_qty INTEGER NOT NULL,
  reserved_qty INTEGER NOT NULL DEFAULT 0,
  is_active INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (tenant_id, sku)
) STRICT;
CREATE INDEX products_listed ON products (tenant_id, is_active, created_at, id);
CREATE INDEX products_changed ON products (tenant_id, is_active, updated_at, id);

CREATE TABLE stock_references (
  product_id INTEGER NOT NULL REFERENCES products,
  reference TEXT NOT NULL,
  stock_qty INTEGER NOT NULL,
  PRIMARY KEY (product_id, reference)
) STRICT, WITHOUT ROWID;

CREATE TABLE movements (
  id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  sku TEXT NOT NULL,
  type TEXT NOT NULL,
  stock_before INTEGER NOT NULL,
  stock_after INTEGER NOT NULL,
  reserved_before INTEGER NOT NULL,
  reserved_after INTEGER NOT NULL,
  order_number TEXT,
  reference TEXT,
  by_kind TEXT NOT NULL,
  by_name TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX movements_listed ON movements (tenant_id, type, created_at, id);
CREATE INDEX movements_of_sku_listed ON movements (tenant_id, sku, type, created_at, id);
CREATE INDEX movements_of_order ON movements (tenant_id, order_number) WHERE order_number IS NOT NULL;

-- Sales representatives make customers in the field, which no external system manages yet: they have no identity.
CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  external_system TEXT,
  external_id TEXT,
  is_managed INTEGER NOT NULL GENERATED ALWAYS AS (external_id IS NOT NULL) STORED,
  name TEXT NOT NULL,
  customer_code TEXT,
  contact_person TEXT,
  email TEXT,
  phone TEXT,
  address TEXT,
  city TEXT,
  province TEXT,
  postal_code TEXT,
  lat REAL,
  lng REAL,
  metadata TEXT,
  is_active INTEGER NOT NULL,
  has_store INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  change_number INTEGER NOT NULL,
  deleted_at INTEGER,
  UNIQUE (tenant_id, external_system, external_id),
  CHECK ((external_system IS NULL) = (external_id IS NULL))
) STRICT;
CREATE INDEX customers_listed ON customers (tenant_id, is_managed, is_active, created_at, id);
CREATE INDEX customers_changed ON customers (tenant_id, is_managed, is_active, updated_at, change_number);

CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  order_number TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  acknowledged INTEGER NOT NULL DEFAULT 0,
  external_reference TEXT,
  notes TEXT,
  customer_id INTEGER NOT NULL REFERENCES customers,
  sales_rep_id INTEGER NOT NULL REFERENCES sales_reps,
  last_update_reference TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  change_number INTEGER NOT NULL,
  UNIQUE (tenant_id, order_number)
) STRICT;
CREATE INDEX orders_listed ON orders (tenant_id, status, type, acknowledged, created_at, id);
CREATE INDEX orders_changed ON orders (tenant_id, status, type, acknowledged, updated_at, change_number);

CREATE INDEX orders_of_customer ON orders (customer_id, id);

-- Apart from orders: what is not submitted must not even show as a gap in what is (2.1).
CREATE TABLE drafts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  type TEXT NOT NULL,
  customer_id INTEGER REFERENCES customers,
  items TEXT NOT NULL,
  notes TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX drafts_of_tenant ON drafts (tenant_id, updated_at);

CREATE TABLE order_items (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders,
  product_id INTEGER NOT NULL REFERENCES products,
  quantity INTEGER NOT NULL,
  unit_price INTEGER NOT NULL
) STRICT;
CREATE INDEX order_items_of_order ON order_items (order_id);

CREATE TABLE check_ins (
  id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  customer_id INTEGER NOT NULL REFERENCES customers,
  sales_rep_id INTEGER NOT NULL REFERENCES sales_reps,
  notes TEXT,
  lat REAL,
  lng REAL,
  completed_at INTEGER NOT NULL
) STRICT;

-- Who changed what; what moves stock is told by its movement alone.
CREATE TABLE history (
  id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  subject TEXT NOT NULL,
  subject_id INTEGER NOT NULL,
  action TEXT NOT NULL,
  changes TEXT NOT NULL,
  by_kind TEXT NOT NULL,
  by_name TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX history_of_subject ON history (subject, subject_id, id);

-- Numbers of subscriptions are never given twice: ending one must not end a later one.
CREATE TABLE subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  event TEXT NOT NULL,
  target_url TEXT NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (tenant_id, event, target_url)
) STRICT;

-- The secret is kept as it is: every delivery is signed with it.
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  url TEXT NOT NULL,
  secret TEXT NOT NULL,
  events TEXT NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1,
  failures INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhooks_of_tenant ON webhooks (tenant_id);

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  event TEXT NOT NULL,
  record TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Deliveries outlive their subscription or webhook endpoint, as history: hence its address is repeated here.
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL REFERENCES events,
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  subscription_id INTEGER,
  webhook_id INTEGER,
  subscriber TEXT NOT NULL
    GENERATED ALWAYS AS (coalesce('subscription ' || subscription_id, 'webhook ' || webhook_id)) STORED,
  target_url TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending',
  attempts INTEGER NOT NULL DEFAULT 0,
  -- 0 until it has been tried.
  next_attempt_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX deliveries_of_tenant ON deliveries (tenant_id, id);
CREATE INDEX deliveries_of_webhook ON deliveries (webhook_id, id) WHERE webhook_id IS NOT NULL;
CREATE INDEX deliveries_pending ON deliveries (subscriber, next_attempt_at, id) WHERE state = 'pending';

CREATE TABLE delivery_attempts (
  id INTEGER PRIMARY KEY,
  delivery_id INTEGER NOT NULL REFERENCES deliveries,
  at INTEGER NOT NULL,
  status INTEGER,
  error TEXT,
  duration_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX attempts_of_delivery ON delivery_attempts (delivery_id);
`;
