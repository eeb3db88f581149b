// What a list costs must not grow with what there is: every query of one walks an index, and none sorts.
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { Database, type Reader } from '../../../sandbox/api/database/database.ts';
import { makeData } from '../../../sandbox/api/database/made-data.ts';
import { schema } from '../../../sandbox/api/database/schema.ts';
import { listCustomers } from '../../../sandbox/api/model/customers.ts';
import { listMovements, movementTypes } from '../../../sandbox/api/model/movements.ts';
import { listOrders, orderStatuses, orderTypes } from '../../../sandbox/api/model/orders.ts';
import { listProducts } from '../../../sandbox/api/model/products.ts';
import { afterThisTest } from './harness.ts';

/** @returns the SQL that reading sends to a database with made data. */
function queriesOf(read: (reader: Reader) => unknown): string[] {
  const database = new Database(undefined, () => new Date());
  afterThisTest(() => database.close());
  makeData(database);
  const queries = new Set<string>();
  read({
    all: (row, sql, params) => {
      queries.add(sql);
      return database.all(row, sql, params);
    },
    get: (row, sql, params) => {
      queries.add(sql);
      return database.get(row, sql, params);
    },
    one: (row, sql, params) => {
      queries.add(sql);
      return database.one(row, sql, params);
    },
  });
  return [...queries];
}

/** @returns what SQLite does for a query, a line for each part of it. */
function planOf(query: string): string[] {
  const connection = new DatabaseSync(':memory:');
  try {
    connection.exec(schema);
    return connection
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .all()
      .map((row) => String(row['detail']));
  } finally {
    connection.close();
  }
}

/** Every combination of one value of each filter. */
function combinations(filters: Record<string, readonly unknown[]>): Record<string, unknown>[] {
  return Object.entries(filters).reduce<Record<string, unknown>[]>(
    (made, [name, values]) => values.flatMap((value) => made.map((each) => ({ ...each, [name]: value }))),
    [{}],
  );
}

const page = { page: 2, perPage: 3 };
const period = { createdFrom: [undefined, 1], createdBefore: [undefined, 2e12] };
const since = { since: [undefined, { updated_at: 1 }, { updated_at: 1, change_number: 1 }] };
const flags = [undefined, true, false];

const lists: [string, (reader: Reader) => unknown][] = [
  [
    'orders',
    (reader) => {
      const filters = {
        status: [undefined, orderStatuses[0]],
        type: [undefined, orderTypes[0]],
        acknowledged: flags,
      };
      for (const filter of combinations({ ...filters, ...period, ...since }))
        listOrders(reader, 1, { ...filter, ...page });
    },
  ],
  [
    'products',
    (reader) => {
      for (const filter of combinations({ isActive: flags, since: since.since.slice(0, 2) }))
        listProducts(reader, 1, { ...filter, ...page });
    },
  ],
  [
    'customers',
    (reader) => {
      for (const filter of combinations({ isActive: flags, ...since })) {
        for (const includeDeleted of [true, false])
          listCustomers(reader, 1, { ...filter, includeDeleted, ...page });
      }
    },
  ],
  [
    'movements',
    (reader) => {
      const filters = { sku: [undefined, 'TENT-2P'], type: [undefined, movementTypes[0]] };
      for (const filter of combinations({ ...filters, ...period }))
        listMovements(reader, 1, { ...filter, ...page });
    },
  ],
];

test.each(lists)('lists %s by an index, without sorting, whatever is filtered', (_what, read) => {
  const plans = queriesOf(read).map((query) => ({ query, plan: planOf(query) }));
  expect(plans.length).toBeGreaterThan(0);
  const costly = plans.filter(({ plan }) => plan.some((line) => /\bSCAN\b|TEMP B-TREE/.test(line)));
  expect(costly).toEqual([]);
});

test('would notice a query that reads a whole table or sorts', () => {
  expect(planOf('SELECT id FROM orders WHERE notes = 1')).toEqual([expect.stringContaining('SCAN')]);
  expect(planOf('SELECT id FROM orders WHERE tenant_id = 1 ORDER BY notes')).toContainEqual(
    expect.stringContaining('TEMP B-TREE'),
  );
});
