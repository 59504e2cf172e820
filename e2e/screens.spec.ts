// Every screen, as an operator with an order and a full cart sees it: axe, sideways scroll and complaints in all themes and widths.
// ISOBAR_SHOTS=folder keeps a picture of each, to look at.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, pictured, signIn, visitor } from './browser.ts';
import { launch } from './launch.ts';
import { layoutFaults } from './layout.ts';
import { addresses, NOWHERE } from './screens.ts';
import { demoIsobar, type Isobar } from './server.ts';

const SHOTS = process.env.ISOBAR_SHOTS;
/** Of a run by hand: only addresses with this text. */
const ONLY = process.env.ISOBAR_SCREENS ?? '';

let browser: Browser;
let server: Isobar;
let state: Exclude<BrowserContextOptions['storageState'], string | undefined>;
/** All addresses, and one of each screen. */
let all: readonly string[];
let one: readonly string[];

beforeAll(async () => {
  [server, browser] = await Promise.all([demoIsobar(), launch()]);
  await server.command('user', 'add', 'olga', '--email', 'olga@example.org');
  await server.command('user', 'role', 'olga', 'operator');
  const { page, context } = await visitor(browser);
  await pictured(page, 'screens-before', async () => {
    await signIn(server, page, 'olga');
    await page.evaluate(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));
    await fillCart(page);
  });
  const order = await posted(page, '/services/order/orders/create', {
    selectedData: {
      selectedDatastreams: [{ datastream: 'sgpmetE13.b1', dates: [DATES] }],
      outputFormat: ['ANDR'],
    },
  });
  const written = await posted(page, '/services/dqr/written', {});
  const known = Object.values(
    addresses({ order: Number(order.orderId), draft: String(written.dqrid) }),
  );
  const chosen = (hash: string): boolean => hash.includes(ONLY);
  all = [...known.flat(), NOWHERE].filter(chosen);
  one = known.flatMap(([first]) => first ?? []).filter(chosen);
  state = await context.storageState();
  await context.close();
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const DATES = { startDate: '2000-03-01 00:00:00', endDate: '2000-03-02 23:59:59' };

async function fillCart(page: Page): Promise<void> {
  await page.goto(`${server.url}/discovery/#/results/datastream::sgpmetE13.b1`);
  await page
    .getByRole('button', { name: /^View Details & Get Data/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
  await page.getByText('Item Added to Cart').waitFor();
}

async function posted(page: Page, path: string, data: object): Promise<Record<string, unknown>> {
  const reply = await page.request.post(server.url + path, {
    headers: { origin: server.url },
    data,
  });
  expect(reply.ok()).toBe(true);
  return reply.json();
}

it.each([
  ['light', 1440, 'all'],
  ['dark', 1440, 'all'],
  ['light', 375, 'all'],
  ['dark', 375, 'colours'],
  ['light', 320, 'all'],
  ['dark', 320, 'colours'],
  ['forced', 1440, 'shapes'],
] as const)(
  'every screen is accessible, %s at %i pixels',
  { timeout: 900_000 },
  async (theme, width, rules) => {
    const forced = theme === 'forced';
    const { page, context, complaints } = await visitor(browser, {
      theme: forced ? 'dark' : theme,
      width,
      forced,
      state,
    });
    const findings: string[] = [];
    // Where only colours or the width differ, one state of each screen shows it.
    for (const hash of theme === 'light' && width !== 375 ? all : one) {
      const name = `${theme}-${width}-${hash.replace(/\W+/g, '_')}`;
      await pictured(page, `screen-${name}`, async () => {
        await page.goto('about:blank');
        await page.goto(`${server.url}/discovery/#${hash}`);
        await page.locator('main h1:not(:text-is("Searching…"))').first().waitFor();
        await page.waitForLoadState('networkidle');
        if (SHOTS) await shot(page, name);
        // All that is wrong is told at once, screen by screen.
        for (const check of [expectNoSidewaysScroll, (p: Page) => expectAccessible(p, rules)]) {
          await check(page).catch((error: Error) => findings.push(`${hash}: ${told(error)}`));
        }
      });
    }
    expect(findings).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

/** Between a phone and a wide window: at and beside the breakpoints. */
const MIDDLE = [1280, 1180, 1024, 992, 900, 768, 640, 576] as const;
/** Tabs that differ in nothing but their content: one of them stands for their colours, each for its layout. */
const TABS = [
  ...['profile', 'search', 'recommendations', 'afc'].map((tab) => `/account/${tab}`),
  ...['approvals', 'queue', 'harvest', 'tables', 'people', 'words', 'log'].map(
    (tab) => `/operate/${tab}`,
  ),
];

it('[X016] every screen is in order between a phone and a wide window: nothing overlaps or leaves it, the header stays one', {
  timeout: 900_000,
}, async () => {
  const { page, context, complaints } = await visitor(browser, { width: MIDDLE[0], state });
  const findings: string[] = [];
  for (const hash of [...one, ...TABS.filter((tab) => tab.includes(ONLY))]) {
    await pictured(page, `middle-${hash.replace(/\W+/g, '_')}`, async () => {
      await page.setViewportSize({ width: MIDDLE[0], height: 900 });
      await page.goto('about:blank');
      await page.goto(`${server.url}/discovery/#${hash}`);
      await page.locator('main h1:not(:text-is("Searching…"))').first().waitFor();
      await page.waitForLoadState('networkidle');
      for (const width of MIDDLE) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(() => new Promise((shown) => requestAnimationFrame(shown)));
        const faults = await layoutFaults(page);
        if (SHOTS) await shot(page, `middle-${width}-${hash.replace(/\W+/g, '_')}`);
        findings.push(...faults.map((fault) => `${hash} at ${width}: ${fault}`));
      }
    });
  }
  expect(findings).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

/** What a failed expectation found, where its message only counts it. */
const told = (error: Error): string =>
  'actual' in error && Array.isArray(error.actual) ? error.actual.join('; ') : error.message;

async function shot(page: Page, name: string): Promise<void> {
  mkdirSync(SHOTS ?? '', { recursive: true });
  await page.screenshot({ path: join(SHOTS ?? '', `${name}.png`) });
}
