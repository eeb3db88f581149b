// The pictures in the documents, taken where the rest is tested: `npm run pictures` takes them anew.
import { expect, test } from '@jest/globals';
import { product } from '../../src/product.ts';
import { orderIn } from '../sandbox/api/harness.ts';
import { openPlayground } from './browser.ts';

/** Without PICTURES a run of the tests takes them, and keeps none. */
const keep = process.env['PICTURES'] === '1';

test('the documents have pictures of the product, the editor, and runs that went well and badly', async () => {
  const opened = await openPlayground({ width: 1100 });
  const { page, see, complaints } = opened;
  const take = async (name: string) => {
    const picture = await page.screenshot({ ...(keep && { path: `docs/pictures/${name}.png` }) });
    expect(picture.length).toBeGreaterThan(10_000);
    // The words of the pictures that are kept: when they change, the pictures have to be taken anew.
    const words = await page.getByRole('main').innerText();
    const anyProduct = words.replaceAll(product.name, 'PRODUCT').replaceAll(product.apiKeysPlace, 'PLACE');
    expect(anyProduct.replaceAll(/\d+(?:[:.,]\d+)*(?: [AP]M)?/g, '#')).toMatchSnapshot(name);
  };
  await take('product');
  await see.view('Zaps');
  await see.choose('Start from a template', /ERP every night/);
  await see.connect();
  await see.press('Test the trigger');
  await see.within('Trigger').getByText('Out').waitFor();
  await see.press('← All Zaps');
  await see.press('New Zap');
  await see.fill('Title', 'Confirm every order');
  await see.choose('What starts the Zap', 'New Order');
  await see.press('Test the trigger');
  await see.within('Trigger').getByText('Out').waitFor();
  await see.choose('Add a step', 'Update Order Status');
  const step = see.within('Step 1');
  await see.press('Type or map Order Number', step);
  await see.press('Map into Order Number', step);
  await page.getByRole('option', { name: /^New Order: Order Number/ }).click();
  await see.choose('New Status', 'Confirmed', step);
  await step.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  await step.getByText('New Order: Order Number').waitFor();
  await take('editor');
  await see.press('Turn on');
  await see.told('The Zap is on.');
  await see.press('Hide');
  await orderIn(opened, 'pending');
  await see.view('History');
  const runs = page.getByRole('list', { name: 'Runs' }).getByRole('button');
  await runs.first().click();
  await page.getByRole('article').getByText('PUT').waitFor();
  await take('history');

  await see.view('Product');
  await page.getByRole('tab', { name: 'Trouble' }).click();
  await see.press('Expired key: switch on');
  await page.getByRole('button', { name: 'Expired key: switch off' }).waitFor();
  await orderIn(opened, 'pending');
  await see.view('History');
  await runs.filter({ hasText: /held/i }).click();
  await page.getByRole('article').getByRole('alert').first().scrollIntoViewIfNeeded();
  await page.getByRole('heading', { name: '2 runs' }).scrollIntoViewIfNeeded();
  await take('held');
  expect(complaints).toEqual([]);
});
