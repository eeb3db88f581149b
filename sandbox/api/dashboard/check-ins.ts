import { z } from 'zod';
import { latitude, longitude, text } from '../fields.ts';
import { checkInRecord, completeCheckIn, listCheckIns } from '../model/check-ins.ts';
import { getTenant } from '../model/tenants.ts';
import type { App, Services } from '../services.ts';
import { answer, customerName, listLength, tenantAddress } from './common.ts';

const newCheckIn = z.strictObject({
  customer: customerName,
  notes: text(1000).nullish(),
  lat: latitude.nullish(),
  lng: longitude.nullish(),
});

/** Visits at customers, as sales representatives complete them. */
export function checkInRoutes(app: App, { database }: Services): void {
  app.get('/tenants/:tenant/check-ins', { schema: { params: tenantAddress } }, async ({ params }) =>
    answer(listCheckIns(database, getTenant(database, params.tenant).id, listLength).map(checkInRecord)),
  );

  app.post(
    '/tenants/:tenant/check-ins',
    { schema: { params: tenantAddress, body: newCheckIn } },
    async ({ params, body }, reply) => {
      const checkIn = database.change((change) =>
        completeCheckIn(change, getTenant(change, params.tenant).id, body),
      );
      reply.code(201);
      return answer(checkInRecord(checkIn));
    },
  );
}
