import { expect, test } from '@jest/globals';
import { alpenglow, record, records } from '../sandbox/api/harness.ts';
import { looks, openPlayground } from './browser.ts';

const dashboard = '/tenants/alpenglow';

test('submits orders and quotes with line items, moves them and cancels them', async () => {
  const { page, see, complaints, get, dashboard: people } = await openPlayground();
  await see.press('Submit an order');
  const form = page.getByRole('dialog');
  await form.getByRole('radio', { name: 'Quote' }).check();
  await see.choose('Customer', 'Berghaus Sport', form);
  await see.choose('Product 1', /TENT-2P/, form);
  await see.press('Add a line', form);
  await see.choose('Product 2', /MUG-01/, form);
  await see.fill('Quantity 2', '3', form);
  await see.fill('Notes', 'Ring twice', form);
  await see.press('Submit an order', form);
  await see.told('The order is submitted.');
  const [order] = records(await people('GET', `${dashboard}/orders`));
  expect(order).toMatchObject({
    type: 'quote',
    notes: 'Ring twice',
    items: [{ sku: 'TENT-2P' }, { sku: 'MUG-01', quantity: 3 }],
  });

  const number = String(order?.['order_number']);
  await see.press(`Move ${number}`);
  await page.getByRole('menuitem', { name: 'To confirmed' }).click();
  await see.told(`${number} is confirmed.`);
  await see.press(`Move ${number}`);
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  await see.told(`${number} is cancelled.`);
  expect(record(await get(`/orders/${number}`))).toMatchObject({ status: 'cancelled' });
  expect(complaints).toEqual([]);
});

test('adjusts stock, creates customers and completes check-ins, and shows them at once', async () => {
  const { page, see, complaints } = await openPlayground();
  await page.getByRole('tab', { name: 'Products' }).click();
  await see.press('Adjust stock');
  await see.choose('Product', /ROPE-60/, page.getByRole('dialog'));
  await see.fill('New quantity on hand', '4711', page.getByRole('dialog'));
  await see.press('Adjust stock', page.getByRole('dialog'));
  await page.getByRole('cell', { name: '4711', exact: true }).first().waitFor();

  await page.getByRole('tab', { name: 'Customers' }).click();
  await see.press('Create a customer');
  await see.fill('Name', 'Almhütte', page.getByRole('dialog'));
  await see.fill('External ID', 'A-1', page.getByRole('dialog'));
  await see.press('Create a customer', page.getByRole('dialog'));
  await page.getByRole('cell', { name: 'Almhütte' }).waitFor();

  await page.getByRole('tab', { name: 'Check-ins' }).click();
  await see.press('Complete a check-in');
  await see.choose('Customer', 'Almhütte', page.getByRole('dialog'));
  await see.fill('Notes', 'First visit', page.getByRole('dialog'));
  await see.press('Complete a check-in', page.getByRole('dialog'));
  await page.getByRole('cell', { name: 'First visit' }).waitFor();
  expect(complaints).toEqual([]);
});

test('shows what the product refuses, and keeps the form', async () => {
  const { page, see, complaints } = await openPlayground();
  await page.getByRole('tab', { name: 'Customers' }).click();
  await see.press('Create a customer');
  const form = page.getByRole('dialog');
  await see.fill('Name', 'Twice', form);
  await see.fill('External system', 'erp', form);
  await see.fill('External ID', 'C-1001', form);
  await see.press('Create a customer', form);
  await see.told('Customer already exists');
  expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Twice');
  // The browser itself notes the refused request.
  expect(complaints.filter((each) => !/409/.test(each))).toEqual([]);
});

test('makes a key that is shown once, disables it and deletes it', async () => {
  const { page, see, get, complaints } = await openPlayground();
  await page.getByRole('tab', { name: 'API keys' }).click();
  await see.press('Make a key');
  await see.fill('Name', 'For the ERP', page.getByRole('dialog'));
  await page.getByRole('dialog').getByRole('checkbox', { name: 'orders:write' }).uncheck();
  await see.press('Make a key', page.getByRole('dialog'));
  const key = await page.locator('code').innerText();
  expect(key).toMatch(/^sk_\w{40,}$/);
  expect((await get('/orders', { key })).status).toBe(200);
  const row = page.getByRole('row', { name: /For the ERP/ });
  await see.press('Disable', row);
  await row.getByRole('cell', { name: 'Disabled' }).waitFor();
  expect((await get('/orders', { key })).status).toBe(401);
  await see.press('Delete', row);
  await row.waitFor({ state: 'detached' });
  await see.press('Hide the key');
  expect(await page.content()).not.toContain(key);
  expect((await get('/orders', { key: alpenglow })).status).toBe(200);
  expect(complaints).toEqual([]);
});

test.each(looks)('is accessible at %i pixels, %s, on every tab', async (width, colorScheme) => {
  const { page, see, complaints } = await openPlayground({ width, colorScheme });
  for (const name of ['Orders', 'Products', 'Customers', 'Check-ins', 'API keys', 'Hooks', 'Trouble']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
    await see.accessible();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
  expect(complaints).toEqual([]);
});
