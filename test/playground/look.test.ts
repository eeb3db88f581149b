import { test } from '@jest/globals';
import { openPlayground } from './browser.ts';

test('look', async () => {
  const { page, see, complaints } = await openPlayground();
  await page.screenshot({ path: '/tmp/s1.png' });
  await see.view('Zaps');
  await see.press('New Zap');
  await page.screenshot({ path: '/tmp/s2.png' });
  await see.connect();
  await see.choose('What starts the Zap', 'New Order');
  await see.press('Test the trigger');
  await page.waitForTimeout(1500);
  await see.choose('Add a step', 'Update Order Status');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/s3.png', fullPage: true });
  console.log(complaints);
});
