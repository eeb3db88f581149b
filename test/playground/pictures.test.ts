// The pictures in the documents, taken where the rest is tested: `npm run pictures` takes them anew.
import { writeFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import UPNG from 'upng-js';
import { product } from '../../src/product.ts';
import { orderIn } from '../sandbox/api/harness.ts';
import { type Opened, openPlayground } from './browser.ts';

/** Without PICTURES a run of the tests takes them, and keeps none. */
const keep = process.env['PICTURES'] === '1';

const picture = { width: 1280, height: 800 };

/** A Zap that halts at its fourth step, as what is delivered cannot be confirmed. */
const late = {
  title: 'Invoice delivered orders and confirm them',
  description: 'For a picture.',
  trigger: { step: 'order_delivered', input: { type: 'order' } },
  steps: [
    { filter: [{ value: '{{trigger.total}}', condition: 'greater_than', to: '500' }] },
    {
      id: 'invoice',
      app: 'QuickBooks',
      does: 'Create Invoice',
      input: { reference: '{{trigger.order_number}}' },
      gives: { invoice_number: 'INV-{{trigger.order_number}}' },
    },
    {
      action: 'update_order_status',
      input: {
        order_number: '{{trigger.order_number}}',
        status: 'confirmed',
        external_reference: '{{invoice.invoice_number}}',
      },
    },
    {
      app: 'Slack',
      does: 'Send Message',
      input: { text: '{{trigger.order_number}} is confirmed' },
      gives: {},
    },
  ],
};

test('the documents have pictures of the first minute, the editor, runs and the product', async () => {
  const opened = await openPlayground(picture);
  const { page, see, ask, complaints } = opened;
  const take = async (name: string) => {
    const taken = await page.screenshot({ ...(keep && { path: `docs/pictures/${name}.png` }) });
    expect(taken.length).toBeGreaterThan(10_000);
    // The words of the pictures that are kept: when they change, the pictures have to be taken anew.
    const words = await page.getByRole('main').innerText();
    const anyProduct = words.replaceAll(product.name, 'PRODUCT');
    expect(anyProduct.replaceAll(/\d+(?:[:.,]\d+)*(?: [AP]M)?/g, '#')).toMatchSnapshot(name);
  };
  await see.press('Connect');
  await page.getByRole('button', { name: 'Show templates' }).waitFor();
  await take('start');

  await see.press('Invoice new Field Sales orders in QuickBooks and confirm them');
  await see.step('1. New Order').click();
  await see.press('Find data');
  await page.getByRole('radio', { name: /SO-10008/ }).click();
  await see.step('3. Update Order Status').click();
  await see.field('External Reference').getByText('2. Invoice Number').waitFor();
  await see.field('Order Number').getByText('SO-10008').waitFor();
  await take('editor');

  await see.press('Publish');
  await see.told('Waiting for New Order');
  await orderIn(opened, 'pending');
  await page.getByRole('heading', { name: 'SO-10010' }).waitFor();
  const made = await ask('POST', '/zaps/import', {
    name: 'late.json',
    content: JSON.stringify(late),
    connectionId: 'connection-1',
  });
  const { id, revision } = JSON.parse(JSON.stringify(made)).zap;
  await ask('POST', `/zaps/${id}/publish`, { basedOn: revision });
  await see.at(`/watch/${id}`);
  await see.told('Waiting for Order Delivered');
  await orderIn(opened, 'delivered', {
    items: [
      { sku: 'TENT-2P', quantity: 3 },
      { sku: 'MUG-01', quantity: 45 },
    ],
  });
  await see.step('4. Update Order Status').filter({ hasText: 'Halted' }).waitFor();
  await see.told('Halted at step 4');
  await take('run');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await take('run-dark');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await see.at('/trouble');
  await see.press('Switch on: Expired key');
  await page.getByRole('button', { name: /^End it: / }).waitFor();
  await orderIn(opened, 'pending');
  await see.go('Runs');
  await page.getByRole('link', { name: /Held at step/ }).waitFor();
  await take('history');
  await page.getByRole('link', { name: /Held at step/ }).click();
  await page.getByRole('button', { name: 'Replay' }).waitFor();
  await take('held');
  await see.at('/product/orders');
  await page.getByRole('row', { name: /SO-10010/ }).waitFor();
  await take('product');
  expect(complaints).toEqual([]);
});

test('the light travels along the lines of a run, a step after the other', async () => {
  const opened = await openPlayground({ width: 1100, height: 620, motion: true });
  const { see, ask, connect } = opened;
  await connect();
  const made = await ask('POST', '/zaps', {
    template: 'confirm-new-orders.json',
    connectionId: 'connection-1',
  });
  const { id, revision } = JSON.parse(JSON.stringify(made)).zap;
  await ask('POST', `/zaps/${id}/publish`, { basedOn: revision });
  await see.at(`/watch/${id}`);
  await see.told('Waiting for New Order');
  await orderIn(opened, 'pending');
  await see.step('4. Send Channel Message').filter({ hasText: 'Success' }).waitFor();
  await record(opened, keep ? 50 : 150);
});

/** Plays the run with the time in hand, and keeps a frame every so many milliseconds. */
async function record({ page, see }: Opened, every: number): Promise<void> {
  const { width, height } = { width: 1100, height: 620 };
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await see.press('Play it again');
  const frames: ArrayBuffer[] = [];
  const delays: number[] = [];
  const light = page.locator('[data-look=traveling]');
  const hops: number[] = [];
  for (let step = 1; step < 4; step += 1) {
    await light.waitFor();
    hops.push(await page.locator('[data-look=lit]').count());
    for (let at = 0; at < 300; at += every) {
      await page.evaluate(
        `for (const each of document.getAnimations()) {
          if (!(each instanceof CSSAnimation)) each.finish();
          else { each.pause(); each.currentTime = ${at}; }
        }`,
      );
      if (keep) frames.push(pixelsOf(await page.screenshot({ animations: 'allow' })));
      delays.push(every);
      await page.clock.runFor(every);
    }
  }
  expect(hops).toEqual([0, 1, 2]);
  await see.told('Step 4 of 4');
  if (!keep) return;
  frames.push(pixelsOf(await page.screenshot()));
  await writeFile(
    'docs/pictures/watch.png',
    Buffer.from(UPNG.encode(frames, width, height, 256, [...delays, 2500])),
  );
}

function pixelsOf(screenshot: Buffer): ArrayBuffer {
  return new Uint8Array(PNG.sync.read(screenshot).data).buffer;
}
