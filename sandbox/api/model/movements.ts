import { z } from 'zod';
import { iso } from '../database/columns.ts';
import type { Change, Reader } from '../database/database.ts';
import { shownInstant } from '../fields.ts';
import { authorColumns, authorOf } from './authors.ts';
import { type ListWindow, type Page, type Range, readPage } from './listing.ts';

/** What moves stock (2.3). */
export const movementTypes = ['reservation', 'release', 'deduction', 'adjustment', 'import', 'sync'] as const;

export type MovementType = (typeof movementTypes)[number];

const movementRow = z.object({
  id: z.int(),
  sku: z.string(),
  type: z.enum(movementTypes),
  stock_before: z.int(),
  stock_after: z.int(),
  reserved_before: z.int(),
  reserved_after: z.int(),
  order_number: z.string().nullable(),
  reference: z.string().nullable(),
  created_at: z.int(),
});

const authoredRow = movementRow.extend(authorColumns);

export type Movement = z.output<typeof movementRow>;

/** A movement with who caused it, which only the dashboard shows. */
export type AuthoredMovement = z.output<typeof authoredRow>;

const columns = movementRow.keyof().options.join(', ');
const movementSql = `SELECT ${columns} FROM movements WHERE id = :id`;

/**
 * The movement as the API shows it: without an id, since none is documented. `quantity` is what really moved: reserved
 * stock for a reservation or a release, stock on hand for all others. `shortage` is what a delivery lacked on hand.
 */
export const movementSchema = z.strictObject({
  sku: z.string(),
  type: z.enum(movementTypes),
  quantity: z.int().meta({
    description: 'What was moved: reserved stock by a reservation or a release, else stock on hand.',
  }),
  shortage: z.int().min(0).meta({ description: 'What a delivery lacked on hand.' }),
  stock_qty_before: z.int(),
  stock_qty_after: z.int(),
  reserved_qty_before: z.int(),
  reserved_qty_after: z.int(),
  order_number: z.string().nullable(),
  reference: z.string().nullable(),
  created_at: shownInstant,
});

/** @returns the movement as the API shows it. */
export function movementRecord(movement: Movement): z.output<typeof movementSchema> {
  const onHand = movement.stock_after - movement.stock_before;
  const reserved = movement.reserved_after - movement.reserved_before;
  return {
    sku: movement.sku,
    type: movement.type,
    quantity: movement.type === 'reservation' || movement.type === 'release' ? reserved : onHand,
    shortage: movement.type === 'deduction' ? onHand - reserved : 0,
    stock_qty_before: movement.stock_before,
    stock_qty_after: movement.stock_after,
    reserved_qty_before: movement.reserved_before,
    reserved_qty_after: movement.reserved_after,
    order_number: movement.order_number,
    reference: movement.reference,
    created_at: iso(movement.created_at),
  };
}

export type NewMovement = Omit<Movement, 'id' | 'created_at'>;

export function addMovement(change: Change, tenantId: number, movement: NewMovement): void {
  change.run(
    `INSERT INTO movements (tenant_id, sku, type, stock_before, stock_after, reserved_before, reserved_after,
       order_number, reference, by_kind, by_name, created_at)
     VALUES (:tenantId, :sku, :type, :stock_before, :stock_after, :reserved_before, :reserved_after,
       :order_number, :reference, :by_kind, :by_name, :at)`,
    { ...movement, ...authorOf(change), tenantId, at: change.at },
  );
}

export type MovementFilter = ListWindow & {
  sku?: string | undefined;
  type?: MovementType | undefined;
  createdFrom?: number | undefined;
  createdBefore?: number | undefined;
};

/** One page of the audit trail, newest first (4.2). */
export function listMovements(reader: Reader, tenantId: number, filter: MovementFilter) {
  const page = readMovements(reader, tenantId, filter);
  return { page, movements: page.ids.map((id) => reader.one(movementRow, movementSql, { id })) };
}

/** As `listMovements`, with who caused each. */
export function listAuthoredMovements(
  reader: Reader,
  tenantId: number,
  filter: MovementFilter,
): AuthoredMovement[] {
  return readMovements(reader, tenantId, filter).ids.map((id) =>
    reader.one(authoredRow, 'SELECT * FROM movements WHERE id = :id', { id }),
  );
}

function readMovements(reader: Reader, tenantId: number, filter: MovementFilter): Page {
  const { sku, type, ...window } = filter;
  const types = type ? [type] : movementTypes;
  const ranges: Range[] = types.map((each) => (sku === undefined ? { type: each } : { sku, type: each }));
  return readPage(reader, tenantId, { table: 'movements', ranges, ...window });
}

/** @returns the movements that an order caused, newest first. */
export function movementsOfOrder(reader: Reader, tenantId: number, orderNumber: string): Movement[] {
  return reader.all(
    movementRow,
    `SELECT * FROM movements WHERE tenant_id = :tenantId AND order_number = :orderNumber ORDER BY id DESC`,
    { tenantId, orderNumber },
  );
}
