import { expect, test } from '@jest/globals';
import { alpenglow, record, records } from '../sandbox/api/harness.ts';
import { openPlayground } from './browser.ts';

test('people submit and move orders, adjust stock, create customers and complete check-ins', async () => {
  const { page, see, complaints, get, dashboard } = await openPlayground();
  await see.at('/product/orders');
  await see.press('Submit an order');
  const form = page.getByRole('dialog');
  await form.getByRole('radio', { name: 'Quote' }).check();
  await see.choose('Customer', 'Nordwand Verleih', form);
  await see.choose('Product 1', /TENT-2P/, form);
  await see.press('Add a product', form);
  await see.choose('Product 2', /MUG-01/, form);
  await form.getByRole('textbox', { name: 'Notes' }).fill('Ring twice');
  await see.press('Submit an order', form);
  await see.told(/Quote SO-10010 of 759\.90 € submitted/);
  const [order] = records(await dashboard('GET', '/tenants/alpenglow/orders'));
  expect(order).toMatchObject({
    type: 'quote',
    notes: 'Ring twice',
    items: [{ sku: 'TENT-2P' }, { sku: 'MUG-01' }],
  });
  for (const [item, status] of [
    ['Confirm', 'Confirmed'],
    ['Cancel', 'Canceled'],
  ] as const) {
    await see.press('Move SO-10010');
    await page.getByRole('menuitem', { name: item }).click();
    await page
      .getByRole('row', { name: /SO-10010/ })
      .getByText(status)
      .waitFor();
  }
  expect(record(await get('/orders/SO-10010'))).toMatchObject({ status: 'cancelled' });

  // Who changed what.
  await page.getByRole('link', { name: 'SO-10010' }).click();
  await see.panel('History').getByText('Status: confirmed → cancelled').waitFor();

  await page.getByRole('link', { name: 'Drafts', exact: true }).click();
  await see.press('Save a draft');
  await see.press('Save a draft', form);
  await see.press('Delete draft 1');
  await page.getByRole('row', { name: /Draft 1/ }).waitFor({ state: 'detached' });
  // At once, however much was told before it.
  await page.getByRole('button', { name: 'Undo' }).waitFor({ timeout: 5000 });
  expect(await page.getByRole('alert').count()).toBeLessThanOrEqual(3);
  await see.press('Undo', page.getByRole('alert'));
  await see.press('Submit', page.getByRole('row', { name: /Draft 2/ }));
  await see.told(/Draft 2 submitted as SO-10011/);

  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await see.press('Adjust stock');
  await see.choose('Product', /ROPE-60/, form);
  await form.getByRole('textbox', { name: 'New quantity on hand' }).fill('4711');
  await see.press('Adjust stock', form);
  await page.getByRole('cell', { name: '4,711' }).first().waitFor();

  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await see.press('Create a customer');
  await form.getByRole('textbox', { name: 'Name' }).fill('Almhütte');
  await form.getByRole('textbox', { name: 'External ID' }).fill('A-1');
  await see.press('Create a customer', form);
  await page.getByRole('cell', { name: 'Almhütte', exact: true }).waitFor();

  await page.getByRole('link', { name: 'Check-ins' }).click();
  await see.press('Complete a check-in');
  await see.choose('Customer', 'Almhütte', form);
  await form.getByRole('textbox', { name: 'Notes' }).fill('First visit');
  await see.press('Complete a check-in', form);
  await page.getByRole('cell', { name: 'First visit' }).waitFor();
  await page.getByRole('textbox', { name: 'Search Check-ins' }).fill('first');
  await page.getByRole('link', { name: 'Almhütte' }).click();
  await see.panel('Almhütte').getByText('First visit').waitFor();
  expect(complaints).toEqual([]);
});

test('shows what the product refuses, and leaves the form as it was filled', async () => {
  const { page, see } = await openPlayground();
  await see.at('/product/customers');
  await see.press('Create a customer');
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name' }).fill('Twice');
  await form.getByRole('textbox', { name: 'External system' }).fill('erp');
  await form.getByRole('textbox', { name: 'External ID' }).fill('C-1001');
  await see.press('Create a customer', form);
  await form.getByRole('alert').getByText('Customer already exists').waitFor();
  expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Twice');
});

test('a key is shown once, disabled and enabled, and only deleted after a question', async () => {
  const { page, see, get, complaints } = await openPlayground();
  await see.at('/product/keys');
  await see.press('Make a key');
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name' }).fill('For the ERP');
  await form.getByRole('checkbox', { name: 'orders:write' }).uncheck();
  await see.press('Make a key', form);
  const key = await page.locator('code').innerText();
  expect(key).toMatch(/^sk_\w{40,}$/);
  expect((await get('/orders', { key })).status).toBe(200);
  const row = page.getByRole('row', { name: /For the ERP/ });
  await see.press('Disable', row);
  await row.getByRole('cell', { name: 'Disabled' }).waitFor();
  expect((await get('/orders', { key })).status).toBe(401);
  await see.press('Delete', row);
  await see.press('Leave it', page.getByRole('dialog'));
  await see.press('Delete', row);
  await see.press('Delete the key', page.getByRole('dialog'));
  await row.waitFor({ state: 'detached' });
  await see.press('Hide the key');
  expect(await page.content()).not.toContain(key);
  expect((await get('/orders', { key: alpenglow })).status).toBe(200);
  expect(complaints).toEqual([]);
});
