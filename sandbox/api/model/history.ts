import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { iso, json } from '../database/columns.ts';
import type { Author, Change, Reader } from '../database/database.ts';
import { anyObject } from '../fields.ts';
import { authorColumns, authorOf } from './authors.ts';
import { type AuthoredMovement, movementRecord } from './movements.ts';

/** What can be changed. */
type Subject = 'order' | 'customer' | 'product';

type Action =
  | 'created'
  | 'submitted'
  | 'acknowledged'
  | 'status_changed'
  | 'edited'
  | 'deactivated'
  | 'reactivated';

type Changes = Record<string, { from: unknown; to: unknown }>;

const historyRow = z.object({
  id: z.int(),
  subject: z.enum(['order', 'customer', 'product']),
  subject_id: z.int(),
  title: z.string(),
  action: z.string(),
  changes: json(anyObject),
  ...authorColumns,
  at: z.int(),
});

/**
 * SQL for the number of the change that is noted next. It tells changes at the same time apart, and later ones have
 * greater ones: a record that is listed by its changes is written with it just before the change is noted.
 */
export const nextChange = '(SELECT coalesce(max(id), 0) + 1 FROM history)';

/** Keeps that something was changed, by whom and how. */
export function note(
  change: Change,
  tenantId: number,
  subject: Subject,
  subjectId: number,
  action: Action,
  changes: Changes = {},
): void {
  change.run(
    `INSERT INTO history (tenant_id, subject, subject_id, action, changes, by_kind, by_name, at)
     VALUES (:tenantId, :subject, :subjectId, :action, :changes, :by_kind, :by_name, :at)`,
    {
      tenantId,
      subject,
      subjectId,
      action,
      changes: JSON.stringify(changes),
      ...authorOf(change),
      at: change.at,
    },
  );
}

/** @returns those of the fields that differ, each with its value before and after. */
export function differences<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): Changes {
  return Object.fromEntries(
    fields
      .filter((field) => !isDeepStrictEqual(before[field], after[field]))
      .map((field) => [field, { from: before[field], to: after[field] }]),
  );
}

/** One line of a history as the dashboard shows it. */
export type HistoryEntry = {
  at: string;
  by: Author;
  subject: Subject;
  /** By which the dashboard knows it: an order's number, a customer's id, a product's SKU. */
  id: string;
  title: string;
  action: string;
  changes: Record<string, unknown>;
};

const historySql = `SELECT history.*, CASE subject
    WHEN 'order' THEN (SELECT order_number FROM orders WHERE orders.id = subject_id)
    WHEN 'customer' THEN (SELECT name FROM customers WHERE customers.id = subject_id)
    ELSE (SELECT sku FROM products WHERE products.id = subject_id) END AS title
  FROM history`;

/** @returns the latest changes of one thing, newest first. */
export function historyOf(reader: Reader, subject: Subject, id: number, limit: number): HistoryEntry[] {
  const rows = reader.all(
    historyRow,
    `${historySql} WHERE subject = :subject AND subject_id = :id ORDER BY id DESC LIMIT :limit`,
    { subject, id, limit },
  );
  return rows.map(historyEntry);
}

/** @returns a tenant's latest changes, newest first; movements of stock are not among them. */
export function latestHistory(reader: Reader, tenantId: number, limit: number): HistoryEntry[] {
  return reader
    .all(historyRow, `${historySql} WHERE tenant_id = :tenantId ORDER BY id DESC LIMIT :limit`, {
      tenantId,
      limit,
    })
    .map(historyEntry);
}

function historyEntry(row: z.output<typeof historyRow>): HistoryEntry {
  return {
    at: iso(row.at),
    by: { kind: row.by_kind, name: row.by_name },
    subject: row.subject,
    id: row.subject === 'customer' ? String(row.subject_id) : row.title,
    title: row.title,
    action: row.action,
    changes: row.changes,
  };
}

/** A movement of stock as a line of its product's history. */
export function movementEntry(movement: AuthoredMovement): HistoryEntry {
  const shown = movementRecord(movement);
  const levels = differences(
    { stock_qty: shown.stock_qty_before, reserved_qty: shown.reserved_qty_before },
    { stock_qty: shown.stock_qty_after, reserved_qty: shown.reserved_qty_after },
    ['stock_qty', 'reserved_qty'],
  );
  return {
    at: shown.created_at,
    by: { kind: movement.by_kind, name: movement.by_name },
    subject: 'product',
    id: shown.sku,
    title: shown.sku,
    action: shown.type,
    changes: levels,
  };
}

/** @returns both in one list, newest first. */
export function merged(
  entries: readonly HistoryEntry[],
  movements: readonly AuthoredMovement[],
  limit: number,
): HistoryEntry[] {
  return [...entries, ...movements.map(movementEntry)]
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, limit);
}
