import { resolve } from 'node:path';
import { z } from 'zod';
import { apiPath, createSandbox } from '../../sandbox/api/app.ts';
import { readyTenants } from '../../sandbox/api/database/made-data.ts';
import { type App, loadApp } from '../../sandbox/zaps/app.ts';
import { median } from './median.ts';

const berghaus = { external_system: 'erp', external_id: 'C-1001' };
const target = 'http://127.0.0.1:9/hook';

type Input = { inputData?: Record<string, unknown>; targetUrl?: string };

/** Each visible step, with an input that may be sent again and again. */
const steps: Record<string, Input> = {
  'triggers.order_created.operation.performList': {},
  'triggers.order_created.operation.performSubscribe': { targetUrl: target },
  'triggers.order_delivered.operation.performList': {},
  'triggers.customer_created.operation.performList': {},
  'triggers.check_in_completed.operation.performList': {},
  'triggers.order_status_changed.operation.perform': {},
  'triggers.customer_updated.operation.perform': {},
  'triggers.customer_deactivated.operation.perform': {},
  'triggers.stock_movement_created.operation.perform': {},
  'triggers.low_stock.operation.perform': { inputData: { threshold: 1000 } },
  'creates.update_order_status.operation.perform': {
    inputData: { order_number: 'SO-10007', status: 'confirmed', external_reference: 'INV-1' },
  },
  'creates.acknowledge_order.operation.perform': {
    inputData: { order_number: 'SO-10007', external_reference: 'INV-1' },
  },
  'creates.set_stock.operation.perform': { inputData: { sku: 'MUG-01', stock_qty: '5' } },
  'creates.set_stock_bulk.operation.perform': {
    inputData: { products: [{ sku: 'MUG-01', stock_qty: '5' }] },
  },
  'creates.upsert_customer.operation.perform': { inputData: { ...berghaus, name: 'Berghaus Sport' } },
  'creates.deactivate_customer.operation.perform': { inputData: { ...berghaus, external_id: 'C-1006' } },
  'searches.find_order.operation.perform': { inputData: { order_number: 'SO-10007' } },
  'searches.find_product.operation.perform': { inputData: { sku: 'MUG-01' } },
  'searches.find_customer.operation.perform': { inputData: berghaus },
  'searches.list_orders.operation.perform': {},
  'searches.list_products.operation.perform': {},
  'searches.list_customers.operation.perform': {},
  'searches.list_stock_movements.operation.perform': {},
  'authentication.test': {},
};

/** What one step costs: medians in milliseconds, `bare` being the same requests by an app that does nothing else. */
export type StepCost = { step: string; requests: number; ms: number; bareMs: number };

/** What the poll of many changed orders costs. */
export type PollCost = { changed: number; requests: number; ms: number };

/** The most runs of each step before those that count: what is new to the engine is slow. */
const MOST_WARM_UPS = 20;

type Sent = { method: string; url: string; body?: string };

const address = z.object({ port: z.int() });

/** Starts a sandbox that remembers what it was asked. */
async function startListening() {
  const sandbox = createSandbox();
  const asked: Sent[] = [];
  sandbox.addHook('preHandler', async ({ method, url, body }) => {
    if (url.startsWith(apiPath)) asked.push({ method, url, ...(body ? { body: JSON.stringify(body) } : {}) });
  });
  await sandbox.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${address.parse(sandbox.server.address()).port}`;
  return { origin, asked, close: () => sandbox.close() };
}

/**
 * Runs every step of the built app against a sandbox, turn and turn about with the same requests done bare.
 * @param rounds how often each is run.
 * @throws Error when the app has a visible step that is not among those that are measured.
 */
export async function measureSteps(
  entry: string,
  rounds: number,
  changed: number,
): Promise<{ steps: StepCost[]; poll: PollCost }> {
  const sandbox = await startListening();
  const environment = { BASE_URL: `${sandbox.origin}${apiPath}` };
  const app = await loadApp({ entry, environment });
  const bare = await loadApp({ entry: resolve(import.meta.dirname, 'bare.ts'), environment });
  const authData = { api_key: readyTenants[0].key };
  try {
    refuseMissing(app);
    const costs: StepCost[] = [];
    for (const [step, input] of Object.entries(steps)) {
      sandbox.asked.length = 0;
      await app.invoke(step, { authData, ...input });
      const requests = sandbox.asked.map((sent) => ({ ...sent, url: `${sandbox.origin}${sent.url}` }));
      const [appTimes, bareTimes]: [number[], number[]] = [[], []];
      for (let round = -Math.min(MOST_WARM_UPS, 2 * rounds); round < rounds; round += 1) {
        const { durationMs } = await app.invoke(step, { authData, ...input });
        const asBare = { authData, inputData: { requests } };
        const { durationMs: bareMs } = await bare.invoke('creates.bare.operation.perform', asBare);
        if (round < 0) continue;
        appTimes.push(durationMs);
        bareTimes.push(bareMs);
      }
      costs.push({ step, requests: requests.length, ms: median(appTimes), bareMs: median(bareTimes) });
    }
    await changeOrders(sandbox.origin, changed);
    const { requests, durationMs } = await app.invoke('triggers.order_status_changed.operation.perform', {
      authData,
      inputData: { status: ['confirmed'], type: 'quote' },
    });
    return { steps: costs, poll: { changed, requests: requests.length, ms: durationMs } };
  } finally {
    await Promise.all([app.close(), bare.close()]);
    await sandbox.close();
  }
}

function refuseMissing(app: App): void {
  const { triggers, creates, searches } = app.definition();
  for (const [kind, all] of Object.entries({ triggers, creates, searches })) {
    for (const [key, { display }] of Object.entries(all)) {
      const isMeasured = Object.keys(steps).some((step) => step.startsWith(`${kind}.${key}.`));
      if (!display.hidden && !isMeasured)
        throw new Error(`Add an input to scripts/bench-app/steps.ts for ${kind}.${key}.`);
    }
  }
}

/** Submits quotes and confirms each, so that all of them have changed. */
async function changeOrders(origin: string, count: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': readyTenants[0].key };
  const orders = Array.from({ length: count }, (_, n) => ({
    type: 'quote',
    order_number: `POLL-${n}`,
    customer: berghaus,
    items: [{ sku: 'MUG-01', quantity: 1 }],
  }));
  const send = async (method: string, path: string, body: object) => {
    const response = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  await send('POST', `/dashboard/tenants/${readyTenants[0].slug}/orders`, { orders });
  for (const { order_number } of orders)
    await send('PUT', `${apiPath}/orders/${order_number}/status`, { status: 'confirmed' });
}
