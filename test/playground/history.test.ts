import { expect, test } from '@jest/globals';
import { orderIn } from '../sandbox/api/harness.ts';
import { type Opened, openPlayground } from './browser.ts';

const log = { app: 'Sheet', does: 'Create Row', input: { text: '{{trigger.order_number}}' }, gives: {} };
const confirm = {
  action: 'update_order_status',
  input: { order_number: '{{trigger.order_number}}', status: 'confirmed' },
};

/** Puts Zaps on, without the page. */
async function publish(
  { ask, connect }: Opened,
  ...zaps: { title: string; trigger: object; steps: object[] }[]
) {
  await connect();
  for (const zap of zaps) {
    const content = JSON.stringify({ description: 'For a test.', ...zap });
    const made = await ask('POST', '/zaps/import', {
      name: 'zap.json',
      content,
      connectionId: 'connection-1',
    });
    const { id, revision } = JSON.parse(JSON.stringify(made)).zap;
    await ask('POST', `/zaps/${id}/publish`, { basedOn: revision });
  }
}

const onOrders = { step: 'order_created', input: {} };

test('an action of the product says which Zaps ran; the history finds, filters, opens and replays their runs', async () => {
  const opened = await openPlayground();
  const { page, see, complaints } = opened;
  await publish(
    opened,
    { title: 'Log orders', trigger: onOrders, steps: [log] },
    { title: 'Confirm orders', trigger: onOrders, steps: [confirm] },
  );
  await see.at('/product/orders');
  await see.press('Submit an order');
  await see.press('Submit an order', page.getByRole('dialog'));
  await page
    .getByRole('alert')
    .getByText(/Order SO-10010 of 747\.00 € submitted; 2 Zaps ran/)
    .waitFor();
  await page.getByRole('cell', { name: '747.00 €' }).waitFor();

  await see.press('Submit an order');
  await page.getByRole('dialog').getByRole('textbox', { name: 'How many such orders' }).fill('30');
  await see.press('Submit an order', page.getByRole('dialog'));
  await see.go('Runs');
  await page.getByRole('status').getByText('62 runs').waitFor();
  await page.getByRole('textbox', { name: 'Search runs' }).fill('so-10010');
  await page.getByRole('status').getByText('2 runs').waitFor();
  await see.choose('Zap', 'Log orders');
  await page
    .getByRole('status')
    .getByText(/^1 run$/)
    .waitFor();
  await page.getByRole('checkbox', { name: 'Pick SO-10010' }).check();
  await see.press('Replay 1 run');
  await page.getByRole('heading', { name: 'SO-10010' }).waitFor();
  await page.getByRole('link', { name: 'Older run' }).click();
  await page.getByRole('heading', { name: /SO-100/ }).waitFor();
  expect(complaints).toEqual([]);
});

test('an action says which Zaps ran also where the page missed that they did', async () => {
  const opened = await openPlayground();
  const { page, see } = opened;
  await publish(opened, { title: 'Confirm orders', trigger: onOrders, steps: [confirm] });
  await page.addInitScript(() => {
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (this: EventSource, name: string, ...rest: never[]) {
      if (name !== 'run') Reflect.apply(listen, this, [name, ...rest]);
    };
  });
  await page.reload();
  // What breaks the events may break the first question about them, too.
  await page.route('**/actions/*', (route) => route.abort(), { times: 1 });
  await see.at('/product/orders');
  await see.press('Submit an order');
  await see.press('Submit an order', page.getByRole('dialog'));
  await page
    .getByRole('alert')
    .getByText(/submitted; 1 Zap ran/)
    .waitFor();
});

test('trouble shows everywhere and is ended from anywhere; runs say why they wait, stop or are held', async () => {
  const opened = await openPlayground();
  const { page, see } = opened;
  await publish(opened, { title: 'Confirm orders', trigger: onOrders, steps: [confirm] });
  const banner = page.getByRole('status').filter({ hasText: /End/ }).or(page.getByText('Connect again'));
  for (const [trouble, status, says] of [
    ['Too many requests', 'Waiting', /60 requests a minute/],
    ['Internal error', 'Stopped', /internal error/],
    ['Expired key', 'Held', /no longer accepts the API key/],
  ] as const) {
    await see.at('/trouble');
    await see.press(`Switch on: ${trouble}`);
    await banner.first().waitFor();
    const number = await orderIn(opened, 'pending');
    await see.go('Runs');
    await page.getByRole('link', { name: new RegExp(`^${number}.*${status} at step 2`) }).click();
    await see.step('2. Update Order Status').filter({ hasText: status }).waitFor();
    await see.panel('2. Update Order Status').getByText(says).first().waitFor();
    await see.at('/trouble');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^End it: / })
      .click();
    await page.getByRole('button', { name: /^End it: / }).waitFor({ state: 'detached' });
  }
  // The account is connected again, and what was held goes on.
  await see.press('Connect again', page.getByRole('main'));
  await see.press('Use the sandbox’s key');
  await page.getByRole('form').waitFor({ state: 'detached' });
  await see.go('Runs');
  await page.getByRole('link', { name: /Held at step 2/ }).click();
  await see.press('Replay');
  await see.step('2. Update Order Status').filter({ hasText: 'Success' }).waitFor();
});

test('polling Zaps poll by themselves, and the history lists what each poll found', async () => {
  const opened = await openPlayground();
  const { page, see, put, ask, complaints } = opened;
  await publish(opened, {
    title: 'Sync customers',
    trigger: { step: 'customer_updated', input: {} },
    steps: [log],
  });
  await see.at('/');
  await see.choose('Polling Zaps poll', 'Poll only by hand');
  await put('/customers/crm/first', { name: 'First' });
  await see.press('More for Sync customers');
  await page.getByRole('menuitem', { name: 'Run now' }).click();
  await page.getByRole('link', { name: /^First/ }).waitFor();
  await ask('PUT', '/polling', { everySeconds: 1 });
  await put('/customers/crm/second', { name: 'Second' });
  await page.getByRole('link', { name: /^Second/ }).waitFor();
  await ask('PUT', '/polling', { everySeconds: null });
  await see.go('Runs');
  await page.getByRole('link', { name: 'Polls' }).click();
  await page.getByText('Found 1 record, 1 of them new').first().click();
  await page.getByRole('list', { name: 'Requests' }).getByText('GET').first().waitFor();
  expect(complaints).toEqual([]);
});
