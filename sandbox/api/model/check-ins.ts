import { z } from 'zod';
import { iso } from '../database/columns.ts';
import type { Change, Reader } from '../database/database.ts';
import { shownInstant } from '../fields.ts';
import { type CustomerName, getCustomer } from './customers.ts';
import { publish } from './events.ts';
import { salesRepForTurn } from './sales-reps.ts';

const checkInRow = z.object({
  id: z.int(),
  customer_external_system: z.string().nullable(),
  customer_external_id: z.string().nullable(),
  customer_name: z.string(),
  rep_name: z.string(),
  rep_email: z.string(),
  notes: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  completed_at: z.int(),
});

export type CheckIn = z.output<typeof checkInRow>;

/** The check-in as the hooks show it. */
export const checkInSchema = z.strictObject({
  customer: z.strictObject({
    external_system: z.string().nullable(),
    external_id: z.string().nullable(),
    name: z.string(),
  }),
  sales_rep: z.strictObject({ name: z.string(), email: z.string() }),
  notes: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  completed_at: shownInstant,
});

/** @returns the check-in as the hooks show it. */
export function checkInRecord(checkIn: CheckIn): z.output<typeof checkInSchema> {
  return {
    customer: {
      external_system: checkIn.customer_external_system,
      external_id: checkIn.customer_external_id,
      name: checkIn.customer_name,
    },
    sales_rep: { name: checkIn.rep_name, email: checkIn.rep_email },
    notes: checkIn.notes,
    lat: checkIn.lat,
    lng: checkIn.lng,
    completed_at: iso(checkIn.completed_at),
  };
}

const checkInSql = `
  SELECT check_ins.*, customers.external_system AS customer_external_system,
    customers.external_id AS customer_external_id, customers.name AS customer_name,
    sales_reps.name AS rep_name, sales_reps.email AS rep_email
  FROM check_ins JOIN customers ON customers.id = customer_id JOIN sales_reps ON sales_reps.id = sales_rep_id`;

/** @returns a tenant's latest check-ins, newest first. */
export function listCheckIns(reader: Reader, tenantId: number, limit: number): CheckIn[] {
  return reader.all(
    checkInRow,
    `${checkInSql} WHERE check_ins.tenant_id = :tenantId ORDER BY check_ins.id DESC LIMIT :limit`,
    { tenantId, limit },
  );
}

export type NewCheckIn = {
  customer: CustomerName;
  notes?: string | null | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
};

/** Completes a visit at a customer, and tells the subscribers. @throws ApiError 404 unknown customer. */
export function completeCheckIn(change: Change, tenantId: number, input: NewCheckIn): CheckIn {
  const customer = getCustomer(change, tenantId, input.customer);
  const { id } = change.run(
    `INSERT INTO check_ins (tenant_id, customer_id, sales_rep_id, notes, lat, lng, completed_at)
     VALUES (:tenantId, :customerId, :salesRepId, :notes, :lat, :lng, :at)`,
    {
      tenantId,
      customerId: customer.id,
      salesRepId: salesRepForTurn(change, tenantId, customer.id),
      notes: input.notes ?? null,
      lat: input.lat ?? null,
      lng: input.lng ?? null,
      at: change.at,
    },
  );
  const checkIn = change.one(checkInRow, `${checkInSql} WHERE check_ins.id = :id`, { id });
  publish(change, tenantId, 'check_in.completed', () => checkInRecord(checkIn));
  return checkIn;
}
