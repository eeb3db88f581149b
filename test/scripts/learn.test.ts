// What is kept of live records: their shape, and no value.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { invent, titleOf } from '../../scripts/learn/invent.ts';
import { type LearnedStep, readLearned, withNew, writeLearned } from '../../scripts/learn/learned.ts';
import { fieldsIn } from '../../scripts/learn/shape.ts';
import { visibleSteps } from '../../scripts/publish/definition.ts';
import { afterThisTest } from '../sandbox/api/harness.ts';
import { definition } from './subject.ts';

const learn = (...records: Record<string, unknown>[]) => invent(fieldsIn(records), [], {});

describe('no value of a live record survives', () => {
  const name = fc.constantFrom('name', 'customer', 'sales_rep', 'email', 'phone', 'total', 'items', 'note');
  const text = fc.oneof(
    fc.string({ minLength: 6, maxLength: 30, unit: 'grapheme' }),
    fc.emailAddress(),
    fc.webUrl(),
    fc.uuid(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.constantFrom('Ada Lovelace', '12 Analytical Row', '+44 20 7946 0958', '1815.12', '1815-12-10'),
  );
  const number = fc.oneof(fc.integer({ min: 100_000 }), fc.double({ min: 1e5, max: 1e9, noNaN: true }));
  const leaf = fc.oneof(text, number, fc.boolean(), fc.constant(null));
  // Also as keys, where an object is a list of people or of days.
  const { value } = fc.letrec<{ value: unknown; record: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      tie('record'),
      fc.array(tie('record'), { maxLength: 3 }),
      fc.array(leaf, { maxLength: 3 }),
      fc.dictionary(text, leaf, { minKeys: 1, maxKeys: 3 }),
    ),
    record: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  }));
  const record = fc.dictionary(name, value, { minKeys: 1, maxKeys: 6 });

  /** Every text and number that stands in a value, keys that are no names included. */
  const leaves = (value: unknown): string[] => {
    if (typeof value === 'object' && value !== null) {
      const keys = Array.isArray(value) ? [] : Object.keys(value);
      return [...keys.filter((key) => !/^[a-z_]\w*$/i.test(key)), ...Object.values(value).flatMap(leaves)];
    }
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  };

  test('of names, numbers, addresses, nested objects, rows and keys', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 3 }), (records) => {
        const kept = new Set(leaves(learn(...records)));
        expect(records.flatMap(leaves).filter((value) => kept.has(value))).toEqual([]);
      }),
      { numRuns: 150, seed: 13 },
    );
  });

  test('nor part of one in a text', () => {
    const kept = JSON.stringify(
      learn({
        customer: { name: 'Ada Lovelace', email: 'ada@lovelace.dev', by_day: { '1815-12-10': 'born' } },
      }),
    );
    expect(kept).not.toMatch(/ada|lovelace|1815|born/i);
  });
});

test('fields have types, paths and labels', () => {
  const { fields, sample } = learn(
    { total: 12, paid: null, customer: { name: 'A', vatId: 'B' }, created_at: '2026-01-02T03:04:05Z' },
    { total: 12.5, paid: true, items: [{ sku: 'A', quantity: 2, tags: ['x'] }], due: '2026-01-02', by: null },
  );
  expect(fields).toEqual([
    { key: 'total', label: 'Total', type: 'number' },
    { key: 'paid', label: 'Paid', type: 'boolean' },
    { key: 'customer__name', label: 'Customer Name', type: 'string' },
    { key: 'customer__vatId', label: 'Customer VAT ID', type: 'string' },
    { key: 'created_at', label: 'Created At', type: 'datetime' },
    {
      key: 'items',
      label: 'Items',
      children: [
        { key: 'sku', label: 'SKU', type: 'string' },
        { key: 'quantity', label: 'Quantity', type: 'number' },
        { key: 'tags', label: 'Tags', type: 'string' },
      ],
    },
    { key: 'due', label: 'Due', type: 'datetime' },
    { key: 'by', label: 'By' },
  ]);
  expect(sample).toEqual({
    total: 249.5,
    paid: true,
    customer: { name: 'Alpine Sports Innsbruck', vatId: 'A-1042' },
    created_at: '2026-01-15T09:30:00Z',
    items: [{ sku: 'TENT-2P-GRN', quantity: 3, tags: ['Sample Tags'] }],
    due: '2026-01-15',
    by: null,
  });
});

