import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { startPlayground } from '../../sandbox/playground/server.ts';
import { parseZapFile } from '../../sandbox/zaps/zap-file.ts';
import { product } from '../../src/product.ts';
import { afterThisTest, makeKey, orderIn, record, records } from '../sandbox/api/harness.ts';
import { looks, type Opened, openPlayground } from './browser.ts';

/** Opens the editor with a connected account, and a trigger that is chosen and tested. */
async function begin({ see }: Opened, trigger: string) {
  await see.view('Zaps');
  await see.press('New Zap');
  await see.connect();
  await see.choose('What starts the Zap', trigger);
  await see.press('Test the trigger');
  await see.within('Trigger').getByText('Out').waitFor();
}

/** Maps what the trigger gave into a field that is otherwise chosen from a list. */
async function map({ page, see }: Opened, field: string, source: RegExp, step = 'Step 1') {
  const place = see.within(step);
  const typing = place.getByRole('button', { name: `Type or map ${field}` });
  if (await typing.isVisible()) await typing.click();
  await see.press(`Map into ${field}`, place);
  await page.getByRole('option', { name: source }).first().click();
}

/** Adds a step that sets five mugs, typed, as a key may not be allowed to list the products. */
async function addStockStep({ see }: Opened) {
  await see.choose('Add a step', 'Set Stock Quantity');
  const step = see.within('Step 1');
  await see.press('Type or map SKU', step);
  await see.fill('SKU', 'MUG-01', step);
  await step.getByRole('textbox', { name: /New Quantity/ }).fill('5');
}

/** Waits for a run, and opens it. */
async function openRun({ page, see }: Opened, status: RegExp) {
  await see.view('History');
  await page
    .getByRole('list', { name: 'Runs' })
    .getByRole('button')
    .filter({ hasText: status })
    .first()
    .click();
  return page.getByRole('article');
}

const subscriptionsOf = async ({ get }: Opened) => records(await get(`/${product.automation}/subscriptions`));

