import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { startPlayground } from '../../sandbox/playground/server.ts';
import { afterThisTest, until } from '../sandbox/api/harness.ts';
import { type Opened, openPlayground } from './browser.ts';

const template = 'Invoice new Field Sales orders in QuickBooks and confirm them';

/** Opens a Zap from a template, with its title free to be typed. */
async function fromTemplate({ page, see, connect }: Opened) {
  await connect();
  await see.press(template);
  await see.step('1. New Order').waitFor();
  return page.getByRole('textbox', { name: 'Title' });
}

test('what is typed survives leaving, reloading, the back button and another tab', async () => {
  const opened = await openPlayground();
  const { page, see, openTab, complaints } = opened;
  const title = await fromTemplate(opened);
  await title.fill('Kept');
  // Left before it could be saved.
  await page.reload();
  await expect(title.inputValue()).resolves.toBe('Kept');
  await see.saved();
  await see.step('3. Update Order Status').click();
  await see.press('Optional: Notes');
  await see.field('Notes').fill('Ring twice');
  await page.goBack();
  await see.go('Runs');
  await page.goBack();
  await see.step('3. Update Order Status').click();
  await see.field('Notes').getByText('Ring twice').waitFor();
  await see.saved();

  // A link to the step leads there in another tab.
  const other = await openTab(new URL(page.url()).hash.slice(1));
  await other.see.field('Notes').getByText('Ring twice').waitFor();
  // What is typed in one tab comes to the other.
  await other.see.field('Notes').fill('Ring once');
  await see.field('Notes').getByText('Ring once').waitFor();
  expect(complaints).toEqual([]);
});

test('two tabs that change the same Zap never overwrite each other silently', async () => {
  const opened = await openPlayground();
  const { page, see, openTab } = opened;
  const title = await fromTemplate(opened);
  await see.saved();
  const other = await openTab(new URL(page.url()).hash.slice(1));
  const otherTitle = other.page.getByRole('textbox', { name: 'Title' });
  await otherTitle.waitFor();
  // This tab types while what it had is written over.
  const hold = Promise.withResolvers<void>();
  await page.route('**/draft', async (route) => {
    await hold.promise;
    await route.continue();
  });
  await title.fill('Mine');
  await otherTitle.fill('Theirs');
  await other.see.saved();
  hold.resolve();
  const warning = page.getByRole('alert').getByText('This Zap was changed in another tab');
  await warning.waitFor();
  await page.reload();
  await warning.waitFor();
  await expect(title.inputValue()).resolves.toBe('Mine');
  await see.press('Save both');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await see.go('Zaps');
  await page.getByRole('link', { name: 'Theirs', exact: true }).waitFor();
  expect(
    await page
      .getByRole('list')
      .getByRole('listitem', { name: /Theirs|Copy|copy/ })
      .count(),
  ).toBeGreaterThan(0);
});

test('what is being typed in one tab is left alone by another that shows the same Zap', async () => {
  const opened = await openPlayground();
  const { page, see, openTab, complaints } = opened;
  const title = await fromTemplate(opened);
  await see.saved();
  const other = await openTab(new URL(page.url()).hash.slice(1));
  const otherTitle = other.page.getByRole('textbox', { name: 'Title' });
  await otherTitle.waitFor();
  // Typing goes on while what was typed before comes to the other tab.
  let first: Promise<unknown> | undefined;
  await page.route('**/draft', async (route) => {
    if (first) await first;
    else {
      await title.fill('Second');
      first = shown('First');
    }
    await route.continue();
  });
  const shown = (text: string) =>
    until(async () => (await otherTitle.inputValue()) === text || undefined, 15);
  await title.fill('First');
  await shown('Second');
  await see.saved();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await other.page.getByRole('alert').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('while the server is away nothing pretends to work, and nothing is lost when it begins anew', async () => {
  const opened = await openPlayground();
  const { page, see, origin } = opened;
  const title = await fromTemplate(opened);
  await see.saved();
  await opened.close();
  await page.getByRole('alert').getByText('The playground does not answer.').waitFor();
  await title.fill('Typed while it was away');
  await page.getByText('Draft · kept in this browser').waitFor();
  expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
  // Another server on this address knows nothing of the Zap; the browser does.
  const again = await startPlayground({ port: Number(new URL(origin).port) });
  afterThisTest(() => again.close());
  await see.told('1 Zap brought back');
  await page.getByText('The playground does not answer.').waitFor({ state: 'detached' });
  await see.go('Zaps');
  await page.getByRole('link', { name: 'Typed while it was away' }).click();
  await see.step('3. Update Order Status').waitFor();
});

test('a Zap that is on is edited as a draft; versions are compared and brought back', async () => {
  const opened = await openPlayground();
  const { page, see, complaints } = opened;
  const title = await fromTemplate(opened);
  await see.press('Publish');
  await see.told('Waiting for New Order');
  await page.getByRole('link', { name: 'Back to the Zap' }).click();
  await see.told('On · version 1');
  await see.step('3. Update Order Status').click();
  await see.choose('New Status', 'Processing');
  await title.fill('Second');
  await see.saved();
  await see.press('More for this Zap');
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const versions = see.panel('Versions').first();
  await versions.getByRole('button', { name: /Version 1/ }).click();
  await versions.getByRole('deletion').getByText('Confirmed').waitFor();
  await versions.getByRole('insertion').getByText('Processing').waitFor();
  await see.press('Bring version 1 back as the draft');
  await versions.getByText('The draft is the same.').waitFor();
  await expect(title.inputValue()).resolves.toBe(template);
  await see.press('Undo');
  await expect(title.inputValue()).resolves.toBe('Second');
  expect(complaints).toEqual([]);
});

test('Zaps are exported, imported, deleted and brought back', async () => {
  const opened = await openPlayground();
  const { page, see } = opened;
  await fromTemplate(opened);
  await see.saved();
  const saving = page.waitForEvent('download');
  await see.press('More for this Zap');
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^Invoice.*\.json$/i);
  const content = await readFile(await download.path(), 'utf8');
  await see.press('More for this Zap');
  await page.getByRole('menuitem', { name: 'Delete Zap' }).click();
  await see.told(`“${template}” is deleted.`);
  await see.press('Undo', page.getByRole('alert'));
  await page.getByRole('link', { name: template }).waitFor();
  await see.press(`More for ${template}`);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await see.press('Deleted Zaps (1)');
  await see.press(`Bring back ${template}`);
  await page.getByRole('link', { name: template }).waitFor();

  const file = page.getByLabel('File of a Zap');
  await file.setInputFiles({ name: 'zap.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  await see.step('3. Update Order Status').waitFor();
  await see.go('Zaps');
  const broken = { ...JSON.parse(content), steps: [{ action: 'update_order_status', input: 5 }] };
  await file.setInputFiles({
    name: 'broken.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(broken)),
  });
  await page
    .getByRole('dialog', { name: 'broken.json is not a Zap' })
    .getByText(/Step 2/)
    .first()
    .waitFor();
});