test('what is documented keeps its label, its type and its sample', () => {
  const documented = [
    { key: 'stock_qty', label: 'On Hand', type: 'integer' },
    { key: 'notes', label: 'Notes', type: 'string' },
    { key: 'metadata', label: 'Metadata', dict: true },
  ];
  const live = { stock_qty: 4711, notes: null, metadata: { secret: 'x' } };
  expect(
    invent(fieldsIn([live]), documented, { stock_qty: 12, notes: 'Ring', metadata: { a: 'b' } }),
  ).toEqual({
    fields: [
      { key: 'stock_qty', label: 'On Hand', type: 'integer' },
      { key: 'notes', label: 'Notes', type: 'string' },
      { key: 'metadata', label: 'Metadata', dict: true },
    ],
    sample: { stock_qty: 12, notes: 'Ring', metadata: { a: 'b' } },
  });
});

test.each([
  ['order.sku', 'Order SKU'],
  ['customerId', 'Customer ID'],
  ['_', '_'],
])('the label of %s is “%s”', (path, label) => {
  expect(titleOf(path.split('.'))).toBe(label);
});

describe('learning again', () => {
  const kept: LearnedStep = {
    fields: [
      { key: 'total', label: 'Order Total', type: 'number' },
      { key: 'by', label: 'By' },
      { key: 'old', label: 'Old', type: 'string' },
      { key: 'items', label: 'Lines', children: [{ key: 'sku', label: 'Article', type: 'string' }] },
    ],
    sample: { total: 99, by: null, old: 'x', items: [{ sku: 'MINE' }] },
  };
  const found = learn({ total: 'abc', by: 'me', items: [{ sku: 'A', quantity: 1 }], fresh: true });

  test('keeps edits, adds what is new, and tells what is gone or of another type', () => {
    const { difference, ...now } = withNew(kept, found);
    expect(difference).toEqual({
      added: ['items.quantity', 'fresh'],
      gone: ['old'],
      changed: ['total is string now, and number here'],
    });
    expect(now).toEqual({
      fields: [
        { key: 'total', label: 'Order Total', type: 'number' },
        { key: 'by', label: 'By', type: 'string' },
        { key: 'old', label: 'Old', type: 'string' },
        {
          key: 'items',
          label: 'Lines',
          children: [
            { key: 'sku', label: 'Article', type: 'string' },
            { key: 'quantity', label: 'Quantity', type: 'number' },
          ],
        },
        { key: 'fresh', label: 'Fresh', type: 'boolean' },
      ],
      sample: { total: 99, by: 'Maria Huber', old: 'x', items: [{ sku: 'MINE', quantity: 3 }], fresh: true },
    });
  });

  test('a null never replaces a known type', () => {
    const known: LearnedStep = { fields: [{ key: 'a', label: 'A', type: 'number' }], sample: { a: 1 } };
    expect(withNew(known, learn({ a: null }))).toEqual({
      ...known,
      difference: { added: [], gone: [], changed: [] },
    });
  });

  test('changes nothing the second time', () => {
    const { difference: _, ...once } = withNew(kept, found);
    const { difference, ...twice } = withNew(once, found);
    expect(twice).toEqual(once);
    expect(difference.added).toEqual([]);
  });
});

describe('the file', () => {
  async function file(content?: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'field-sales-learned-'));
    afterThisTest(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'learned.json');
    if (content !== undefined) await writeFile(path, content);
    return path;
  }

  test('is read as it was written, and leaves no draft behind', async () => {
    const path = await file();
    expect(await readLearned(path)).toEqual({});
    const all = { order_created: learn({ total: 1 }) };
    await writeLearned(all, path);
    expect(await readLearned(path)).toEqual(all);
    expect(await readdir(join(path, '..'))).toEqual(['learned.json']);
    expect(await readFile(path, 'utf8')).toMatch(/\n}\n$/);
  });

  test.each([
    ['is no JSON', '{', 'is not JSON'],
    ['has a field without a label', '{"a": {"fields": [{"key": "b"}], "sample": {}}}', 'a.fields[0].label'],
  ])('is refused by name where it %s', async (_, content, says) => {
    const path = await file(content);
    await expect(readLearned(path)).rejects.toThrow(path);
    await expect(readLearned(path)).rejects.toThrow(says);
  });

  test('of this project fits its steps', async () => {
    const keys = visibleSteps(definition).map(({ step }) => step.key);
    expect(Object.keys(await readLearned()).filter((key) => !keys.includes(key))).toEqual([]);
  });
});
