import { z } from 'zod';
import { identifier } from '../fields.ts';
import { queryInteger } from '../http/query.ts';

/** Under which tenant's dashboard something is done. */
export const tenantAddress = z.object({ tenant: z.string() });

/** One numbered thing of a tenant. */
export const numberedAddress = tenantAddress.extend({ id: queryInteger(1) });

/** Which customer is meant. */
export const customerIdentity = z.strictObject({ external_system: identifier, external_id: identifier });

/** How many entries a list in the dashboard shows. */
export const listLength = 100;

/** The form of every answer of the dashboard, whatever the API's envelope is. */
export function answer(data: unknown) {
  return { success: true, data };
}
