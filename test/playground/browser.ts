// The playground in a real browser, for one test.
import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, expect, jest } from '@jest/globals';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import type { SandboxOptions } from '../../sandbox/api/app.ts';
import { startPlayground } from '../../sandbox/playground/server.ts';
import { afterThisTest, alpenglow, clientOf } from '../sandbox/api/harness.ts';

jest.setTimeout(60_000);

let browser: Promise<Browser> | undefined;

afterAll(async () => (await browser)?.close());

/** A Chromium that is installed if there is one that fits, else the one among the packages. */
async function launch(): Promise<Browser> {
  const installed = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
    (path) => path && existsSync(path),
  );
  const executablePath = installed ?? (await sparticuz.executablePath());
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ];
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', ...quiet],
  });
}

/** How the page is looked at, for `test.each`. */
export const looks = [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const;

export type PageOptions = { width?: number; colorScheme?: 'light' | 'dark'; sandbox?: SandboxOptions };

/** Opens the page of a playground of its own. Whatever the page complains about, or asks elsewhere, fails the test. */
export async function openPlayground({
  width = 1280,
  colorScheme = 'light',
  sandbox = {},
}: PageOptions = {}) {
  const playground = await startPlayground({ retryDelays: [20], ...sandbox });
  afterThisTest(() => playground.close());
  browser ??= launch();
  // What fades in would be looked at while it is half there.
  const context = await (await browser).newContext({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  afterThisTest(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== playground.origin && protocol !== 'data:' && protocol !== 'blob:')
      complaints.push(request.url());
  });
  await page.goto(playground.origin);
  await page.getByRole('tab', { name: 'Orders' }).waitFor();
  return { ...clientOf(playground.origin), page, complaints, see: seeing(page), close: playground.close };
}

/** What people do on the page, by the words that stand there. */
function seeing(page: Page) {
  const within = (place: string) => page.getByRole('region', { name: place, exact: true });
  return {
    view: (name: string) => page.getByRole('banner').getByRole('tab', { name }).click(),
    within,
    press: (name: string, place: Page | Locator = page) =>
      place.getByRole('button', { name, exact: true }).click(),
    fill: (label: string, text: string, place: Page | Locator = page) =>
      place.getByRole('textbox', { name: label, exact: true }).fill(text),
    /** Chooses from a list that can be searched. */
    choose: async (label: string, option: string | RegExp, place: Page | Locator = page) => {
      await place
        .getByRole('combobox', { name: label, exact: true })
        .or(place.getByRole('textbox', { name: label, exact: true }))
        .first()
        .click();
      await page.getByRole('option', { name: option }).first().click();
    },
    /** Connects the account in the editor. */
    connect: async (key = alpenglow) => {
      await within('Account').getByLabel('API Key').fill(key);
      await within('Account').getByRole('button', { name: 'Connect' }).click();
    },
    told: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    /** Nothing that axe counts as serious is wrong with what is shown. */
    accessible: async () => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])).toEqual([]);
    },
  };
}

export type Opened = Awaited<ReturnType<typeof openPlayground>>;