test('builds a Zap from nothing, runs it, shows the run, and leaves no subscription when it is off', async () => {
  const opened = await openPlayground();
  const { page, see, get, complaints } = opened;
  await begin(opened, 'New Order');
  await see.fill('Title', 'Confirm every order');
  expect(await see.within('Trigger').getByText('Instant').isVisible()).toBe(true);
  await see.choose('Add a step', 'Update Order Status');
  await map(opened, 'Order Number', /^New Order: Order Number/);
  expect(await see.within('Step 1').getByText('New Order: Order Number').isVisible()).toBe(true);
  await see.choose('New Status', 'Confirmed', see.within('Step 1'));
  await see.fill('Notes', 'Seen: ', see.within('Step 1'));
  await map(opened, 'Notes', /^New Order: Customer: Name/);
  await see.press('Turn on');
  await see.told('The Zap is on.');
  expect(await subscriptionsOf(opened)).toMatchObject([{ event: 'order.created' }]);

  const number = await orderIn(opened, 'pending');
  const run = await openRun(opened, /success/i);
  await run.getByText('PUT').waitFor();
  expect(await run.getByText(/X-API-Key: sk_…/).count()).toBeGreaterThan(0);
  expect(record(await get(`/orders/${number}`))).toMatchObject({
    status: 'confirmed',
    notes: 'Seen: Berghaus Sport',
  });
  await see.accessible();

  await see.view('Zaps');
  await see.press('Turn off', page.getByRole('article', { name: 'Confirm every order' }));
  await page.getByRole('button', { name: 'Turn on' }).waitFor();
  expect(await subscriptionsOf(opened)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('opens a template, maps line items in it, and lets another app start it', async () => {
  const opened = await openPlayground();
  const { page, see, get, complaints } = opened;
  await see.view('Zaps');
  await see.choose('Start from a template', /stock from the ERP every night/);
  await see.connect();
  await see.press('Test the trigger');
  await see.press('Test step 1');
  await see.within('Step 1').getByText('"failed": 1').waitFor();
  const rows = see.within('Step 1').getByRole('group', { name: /^Row 1/ });
  await rows.getByText(/: Rows: Item/).waitFor();
  await see.press('Turn on');
  await see.press('Let it happen');
  await openRun(opened, /success/i);
  expect(record(await get('/inventory/TENT-2P'))).toMatchObject({ stock_qty: 41 });
  expect(await page.getByText('products/').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('fills line items row by row', async () => {
  const opened = await openPlayground();
  const { see, get, complaints } = opened;
  await begin(opened, 'New Order');
  await see.choose('Add a step', 'Set Stock Quantities in Bulk');
  const step = see.within('Step 1');
  await see.press('Add a row', step);
  for (const [index, [sku, quantity]] of [
    ['MUG-01', '11'],
    ['ROPE-60', '22'],
  ].entries()) {
    const row = step.getByRole('group', { name: `Row ${index + 1}` });
    await see.choose('SKU', new RegExp(`^${sku}`), row);
    await row.getByRole('textbox', { name: /New Quantity/ }).fill(String(quantity));
  }
  await see.press('Test step 1');
  await step.getByText('"updated": 2').waitFor();
  await step.getByRole('region', { name: 'In' }).getByText('"MUG-01"').waitFor();
  expect(record(await get('/inventory/ROPE-60'))).toMatchObject({ stock_qty: 22 });
  expect(complaints).toEqual([]);
});

test('finds a customer, or creates it', async () => {
  const opened = await openPlayground();
  const { page, see, get, complaints } = opened;
  await begin(opened, 'New Order');
  await see.choose('Add a step', 'Find Customer');
  const step = see.within('Step 1');
  await see.fill('External System', 'crm', step);
  await see.fill('External ID', 'K-77', step);
  await see.press('Test step 1');
  await step.getByText(/Nothing was found/).waitFor();
  await step.getByRole('switch', { name: 'Find or Create Customer' }).check();
  await step.getByRole('textbox', { name: 'Name', exact: true }).fill('Found or made');
  await see.press('Add a pair', step);
  await see.fill('Name 1', 'segment', step);
  await see.fill('Value 1', 'retail', step);
  await see.press('Test step 1');
  await step.getByText('"_zap_search_was_found_status": false').waitFor();
  expect(record(await get('/customers/crm/K-77'))).toMatchObject({
    name: 'Found or made',
    metadata: { segment: 'retail' },
  });
  await see.press('Test step 1');
  await step.getByText('"_zap_search_was_found_status": true').waitFor();
  expect(await page.getByText('Find or Create Customer').count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});

test('goes on after a search that found nothing, if that is wanted', async () => {
  const opened = await openPlayground();
  const { see } = opened;
  await begin(opened, 'New Order');
  await see.choose('Add a step', 'Find Customer');
  const step = see.within('Step 1');
  await see.fill('External System', 'crm', step);
  await see.fill('External ID', 'K-77', step);
  await see.choose('Add a step', 'Another app');
  await step.getByRole('switch', { name: 'Go on if nothing is found' }).check();
  await see.press('Turn on');
  await see.told('The Zap is on.');
  await orderIn(opened, 'pending');
  const run = await openRun(opened, /success/i);
  await run.getByText('2. Another App: Create Record').waitFor();
});

test("builds filters and other apps' steps", async () => {
  const opened = await openPlayground();
  const { page, see, complaints } = opened;
  await see.view('Zaps');
  await see.press('New Zap');
  await see.connect();
  await see.choose('What starts the Zap', 'Another app');
  const trigger = see.within('Trigger');
  await see.fill('App', 'Salesforce', trigger);
  await see.fill('What It Does', 'New Account', trigger);
  await see.press('Add a pair', trigger);
  await see.fill('Name 2', 'country', trigger);
  await see.fill('Value 2', 'AT', trigger);
  await see.choose('Add a step', 'Filter');
  await map(opened, 'Value', /^New Account: Country/);
  await see.fill('Compared With', 'AT', see.within('Step 1'));
  await see.choose('Add a step', 'Another app');
  const step = see.within('Step 2');
  await see.fill('App', 'Slack', step);
  await see.press('Add a pair', step.getByRole('group', { name: 'What It Is Given' }));
  await see.fill('Name 1', 'text', step);
  await see.fill('Value 1', 'From ', step);
  await map(opened, 'Value 1', /^New Account: Country/, 'Step 2');
  await see.press('Turn on');
  await see.press('Let it happen');
  const run = await openRun(opened, /success/i);
  await run.getByText('"text": "From AT"').first().waitFor();

  await see.view('Zaps');
  await see.press('Turn off');
  await see.press('Edit');
  await see.choose('Condition', 'Does not exactly match', see.within('Step 1'));
  await see.press('Turn on');
  await see.press('Let it happen');
  const filtered = await openRun(opened, /filtered/i);
  await filtered.getByText('"AT" does not meet: does not exactly match AT.').first().waitFor();
  expect(await page.getByText('Salesforce: New Account').count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});

test('says what is still to be done, by the labels of the form', async () => {
  const { page, see } = await openPlayground();
  const turnOn = page.getByRole('button', { name: 'Turn on' });
  await see.view('Zaps');
  await see.press('New Zap');
  await see.told('Next: connect an account.');
  await see.connect();
  await see.told('Next: choose what starts the Zap.');
  await see.choose('What starts the Zap', 'Another app');
  await see.told('Next: add a step.');
  expect(await turnOn.isDisabled()).toBe(true);
  await see.choose('Add a step', 'Update Order Status');
  await see.choose('Add a step', 'Set Stock Quantities in Bulk');
  await see.choose('SKU', /^MUG-01/, see.within('Step 2'));
  await turnOn.click();
  await see.told(
    /^Step 1: Order Number is required\nStep 1: New Status is required\nStep 2: Products: New Quantity .* is required$/m,
  );
});

test('fills in what the definition begins with', async () => {
  const opened = await openPlayground();
  await begin(opened, 'New Order');
  const { see } = opened;
  await see.choose('Add a step', 'Find Many Products');
  const limit = see.within('Step 1').getByRole('textbox', { name: 'Limit' });
  expect(await limit.inputValue()).toBe('50');
});

test('shows why a wrong key is refused, in the words of the app', async () => {
  const { page, see } = await openPlayground();
  await see.view('Zaps');
  await see.press('New Zap');
  await see.connect('sk_wrong');
  await page
    .getByRole('alert')
    .getByText(/does not accept this API key/)
    .waitFor();
  expect(await see.within('Trigger').count()).toBe(0);
});

test.each([
  ['Too many requests', 'waiting', /takes 60 requests a minute/],
  ['Internal error', 'stopped', /internal error/],
  ['Expired key', 'held', /no longer accepts the API key/],
])('shows what a run does in trouble: %s', async (trouble, status, says) => {
  const opened = await openPlayground();
  const { page, see } = opened;
  await begin(opened, 'New Order');
  await addStockStep(opened);
  await see.press('Turn on');
  await see.told('The Zap is on.');
  await see.view('Product');
  await page.getByRole('tab', { name: 'Trouble' }).click();
  await see.press(`${trouble}: switch on`);
  await page.getByRole('button', { name: `${trouble}: switch off` }).waitFor();
  await orderIn(opened, 'pending');
  const run = await openRun(opened, new RegExp(status, 'i'));
  await run.getByText(says).first().waitFor();
  if (status === 'waiting') await run.getByText(/tried again at/).waitFor();
  await see.view('Product');
  await page.getByRole('tab', { name: 'Trouble' }).click();
  await see.press(`${trouble}: switch off`);
  await page.getByRole('button', { name: `${trouble}: switch on` }).waitFor();
});

test('replays what was held, once the account is connected again', async () => {
  const opened = await openPlayground();
  const { page, see, people } = opened;
  const key = await makeKey(opened, [
    `${product.automation}:read`,
    `${product.automation}:write`,
    'inventory:write',
  ]);
  await see.view('Zaps');
  await see.press('New Zap');
  await see.connect(key.value);
  await see.choose('What starts the Zap', 'New Order');
  await addStockStep(opened);
  await see.press('Turn on');
  await see.told('The Zap is on.');
  await people(`keys/${key.id}`, { enabled: false }, 'PATCH');
  await orderIn(opened, 'pending');
  await openRun(opened, /held/i);
  await people(`keys/${key.id}`, { enabled: true }, 'PATCH');
  await see.view('Zaps');
  await see
    .within('Account')
    .getByText(/no longer accepts the API key/)
    .waitFor();
  await see.connect(key.value);
  await see.within('Account').waitFor({ state: 'detached' });
  await openRun(opened, /held/i);
  await see.press('Replay');
  await page
    .getByRole('list', { name: 'Runs' })
    .getByText(/success/i)
    .waitFor();
});

test('polls at once and on an interval', async () => {
  const opened = await openPlayground();
  const { page, see, put } = opened;
  await begin(opened, 'New or Updated Customer');
  expect(await see.within('Trigger').getByText('Polling').isVisible()).toBe(true);
  await see.choose('Add a step', 'Find Customer');
  await map(opened, 'External System', /External System/);
  await map(opened, 'External ID', /External ID/);
  await see.press('Turn on');
  await see.told('The Zap is on.');
  await put('/customers/crm/first', { name: 'First' });
  await see.press('Poll now');
  await openRun(opened, /success/i);
  await see.view('Zaps');
  await page.getByLabel('Poll every … seconds').fill('1');
  await page.keyboard.press('Enter');
  await put('/customers/crm/second', { name: 'Second' });
  await see.view('History');
  await page.getByRole('heading', { name: '2 runs' }).waitFor();
});

test('keeps references when a step before is removed, and Zaps when the playground is started again', async () => {
  const opened = await openPlayground();
  const { see, origin, get } = opened;
  await begin(opened, 'New Order');
  await see.choose('Add a step', 'Find Product by SKU');
  await see.choose('SKU', /^MUG-01/, see.within('Step 1'));
  await see.choose('Add a step', 'Find Order');
  await see.choose('Order Number', /^SO-10007/, see.within('Step 2'));
  await see.press('Test step 2');
  await see.within('Step 2').getByText('Out').waitFor();
  await see.choose('Add a step', 'Update Order Status');
  await map(opened, 'Order Number', /^New Order: Order Number/, 'Step 3');
  await map(opened, 'Notes', /Find Order: Customer: Name/, 'Step 3');
  await see.fill('Title', 'Keeps what it refers to');
  await see.press('Remove step 1');
  await see.within('Step 3').waitFor({ state: 'detached' });
  await see.choose('New Status', 'Confirmed', see.within('Step 2'));
  await see.press('Turn on');
  await see.told('The Zap is on.');
  const number = await orderIn(opened, 'pending');
  await openRun(opened, /success/i);
  expect(record(await get(`/orders/${number}`))).toMatchObject({
    status: 'confirmed',
    notes: 'Talstation Shop',
  });

  // Another playground on this address knows nothing of the Zap; the browser does.
  await see.view('Zaps');
  await opened.close();
  const again = await startPlayground({ port: Number(new URL(origin).port) });
  afterThisTest(() => again.close());
  await see.told(/^None yet/);
  await see.choose('Start from a template', 'Keeps what it refers to');
  await see.connect();
  await see.within('Step 2').getByText('New Order: Order Number').waitFor();
});

test('keeps a Zap under its new title alone, and gives untitled ones different titles', async () => {
  const opened = await openPlayground();
  const { page, see } = opened;
  await begin(opened, 'New Order');
  await see.choose('Add a step', 'Another app');
  await see.press('Keep');
  await see.press('New Zap');
  await see.choose('What starts the Zap', 'New Customer');
  await see.choose('Add a step', 'Another app');
  await see.press('Keep');
  await see.press('Edit', page.getByRole('article', { name: 'Untitled Zap', exact: true }));
  await see.fill('Title', 'Titled');
  await see.press('Keep');
  for (const name of ['Titled', 'Untitled Zap 2'])
    await page.getByRole('article', { name, exact: true }).waitFor();
  expect(await page.evaluate('JSON.parse(localStorage.zaps).map(({ title }) => title)')).toEqual([
    'Titled',
    'Untitled Zap 2',
  ]);
});

test('asks again for choices that could not be had', async () => {
  const opened = await openPlayground();
  const { see, dashboard } = opened;
  await begin(opened, 'New Order');
  await dashboard('POST', '/faults', { status: 500 });
  await see.choose('Add a step', 'Find Product by SKU');
  const step = see.within('Step 1');
  await step.getByText(/internal error/).waitFor();
  await see.press('More choices for SKU', step);
  await step.getByText(/internal error/).waitFor({ state: 'detached' });
  await see.choose('SKU', /^MUG-01/, step);
});

test('saves a Zap as the JSON that the runner takes', async () => {
  const { page, see } = await openPlayground();
  await see.view('Zaps');
  await see.choose('Start from a template', /stock from the ERP every night/);
  const saving = page.waitForEvent('download');
  await see.press('Save as JSON');
  const saved = await (await saving).path();
  expect(parseZapFile(JSON.parse(await readFile(saved, 'utf8')), 'saved')).toEqual(
    parseZapFile(JSON.parse(await readFile('examples/set-stock-every-night.json', 'utf8')), 'example'),
  );
});

test('is worked by keyboard alone', async () => {
  const { page, see, complaints } = await openPlayground();
  const reach = async (name: string, role: 'button' | 'tab' | 'field' = 'button') => {
    const wanted =
      role === 'field'
        ? page.locator('input').and(page.getByLabel(name)).first()
        : page.getByRole(role, { name, exact: true });
    for (let presses = 0; presses < 60; presses += 1) {
      if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${name}.`);
  };
  await reach('Product', 'tab');
  await page.keyboard.press('ArrowRight');
  await reach('New Zap');
  await page.keyboard.press('Enter');
  await reach('API Key', 'field');
  await page.keyboard.type('sk_sandbox_alpenglow');
  await page.keyboard.press('Enter');
  await see.within('Trigger').waitFor();
  await reach('What starts the Zap', 'field');
  await page.keyboard.type('New Cust');
  const option = page.getByRole('option', { name: 'New Customer' });
  await option.waitFor();
  await page.keyboard.press('ArrowDown');
  await option.and(page.locator('[data-combobox-selected]')).waitFor();
  await page.keyboard.press('Enter');
  await reach('Test the trigger');
  await page.keyboard.press('Enter');
  await see.within('Trigger').getByText('Out').waitFor();
  expect(complaints).toEqual([]);
});

test.each(looks)(
  'the editor, the Zaps and the history are accessible at %i pixels, %s',
  async (width, colorScheme) => {
    const opened = await openPlayground({ width, colorScheme });
    const { page, see, complaints } = opened;
    const look = async () => {
      await see.accessible();
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    await begin(opened, 'New Order');
    await see.choose('Add a step', 'Create or Update Customer');
    await see.within('Step 1').getByText('Metadata').first().waitFor();
    await see.choose('Add a step', 'Set Stock Quantities in Bulk');
    const input = see.within('Step 2').locator('input').and(page.getByLabel('SKU'));
    expect((await input.boundingBox())?.width).toBeGreaterThan(150);
    await see.choose('Add a step', 'Filter');
    await see.fill('Value', 'x', see.within('Step 3'));
    await look();
    await see.press('Remove step 1');
    await see.press('Remove step 1');
    await see.choose('Add a step', 'Another app');
    await see.press('Turn on');
    await see.told('The Zap is on.');
    await look();
    await orderIn(opened, 'pending');
    const run = await openRun(opened, /filtered/i);
    await run.getByText('does not meet').first().waitFor();
    // Where the page is narrow, the run stands below the list, and is scrolled to if need be.
    expect((await run.boundingBox())?.y).toBeLessThan(450);
    await look();
    await see.view('Product');
    await page.getByRole('tab', { name: 'Hooks' }).click();
    await page.getByRole('cell', { name: 'delivered' }).waitFor();
    await look();
    await page.getByRole('tab', { name: 'Orders' }).click();
    await see.press('Submit an order');
    await page.getByRole('dialog').getByLabel('Notes').waitFor();
    await look();
    expect(complaints).toEqual([]);
  },
);
