// The playground in a real browser, for one test.
import { existsSync } from 'node:fs';
import { afterAll, expect, jest } from '@jest/globals';
import sparticuz from '@sparticuz/chromium';
import type { Browser, Locator, Page } from 'playwright-core';
import type { SandboxOptions } from '../../sandbox/api/app.ts';
import { startPlayground } from '../../sandbox/playground/server.ts';
import { containers } from '../built-app.ts';
import { afterThisTest, clientOf } from '../sandbox/api/harness.ts';

// Loaded by Node.js itself, once for a worker: Jest would load and compile both anew for each file.
const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);
const { chromium }: typeof import('playwright-core') = require('playwright-core');
const { AxeBuilder }: typeof import('@axe-core/playwright') = require('@axe-core/playwright');

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

/** How every view is looked at: each width and each color scheme once. LOOKS=all takes all four together. */
export const looks: [number, 'light' | 'dark'][] =
  process.env['LOOKS'] === 'all'
    ? [
        [1280, 'light'],
        [1280, 'dark'],
        [390, 'light'],
        [390, 'dark'],
      ]
    : [
        [1280, 'light'],
        [390, 'dark'],
      ];

export type PageOptions = {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** Where things move; elsewhere nothing does, as what fades in would be looked at while it is half there. */
  motion?: boolean;
  sandbox?: SandboxOptions & { port?: number };
};

/** Opens the page of a playground of its own. Whatever the page complains about, or asks elsewhere, is kept. */
export async function openPlayground({
  width = 1280,
  height = 900,
  colorScheme = 'light',
  motion = false,
  sandbox = {},
}: PageOptions = {}) {
  const playground = await startPlayground({ containers, retryDelays: [20], ...sandbox });
  afterThisTest(() => playground.close());
  browser ??= launch();
  const context = await (await browser).newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: motion ? 'no-preference' : 'reduce',
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  afterThisTest(() => context.close());
  const complaints: string[] = [];
  /** Opens one more tab of the same browser. */
  const openTab = async (path = '/') => {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== playground.origin && protocol !== 'data:' && protocol !== 'blob:')
        complaints.push(request.url());
    });
    const see = seeing(page, playground.origin);
    await see.at(path);
    return { page, see };
  };
  const { page, see } = await openTab();
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${playground.origin}/playground/api${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return answer.json();
  };
  return {
    ...clientOf(playground.origin),
    page,
    see,
    openTab,
    complaints,
    /** The playground's own routes, to make a beginning that is not what is tested. */
    ask,
    connect: () => ask('POST', '/connections', { authData: { api_key: 'sk_sandbox_alpenglow' } }),
    close: playground.close,
  };
}

/** What people do on the page, by the words that stand there. */
function seeing(page: Page, origin: string) {
  const press = (name: string | RegExp, place: Page | Locator = page) =>
    place.getByRole('button', { name, exact: true }).click();
  return {
    /** Goes to an address of the page. */
    at: async (path: string) => {
      await page.goto(`${origin}/#${path}`);
      await page.getByRole('navigation', { name: 'Places' }).waitFor();
    },
    /** Goes to one of the four places. */
    go: (name: string) =>
      page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name }).click(),
    press,
    /** The panel beside the drawing. */
    panel: (name: string | RegExp) => page.getByRole('region', { name }),
    /** A step of the drawing. */
    step: (name: string) => page.getByRole('listitem').locator('[data-place]').filter({ hasText: name }),
    openTabOf: (name: string) =>
      page
        .getByRole('navigation', { name: /^Parts of/ })
        .getByRole('link', { name })
        .click(),
    field: (label: string, place: Page | Locator = page) =>
      place.getByRole('textbox', { name: label, exact: true }),
    /** Chooses from a list that can be searched. */
    choose: async (label: string, option: string | RegExp, place: Page | Locator = page) => {
      await place
        .getByRole('combobox', { name: label, exact: true })
        .or(place.getByRole('textbox', { name: label, exact: true }))
        .first()
        .click();
      await page.getByRole('option', { name: option }).first().click();
    },
    /** Maps a value into a field, as with the mouse. */
    map: async (label: string, words: string) => {
      await press(`Insert data into ${label}`);
      await page.getByRole('combobox', { name: 'Search by label or value' }).fill(words);
      await page.keyboard.press('Enter');
    },
    addStep: async (name: RegExp | string) => {
      await page.getByRole('link', { name: 'Add a step', exact: true }).click();
      await page.getByRole('region', { name: 'Add a step' }).getByRole('button', { name }).first().click();
    },
    told: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    saved: () => page.getByText('Draft · saved', { exact: true }).waitFor(),
    /** axe finds nothing wrong with what is shown, and it is no wider than the page. */
    accessible: async () => {
      // What passes is not described, which takes as long as everything else.
      const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
      const { violations } = await axe.analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => [id, html.slice(0, 200), failureSummary]),
      );
      expect({ at: page.url(), found }).toEqual({ at: page.url(), found: [] });
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    },
  };
}

export type Opened = Awaited<ReturnType<typeof openPlayground>>;
