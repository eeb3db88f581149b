import { expect, test } from '@jest/globals';
import { orderIn, record } from '../sandbox/api/harness.ts';
import { type Opened, openPlayground } from './browser.ts';

/** Opens a new Zap with a trigger whose data has been found. */
async function begin({ page, see, connect }: Opened, trigger: RegExp) {
  await connect();
  await see.press('New Zap');
  await see.panel('Choose a trigger').getByRole('button', { name: trigger }).click();
  await see.press('Find data');
  await page.getByRole('radio').first().waitFor();
}

test('builds a Zap from nothing with real records, and publishes it', async () => {
  const opened = await openPlayground();
  const { page, see, get, complaints } = opened;
  await begin(opened, /^New Order/);
  await page.getByRole('textbox', { name: 'Title' }).fill('Confirm every order');
  // Another record is picked by searching for it.
  await page.getByRole('textbox', { name: 'Search records' }).fill('rifugio');
  await page.getByRole('radio', { name: /SO-10008/ }).click();
  await page.getByRole('radio', { name: /SO-10008/, checked: true }).waitFor();
  await see.step('1. New Order').filter({ hasText: 'SO-10008' }).waitFor();

  await see.addStep(/^Update Order Status/);
  await see.press('Type or map Order Number');
  await see.map('Order Number', 'order number');
  await see.field('Order Number').getByText('1. Order Number').waitFor();
  await see.choose('New Status', 'Confirmed');
  await see.press('Optional: External Reference, Notes');
  // Typed, mapped at the cursor with a slash, and typed on.
  await see.field('Notes').click();
  await page.keyboard.type('Seen by /hofer');
  const search = page.getByRole('combobox', { name: 'Search by label or value' });
  await page.getByRole('option', { name: /Sales Rep Name/ }).waitFor();
  // However quickly one types on.
  expect(await search.inputValue()).toBe('hofer');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await see.map('Notes', 'sales rep name');
  await page.keyboard.type(' today');
  expect(await see.field('Notes').innerText()).toMatch(/^Seen by .*Sales Rep Name.* today$/s);
  await see.press('Test step');
  await see.panel('2. Update Order Status').getByRole('status').getByText('Success').waitFor();
  await see.told('Tested');
  expect(record(await get('/orders/SO-10008'))).toMatchObject({ status: 'confirmed' });

  // What was tested is no longer what stands there.
  await see.openTabOf('Configure');
  await see.field('Notes').click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await see.told('Not tested since you changed it');

  await see.press('Publish');
  await see.told('Waiting for New Order');
  const number = await orderIn(opened, 'pending');
  await page.getByRole('heading', { name: number }).waitFor();
  expect(record(await get(`/orders/${number}`))).toMatchObject({
    notes: expect.stringMatching(/^Seen by .+ today!$/),
  });
  expect(complaints).toEqual([]);
});

test('pills are moved, copied, cut, undone and named when their source is gone', async () => {
  const opened = await openPlayground();
  const { page, see } = opened;
  await begin(opened, /^New Order/);
  await see.addStep(/^Find Product by SKU/);
  await see.addStep(/^Create or Update Customer/);
  await see.field('Name').click();
  await page.keyboard.type('Hello world ');
  await see.map('Name', 'customer name');
  const pill = await see.field('Name').getByText('1. Customer Name').boundingBox();
  const field = await see.field('Name').boundingBox();
  if (!pill || !field) throw new Error('The pill is not there.');
  await page.mouse.move(pill.x + 10, pill.y + 5);
  await page.mouse.down();
  await page.mouse.move(field.x + 60, field.y + 18, { steps: 8 });
  await page.mouse.move(field.x + 48, field.y + 18, { steps: 4 });
  await page.mouse.up();
  await expect(see.field('Name').innerText()).resolves.toMatch(/^Hello.*Customer Name.*world $/s);
  await page.keyboard.press('Control+z');
  await expect(see.field('Name').innerText()).resolves.toMatch(/^Hello world.*Customer Name/s);
  await see.field('Name').press('Control+a');
  await page.keyboard.press('Control+c');
  await see.field('External ID').click();
  await page.keyboard.press('Control+v');
  await see.field('External ID').getByText('1. Customer Name').waitFor();
  await see.field('Name').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+x');
  expect(await see.field('Name').innerText()).not.toContain('Customer Name');
  await page.keyboard.press('Control+z');
  await see.field('Name').getByText('1. Customer Name').waitFor();

  await see.map('External System', '2. find product');
  await see.saved();
  await see.step('2. Find Product by SKU').click();
  await see.press('More for this step');
  await page.getByRole('menuitem', { name: 'Delete step' }).click();
  await see.step('2. Create or Update Customer').click();
  await see.told('The step that gave this is gone or comes later now.');
  await see
    .field('External System')
    .getByText(/^Missing: /)
    .waitFor();
  await see.press('Publish');
  await see.told(/cannot run yet/);
  await see.press('Undo', page.getByRole('banner'));
  await see.field('External System').getByText(/^2\. /).waitFor();
});

