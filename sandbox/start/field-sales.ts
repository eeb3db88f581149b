import { z } from 'zod';

const record = z.record(z.string(), z.unknown());
const oneAnswer = z.object({ data: record });
const listAnswer = z.object({ data: z.array(record) });

type Rec = z.infer<typeof record>;

/** Field Sales as the people and the other systems around it use it: its dashboard, and its API with a key. */
export class FieldSales {
  readonly #dashboard: string;
  readonly #api: string;
  readonly #key: string;
  /** What the API calls the hook endpoints. */
  readonly #word: string;

  constructor(sandbox: { origin: string; baseUrl: string }, tenant: string, key: string, word: string) {
    this.#word = word;
    this.#dashboard = `${sandbox.origin}/dashboard/tenants/${tenant}`;
    this.#api = sandbox.baseUrl;
    this.#key = key;
  }

  /** A sales rep submits an order. Returns its number. */
  async submitOrder(order: object): Promise<string> {
    return String((await this.#one('POST', `${this.#dashboard}/orders`, order))['order_number']);
  }

  async createCustomer(customer: object): Promise<void> {
    await this.#one('POST', `${this.#dashboard}/customers`, customer);
  }

  async completeCheckIn(checkIn: object): Promise<void> {
    await this.#one('POST', `${this.#dashboard}/check-ins`, checkIn);
  }

  /** Somebody does something in the dashboard, such as submitting to its `orders`. */
  async submit(to: string, record: object): Promise<void> {
    await this.#send('POST', `${this.#dashboard}/${to}`, record);
  }

  /** Whether hooks are still to be delivered. */
  async isDelivering(): Promise<boolean> {
    const { data } = listAnswer.parse(await this.#send('GET', `${this.#dashboard}/deliveries`));
    return data.some(({ state }) => state === 'pending');
  }

  /** The ERP moves an order on. */
  async moveOrder(orderNumber: string, status: string): Promise<void> {
    await this.#one('PUT', this.#at('orders', orderNumber, 'status'), { status });
  }

  readOrder(orderNumber: string): Promise<Rec> {
    return this.#one('GET', this.#at('orders', orderNumber));
  }

  readProduct(sku: string): Promise<Rec> {
    return this.#one('GET', this.#at('inventory', sku));
  }

  readCustomer(identity: { external_system: string; external_id: string }): Promise<Rec> {
    return this.#one('GET', this.#at('customers', identity.external_system, identity.external_id));
  }

  async readSubscriptions(): Promise<Rec[]> {
    return listAnswer.parse(await this.#send('GET', this.#at(this.#word, 'subscriptions'))).data;
  }

  /** An address of the API. */
  #at(...path: string[]): string {
    return [this.#api, ...path.map(encodeURIComponent)].join('/');
  }

  async #one(method: string, url: string, body?: object): Promise<Rec> {
    return oneAnswer.parse(await this.#send(method, url, body)).data;
  }

  async #send(method: string, url: string, body?: object): Promise<unknown> {
    const response = await fetch(url, {
      method,
      headers: { 'X-API-Key': this.#key, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response.json();
    throw new Error(`The API answered ${method} ${url} with ${response.status}: ${await response.text()}`);
  }
}
