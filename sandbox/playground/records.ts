import type { Database } from '../api/database/database.ts';
import { checkInRecord, listCheckIns } from '../api/model/check-ins.ts';
import { customerRecord, listCustomers } from '../api/model/customers.ts';
import { findByValue } from '../api/model/keys.ts';
import { listOrders, orderRecord } from '../api/model/orders.ts';
import type { Connection } from '../zaps/connection.ts';
import { invokeTrigger } from '../zaps/listener.ts';
import type { PreparedTrigger } from '../zaps/prepare.ts';
import type { StepRecord } from '../zaps/records.ts';
import { type Item, itemsOf } from '../zaps/steps/trigger.ts';
import { spend } from '../zaps/steps/work.ts';
import { testMeta } from './checks.ts';

/** How many records are offered. */
const most = 25;

/**
 * Real records as a trigger would give them, newest first. What the API offers as a sample of a hook is made up, so a
 * step that looks for it can only fail: instead the product's own latest records are handed to the trigger as if they
 * were delivered just now.
 * @param record where the requests are booked
 * @throws Failure
 */
export async function findRecords(
  trigger: PreparedTrigger,
  connection: Connection,
  database: Database,
  record: StepRecord,
): Promise<readonly Item[]> {
  if (trigger.kind === 'stand-in') return trigger.gives;
  const { title } = trigger;
  const ask = async (method: string, bundle: object) =>
    itemsOf(await spend(record, invokeTrigger(connection, trigger, testMeta, method, bundle)), title);
  const isLoadingSample = { meta: { isLoadingSample: true } };
  if (trigger.kind === 'polling') return (await ask('perform', isLoadingSample)).slice(0, most);

  const samples = await ask('performList', isLoadingSample);
  const event = eventIn(record);
  if (event === null) return samples;
  const items: Item[] = [];
  for (const cleanedRequest of latest(database, connection, event)) {
    items.push(...(await ask('perform', { cleanedRequest })));
    if (items.length >= most) break;
  }
  return items;
}

/** Which event the trigger asked a sample of. */
function eventIn({ requests }: StepRecord): string | null {
  const [path = ''] = requests.flatMap(({ path: each }) => (each.includes('event=') ? [each] : []));
  return new URLSearchParams(path.split('?')[1]).get('event');
}

/** The records that deliveries of an event would hold, newest first; none for an event that is not known. */
function latest(database: Database, { authData }: Connection, event: string): object[] {
  const key = findByValue(database, String(authData['api_key'] ?? '').trim());
  if (!key) return [];
  const window = { page: 1, perPage: 100 };
  const { tenant_id } = key;
  switch (event) {
    case 'order.created':
      return listOrders(database, tenant_id, window).orders.map(orderRecord);
    case 'order.delivered':
      return listOrders(database, tenant_id, { ...window, status: 'delivered' }).orders.map(orderRecord);
    case 'customer.created':
      return listCustomers(database, tenant_id, { ...window, includeDeleted: false }).customers.map(
        customerRecord,
      );
    case 'check_in.completed':
      return listCheckIns(database, tenant_id, most).map(checkInRecord);
    default:
      return [];
  }
}
