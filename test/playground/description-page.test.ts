import { expect, test } from '@jest/globals';
import { openPlayground } from './browser.ts';

test('the page of the interface description shows every endpoint, and asks no other host for anything', async () => {
  const { page, origin, complaints } = await openPlayground();
  await page.goto(`${origin}/docs`);
  await page.getByText('List submitted orders').waitFor();
  expect(await page.locator('.opblock').count()).toBe(17);
  await page.getByText('Set the stock of a product', { exact: true }).click();
  await page
    .getByText(/^Too many requests of the key/)
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});
