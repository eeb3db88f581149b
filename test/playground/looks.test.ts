import { expect, test } from '@jest/globals';
import { orderIn } from '../sandbox/api/harness.ts';
import { looks, openPlayground } from './browser.ts';

const hostile = '<img src=x onerror=alert(1)> {{trigger}} %00 "\'';
const rightToLeft = 'שלום עולם، مرحبا بالعالم';
const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);

/** A Zap of many kinds of steps, with texts that nobody would like. */
const zap = {
  title: `${hostile} ${rightToLeft} ${long}`,
  description: 'For a test.',
  trigger: { step: 'order_created', input: { type: 'order' } },
  steps: [
    { id: 'filter', filter: [[{ value: '{{trigger.total}}', condition: 'greater_than', to: '1' }]] },
    {
      id: 'sheet',
      app: rightToLeft,
      does: hostile,
      input: { text: `${long} {{trigger.order_number}}` },
      gives: { [long]: rightToLeft },
    },
    {
      id: 'find',
      search: 'find_customer',
      input: { external_system: 'erp', external_id: 'C-1001' },
      or_create: { external_system: 'erp', external_id: 'C-1001', name: long },
    },
    {
      id: 'status',
      name: long,
      action: 'update_order_status',
      input: { order_number: '{{trigger.order_number}}', status: 'delivered', notes: '{{gone.value}} x' },
    },
    {
      id: 'bulk',
      action: 'set_stock_bulk',
      input: {
        products: [
          { sku: 'MUG-01', stock_qty: '5' },
          { sku: '{{trigger.items.sku}}', stock_qty: '1' },
        ],
      },
    },
  ],
};

test('every view is accessible and fits, light and dark, wide and narrow, whatever the texts', async () => {
  const opened = await openPlayground();
  const { page, see, ask, connect, complaints } = opened;
  const inEveryLook = async () => {
    for (const [width, colorScheme] of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await see.accessible();
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  await see.told('Watch an order become an invoice');
  await inEveryLook();
  await connect();
  const made = await ask('POST', '/zaps/import', {
    name: 'zap.json',
    content: JSON.stringify(zap),
    connectionId: 'connection-1',
  });
  const { id } = JSON.parse(JSON.stringify(made)).zap;
  await see.at(`/zaps/${id}`);
  await see.step('5. ').waitFor();
  await inEveryLook();
  for (const place of ['trigger', 'filter', 'sheet', 'find', 'status', 'bulk']) {
    await see.at(`/zaps/${id}/${place}/configure`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await see.accessible();
  }
  await see.at(`/zaps/${id}/status/configure`);
  await see
    .field('Notes')
    .getByText(/^Missing: /)
    .waitFor();
  await inEveryLook();
  await see.at(`/zaps/${id}/status/setup`);
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  await see.accessible();
  await see.at(`/zaps/${id}/trigger/test`);
  await see.press('Find data');
  await page.getByRole('radio').first().waitFor();
  await inEveryLook();
  await see.at(`/zaps/${id}/status/add`);
  await page.getByRole('textbox', { name: 'Search', exact: true }).waitFor();
  await inEveryLook();
  await see.at(`/zaps/${id}/bulk/configure`);
  await page
    .getByRole('button', { name: /^Insert data into/ })
    .first()
    .click();
  await page.getByRole('option').first().waitFor();
  await see.accessible();
  await page.keyboard.press('Escape');

  const detail = JSON.parse(JSON.stringify(await ask('GET', `/zaps/${id}`)));
  const steps = zap.steps.map((step) =>
    step.id === 'status' ? { ...step, input: { ...step.input, notes: long } } : step,
  );
  const saved = JSON.parse(
    JSON.stringify(
      await ask('PUT', `/zaps/${id}/draft`, {
        basedOn: detail.zap.revision,
        by: 'test',
        draft: { ...detail.draft, steps },
      }),
    ),
  );
  await ask('POST', `/zaps/${id}/publish`, { basedOn: saved.zap.revision });
  await see.at(`/watch/${id}`);
  await see.told('Waiting for New Order');
  await inEveryLook();
  await orderIn(opened, 'pending');
  await page.getByRole('heading', { name: 'SO-10010' }).waitFor();
  await inEveryLook();
  await page.getByRole('link', { name: 'Requests' }).click();
  await see.press(/PUT/);
  await inEveryLook();
  for (const path of [
    '/runs',
    '/trouble',
    '/',
    '/product/orders',
    '/product/history',
    '/product/products',
    '/product/customers',
    '/product/keys',
    '/product/deliveries',
    '/product/check-ins',
  ]) {
    await see.at(path);
    await page.getByRole('main').getByRole('listitem').or(page.getByRole('row')).first().waitFor();
    await inEveryLook();
  }
  await see.at('/product/orders');
  await see.press('Submit an order');
  await page.getByRole('dialog').getByLabel('Notes').waitFor();
  await inEveryLook();
  expect(complaints).toEqual([]);
}, 180_000);

test('everything can be done by keyboard, and the focus is always somewhere sensible', async () => {
  const { page, see, connect, complaints } = await openPlayground();
  await connect();
  const focused = () => page.locator(':focus');
  const tabTo = async (name: string | RegExp, role: 'button' | 'link' | 'textbox' | 'radio' = 'button') => {
    const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).first();
    for (let presses = 0; presses < 70; presses += 1) {
      if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${name}.`);
  };
  await tabTo('New Zap');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Choose a trigger' }).and(focused()).waitFor();
  await tabTo('Search', 'textbox');
  await page.keyboard.type('new order');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '1. New Order' }).and(focused()).waitFor();
  await tabTo('Find data');
  await page.keyboard.press('Enter');
  await page.getByRole('radio').first().waitFor();
  await tabTo('Close the panel', 'link');
  await page.keyboard.press('Enter');
  await see.step('1. New Order').and(focused()).waitFor();
  await tabTo('Add a step', 'link');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add a step' }).and(focused()).waitFor();
  await tabTo('Search', 'textbox');
  await page.keyboard.type('acknowledge');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '2. Acknowledge Order' }).and(focused()).waitFor();
  await tabTo('Type or map Order Number');
  await page.keyboard.press('Enter');
  await tabTo('Order Number', 'textbox');
  await page.keyboard.type('/');
  await page.getByRole('combobox', { name: 'Search by label or value' }).and(focused()).waitFor();
  await page.keyboard.type('order number');
  await page.keyboard.press('Enter');
  await see.field('Order Number').and(focused()).waitFor();
  await see.field('Order Number').getByText('1. Order Number').waitFor();
  await page.keyboard.press('Control+a');
  await tabTo('Test step');
  await page.keyboard.press('Enter');
  await see.panel('2. Acknowledge Order').getByRole('status').getByText('Success').waitFor();
  expect(complaints).toEqual([]);
});
