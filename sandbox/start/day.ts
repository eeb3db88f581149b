import { isDeepStrictEqual } from 'node:util';
import type { Runner } from '../zaps/runner.ts';
import type { Zap } from '../zaps/zap.ts';
import type { FieldSales } from './field-sales.ts';

/** The Zaps of the day, one for each instant trigger. */
export const ZAPS = {
  confirm: 'confirm-new-orders.json',
  count: 'count-stock-after-delivery.json',
  number: 'number-new-customers.json',
  visits: 'log-customer-visits.json',
} as const;

export type Zaps = Record<keyof typeof ZAPS, Zap>;

const RUN_LIMIT_MS = 15_000;
const CUSTOMER = { external_system: 'erp', external_id: 'C-2042' };

/**
 * A working day in Field Sales. Each event starts a Zap; afterwards the API is asked whether what the
 * Zap should have changed is changed.
 *
 * @param tell is told what is going on
 * @returns what is not as it should be
 */
export async function workDay(
  product: FieldSales,
  zaps: Zaps,
  runner: Runner,
  tell: (happening: string) => void,
): Promise<string[]> {
  const problems: string[] = [];

  const waitFor = async ({ record }: Zap) => {
    const hasEnded = () =>
      runner.runs.some(
        ({ zapId, status }) => zapId === record.id && status !== 'running' && status !== 'waiting',
      );
    try {
      await runner.until(hasEnded, RUN_LIMIT_MS);
    } catch {
      problems.push(`"${record.title}" had no run that ended within ${RUN_LIMIT_MS / 1000} seconds.`);
    }
  };
  const check = (subject: string, found: Record<string, unknown>, expected: Record<string, unknown>) => {
    for (const [field, value] of Object.entries(expected)) {
      if (isDeepStrictEqual(found[field], value)) continue;
      const is = JSON.stringify(found[field] ?? null);
      problems.push(`${subject} should have ${field} ${JSON.stringify(value)}, but it is ${is}.`);
    }
  };

  const orderNumber = await product.submitOrder({
    type: 'order',
    customer: { external_system: 'erp', external_id: 'C-1001' },
    items: [{ sku: 'TENT-2P', quantity: 2 }],
    notes: 'Gate code {{4711}}, ring twice',
  });
  tell(`A sales rep submits the order ${orderNumber}`);
  await waitFor(zaps.confirm);
  const invoiced = { external_reference: `INV-${orderNumber}` };
  check(`Order ${orderNumber}`, await product.readOrder(orderNumber), { status: 'confirmed', ...invoiced });

  tell(`The order ${orderNumber} is picked and delivered`);
  await product.moveOrder(orderNumber, 'processing');
  await product.moveOrder(orderNumber, 'delivered');
  await waitFor(zaps.count);
  check(`Order ${orderNumber}`, await product.readOrder(orderNumber), { status: 'delivered', ...invoiced });
  check('Product TENT-2P', await product.readProduct('TENT-2P'), { stock_qty: 34 });

  tell('A customer is created');
  await product.createCustomer({ ...CUSTOMER, name: 'Hütte & Söhne', city: 'Kufstein' });
  await waitFor(zaps.number);
  check('Customer C-2042', await product.readCustomer(CUSTOMER.external_system, CUSTOMER.external_id), {
    name: 'Hütte & Söhne',
    city: 'Kufstein',
    customer_code: 'D-C-2042',
  });

  tell('A sales rep completes a check-in');
  const notes = 'Wants the spring catalogue';
  await product.completeCheckIn({ customer: CUSTOMER, notes, lat: 47.5833, lng: 0 });
  await waitFor(zaps.visits);
  const visited = await product.readCustomer(CUSTOMER.external_system, CUSTOMER.external_id);
  check('Customer C-2042', visited, { lat: 47.5833, lng: 0, customer_code: 'D-C-2042' });
  check('The metadata of customer C-2042', Object(visited['metadata']), { last_visit_notes: notes });

  return problems;
}
