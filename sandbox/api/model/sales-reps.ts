import { z } from 'zod';
import type { Change, Reader } from '../database/database.ts';

const repRow = z.object({ id: z.int() });

export function addSalesRep(change: Change, tenantId: number, rep: { name: string; email: string }): void {
  change.run('INSERT INTO sales_reps (tenant_id, name, email) VALUES (:tenantId, :name, :email)', {
    tenantId,
    ...rep,
  });
}

/** @returns the id of the representative who does this tenant's `turn`-th piece of work; they take turns. */
export function salesRepForTurn(reader: Reader, tenantId: number, turn: number): number {
  const reps = reader.all(repRow, 'SELECT id FROM sales_reps WHERE tenant_id = :tenantId ORDER BY id', {
    tenantId,
  });
  const rep = reps[turn % reps.length];
  if (!rep) throw new Error(`Tenant ${tenantId} has no sales representative`);
  return rep.id;
}
