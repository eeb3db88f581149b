import { isDeepStrictEqual } from 'node:util';
import type { RunRecord } from '../zaps/records.ts';
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

const BUYER = { external_system: 'erp', external_id: 'C-1001' };
const NEWCOMER = { external_system: 'erp', external_id: 'C-2042' };

/**
 * A working day in Field Sales. Each event starts a Zap; afterwards the API is asked whether what the
 * Zap should have changed is changed.
 */
export class WorkingDay {
  /** What was not as it should be. */
  readonly problems: string[] = [];
  readonly #product: FieldSales;
  readonly #zaps: Zaps;
  readonly #runner: Runner;
  readonly #tell: (happening: string) => void;

  /** @param tell is told what is going on */
  constructor(product: FieldSales, zaps: Zaps, runner: Runner, tell: (happening: string) => void) {
    this.#product = product;
    this.#zaps = zaps;
    this.#runner = runner;
    this.#tell = tell;
  }

  /** Goes on to the next event whatever became of the one before. */
  async pass(): Promise<void> {
    for (const event of [() => this.#order(), () => this.#newCustomer(), () => this.#visit()]) {
      try {
        await event();
      } catch (error) {
        this.problems.push(error instanceof Error ? error.message : String(error));
      }
    }
  }

  async #order(): Promise<void> {
    const number = await this.#product.submitOrder({
      type: 'order',
      customer: BUYER,
      items: [{ sku: 'TENT-2P', quantity: 2 }],
      notes: 'Gate code {{4711}}, ring twice',
    });
    this.#tell(`A sales rep submits the order ${number}`);
    await this.#hasRun(this.#zaps.confirm);
    const invoiced = { external_reference: `INV-${number}` };
    const confirmed = await this.#product.readOrder(number);
    this.#check(`Order ${number}`, confirmed, { status: 'confirmed', ...invoiced });

    this.#tell(`The order ${number} is picked and delivered`);
    await this.#product.moveOrder(number, 'processing');
    await this.#product.moveOrder(number, 'delivered');
    await this.#hasRun(this.#zaps.count);
    const delivered = await this.#product.readOrder(number);
    this.#check(`Order ${number}`, delivered, { status: 'delivered', ...invoiced });
    this.#check('Product TENT-2P', await this.#product.readProduct('TENT-2P'), { stock_qty: 34 });
  }

  async #newCustomer(): Promise<void> {
    this.#tell('A customer is created');
    const fields = { name: 'Hütte & Söhne', city: 'Kufstein' };
    await this.#product.createCustomer({ ...NEWCOMER, ...fields });
    await this.#hasRun(this.#zaps.number);
    const customer = await this.#product.readCustomer(NEWCOMER);
    this.#check('Customer C-2042', customer, { ...fields, customer_code: 'D-C-2042' });
  }

  async #visit(): Promise<void> {
    this.#tell('A sales rep completes a check-in');
    const place = { lat: 47.2692, lng: 11.4041 };
    const notes = 'Wants the spring catalogue';
    await this.#product.completeCheckIn({ customer: BUYER, notes, ...place });
    await this.#hasRun(this.#zaps.visits);
    const customer = await this.#product.readCustomer(BUYER);
    this.#check('Customer C-1001', customer, place);
    this.#check('The metadata of customer C-1001', Object(customer['metadata']), { last_visit_notes: notes });
  }

  async #hasRun({ record }: Zap): Promise<void> {
    const isWaiting = ({ status }: RunRecord) => status === 'running' || status === 'waiting';
    try {
      await this.#runner.until(
        (runs) => runs.some(({ zapId }) => zapId === record.id) && !runs.some(isWaiting),
        RUN_LIMIT_MS,
      );
    } catch {
      this.problems.push(`"${record.title}" had no run that ended within ${RUN_LIMIT_MS / 1000} seconds.`);
    }
  }

  #check(subject: string, found: Record<string, unknown>, expected: Record<string, unknown>): void {
    for (const [field, value] of Object.entries(expected)) {
      if (isDeepStrictEqual(found[field], value)) continue;
      const is = JSON.stringify(found[field] ?? null);
      this.problems.push(`${subject} should have ${field} ${JSON.stringify(value)}, but it is ${is}.`);
    }
  }
}
