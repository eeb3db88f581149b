import { latestHistory, merged } from '../model/history.ts';
import { listAuthoredMovements } from '../model/movements.ts';
import { getTenant } from '../model/tenants.ts';
import type { App, Services } from '../services.ts';
import { answer, listLength, tenantAddress } from './common.ts';

/** Who changed what, and when. */
export function historyRoutes(app: App, { database }: Services): void {
  app.get('/tenants/:tenant/history', { schema: { params: tenantAddress } }, async ({ params }) => {
    const { id } = getTenant(database, params.tenant);
    const movements = listAuthoredMovements(database, id, { page: 1, perPage: listLength });
    return answer(merged(latestHistory(database, id, listLength), movements, listLength));
  });
}
