import { expect, test } from '@jest/globals';
import { record } from '../sandbox/api/harness.ts';
import { openPlayground } from './browser.ts';

test('somebody who has never seen it connects, picks a Zap, submits an order and watches it run', async () => {
  const { page, see, get, complaints } = await openPlayground({ motion: true });
  const now = page.getByRole('list').locator('[aria-current=step]');
  await now.filter({ hasText: 'Connect Field Sales' }).waitFor();
  await see.press('Connect');
  await now.filter({ hasText: 'Pick a Zap' }).waitFor();
  await see.press('Show templates');
  await see.press('Invoice new Field Sales orders in QuickBooks and confirm them');
  await see.step('1. New Order').waitFor();
  await see.press('Publish');
  await see.told('Waiting for New Order');
  await see.press('Submit an order');
  await see.press('Submit an order', page.getByRole('dialog'));

  // The light comes to each step, and the panel shows what went in there.
  await page.getByRole('heading', { name: 'SO-10010' }).waitFor();
  await see.step('4. Send Channel Message').filter({ hasText: 'Success' }).waitFor();
  await see.panel('4. Send Channel Message').getByText('Order SO-10010 is confirmed').waitFor();
  await see.told('Order SO-10010 of 747.00 € submitted; 1 Zap ran');
  expect(record(await get('/orders/SO-10010'))).toMatchObject({
    status: 'confirmed',
    external_reference: 'INV-SO-10010',
  });

  // The same drawing, step by step, backwards and forwards.
  await see.press('Step back');
  await see.panel('3. Update Order Status').getByText('INV-SO-10010').waitFor();
  await see.step('4. Send Channel Message').filter({ hasText: '…' }).waitFor();
  await see.openTabOf('Requests');
  await see.press(/PUT/);
  await page.getByText(/x-api-key: (?!sk_)/i).waitFor();
  expect(await page.content()).not.toContain('sk_sandbox_alpenglow');
  await see.press('Step forward');
  await see.panel('4. Send Channel Message').waitFor();
  await see.go('Zaps');
  await page.getByRole('link', { name: 'SO-10010 Success, just now' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a Zap that was begun before an account was connected asks for one, and uses it', async () => {
  const { page, see } = await openPlayground();
  await see.press('Invoice new Field Sales orders in QuickBooks and confirm them');
  await see.press('Publish');
  await see.press('Use the sandbox’s key');
  await page.getByRole('combobox', { name: 'Field Sales account' }).waitFor();
  await see.press('Publish');
  await see.told('Waiting for New Order');
});

test('another key can be typed, and why it is refused is said in the words of the app', async () => {
  const { page, see } = await openPlayground();
  await see.press('Use another key');
  const form = page.getByRole('dialog');
  await form
    .getByLabel(/API Key/)
    .first()
    .fill('sk_wrong');
  await see.press('Connect', form);
  await form
    .getByRole('alert')
    .getByText(/does not accept this API key/)
    .waitFor();
});