test('steps are inserted, moved by keyboard and pointer, duplicated, renamed and brought back', async () => {
  const opened = await openPlayground();
  const { page, see, complaints } = opened;
  await begin(opened, /^New Order/);
  await see.addStep(/^Find Order/);
  await see.addStep(/^Filter/);
  await page.getByRole('link', { name: /^Add a step after 1\./ }).click();
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('another');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'App' }).fill('Slack');
  await page.getByRole('textbox', { name: 'What it does' }).fill('Send Message');
  await see.step('2. Send Message').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Tell the warehouse');
  await see.step('2. Tell the warehouse').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await see.step('3. Tell the warehouse').waitFor();
  await page.getByText('Tell the warehouse is now step 3 of 4.').waitFor();
  expect(
    await see.step('Tell the warehouse').evaluate((node) => node === node.ownerDocument.activeElement),
  ).toBe(true);

  const from = await see.step('3. Tell the warehouse').boundingBox();
  const to = await see.step('2. Find Order').boundingBox();
  if (!from || !to) throw new Error('The steps are not drawn.');
  await page.mouse.move(from.x + 100, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 100, to.y + 40, { steps: 5 });
  await page.mouse.move(to.x + 100, to.y + 5, { steps: 5 });
  await page.mouse.up();
  await see.step('2. Tell the warehouse').waitFor();

  await see.step('2. Tell the warehouse').click();
  await see.press('More for this step');
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await see.step('3. Tell the warehouse').waitFor();
  await see.press('More for this step');
  await page.getByRole('menuitem', { name: 'Delete step' }).click();
  await see.step('3. Find Order').waitFor();
  await see.press('Undo', page.getByRole('alert'));
  await see.step('3. Tell the warehouse').waitFor();
  await see.press('Collapse steps');
  await see.press('Expand steps');
  expect(complaints).toEqual([]);
});

test('filters have groups of and and or, and say what they compared', async () => {
  const opened = await openPlayground();
  const { page, see } = opened;
  await begin(opened, /^New Order/);
  await see.addStep(/^Filter/);
  await see.map('Condition 1: value', 'total');
  await see.choose('Condition 1: comparison', 'Is greater than');
  await see.field('Condition 1: compared with').fill('5000');
  await see.press('Or');
  await see.map('Group 2, condition 1: value', 'customer name');
  await see.choose('Group 2, condition 1: comparison', 'Contains');
  await see.field('Group 2, condition 1: compared with').fill('Berghaus');
  await see
    .step('2. Only continue if')
    .filter({ hasText: 'Total is greater than 5000, or Customer Name contains Berghaus' })
    .waitFor();
  await see.addStep(/^Another app/);
  await page.getByRole('textbox', { name: 'App' }).fill('Sheet');
  await page.getByRole('textbox', { name: 'What it does' }).fill('Create Row');
  await see.press('Publish');
  await see.told('Waiting for New Order');
  await orderIn(opened, 'pending');
  await see.step('3. Create Row').filter({ hasText: 'Success' }).waitFor();
  await see.step('2. Only continue if').filter({ hasText: 'continued' }).waitFor();
});

test('finds a customer or creates it in one card, and fills line items row by row', async () => {
  const opened = await openPlayground();
  const { page, see, get, complaints } = opened;
  await begin(opened, /^New Order/);
  await see.addStep(/^Find Customer/);
  await see.field('External System').fill('crm');
  await see.field('External ID').fill('K-77');
  await see.press('Test step');
  await see.told(/Nothing was found/);
  await see.openTabOf('Configure');
  await page.getByRole('radio', { name: /^Create it/ }).check();
  await see.field('Name').fill('Found or made');
  await see.press('Test step');
  await see
    .panel(/Find or Create Customer/)
    .getByRole('status')
    .getByText('Success')
    .waitFor();
  expect(record(await get('/customers/crm/K-77'))).toMatchObject({ name: 'Found or made' });

  await see.addStep(/^Set Stock Quantities in Bulk/);
  await see.press('Add a row');
  for (const [index, [sku, quantity]] of [
    ['MUG-01', '11'],
    ['ROPE-60', '22'],
  ].entries()) {
    const row = page.getByRole('group', { name: `Row ${index + 1}` });
    await see.choose('SKU', new RegExp(`^${sku}`), row);
    await row.getByRole('textbox', { name: /New Quantity/ }).fill(String(quantity));
  }
  await see.press('Test step');
  await see
    .panel(/in Bulk/)
    .getByRole('status')
    .getByText('Success')
    .waitFor();
  expect(record(await get('/inventory/ROPE-60'))).toMatchObject({ stock_qty: 22 });
  expect(complaints).toEqual([]);
});

test('an empty field is named when it is left or published, in the words of the app', async () => {
  const opened = await openPlayground();
  const { page, see } = opened;
  await begin(opened, /^New Order/);
  await see.addStep(/^Create or Update Customer/);
  const alert = page.getByRole('alert').getByText('Name is required', { exact: false });
  await see.field('Name').click();
  expect(await alert.isVisible()).toBe(false);
  await page.keyboard.press('Tab');
  await alert.first().waitFor();
  await see.press('Publish');
  await page.getByRole('alert').getByText('External System is required.', { exact: true }).waitFor();
});
