// An operator with an order, a full cart and a report that is being written, who looks at every
// screen in several windows at a time.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Look,
  openAnew,
  pictured,
  type Rules,
  seenIn,
  signIn,
  visitor,
} from './browser.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { addresses, NOWHERE } from './screens.ts';
import { demoIsobar, type Isobar } from './server.ts';

const SHOTS = process.env.ISOBAR_SHOTS;
/** For manual runs: only addresses that contain this text. */
const ONLY = process.env.ISOBAR_SCREENS ?? '';
/** While one window waits for its server another is looked at. */
const WINDOWS = 2;
const DATES = { startDate: '2000-03-01 00:00:00', endDate: '2000-03-02 23:59:59' };

export type Operator = Awaited<ReturnType<typeof operator>>;

/** `env`: the server's environment. */
export async function operator(env: Record<string, string> = {}) {
  const [server, browser] = await Promise.all([demoIsobar(env), oneBrowser()]);
  await server.command('user', 'add', 'olga', '--email', 'olga@example.org');
  await server.command('user', 'role', 'olga', 'operator');
  const { page, context } = await visitor(browser);
  await pictured(page, 'screens-before', async () => {
    await signIn(server, page, 'olga');
    await page.evaluate(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));
    await fillCart(server, page);
  });
  const order = await posted(server, page, '/services/order/orders/create', {
    selectedData: {
      selectedDatastreams: [{ datastream: 'sgpmetE13.b1', dates: [DATES] }],
      outputFormat: ['ANDR'],
    },
  });
  const written = await posted(server, page, '/services/dqr/written', {});
  const numbers = { order: Number(order.orderId), draft: String(written.dqrid) };
  const known = Object.values(addresses(numbers));
  const state = await context.storageState();
  await context.close();
  return {
    server,
    browser,
    /** Cookies and storage of the session. */
    state,
    /** Of the order and the report. */
    numbers,
    /** All addresses, and one of each screen. */
    all: [...known.flat(), NOWHERE].filter(chosen),
    one: new Set(known.flatMap(([first]) => first ?? []).filter(chosen)),
    look: (look: Look, hashes: readonly string[], at: Visit) =>
      round({ server, browser, state }, look, hashes, at),
    async leave() {
      await closeWindows();
      await server.remove();
    },
  };
}

export const chosen = (hash: string): boolean => hash.includes(ONLY);

/**
 * Looked at with a quarter of the pixels: in twelve windows one after the other, drawing the map
 * would take longer than all other screens.
 */
const hasMap = (hash: string): boolean => hash.startsWith('/locationsearch');

type Visit = (page: Page, hash: string) => Promise<void>;
type House = {
  readonly server: Isobar;
  readonly browser: Browser;
  readonly state: Exclude<BrowserContextOptions['storageState'], string | undefined>;
};

/** Opens every address and calls the visit there; resolves to what the browser complained about. */
async function round(
  { server, browser, state }: House,
  look: Look,
  hashes: readonly string[],
  visit: Visit,
): Promise<readonly string[]> {
  const left = hashes.values();
  const heard = await Promise.all(
    Array.from({ length: WINDOWS }, async () => {
      const plain = await visitor(browser, { ...look, state });
      let coarse: typeof plain | undefined;
      for (const hash of left) {
        if (hasMap(hash)) coarse ??= await visitor(browser, { ...look, state, coarse: true });
        const { page } = (hasMap(hash) && coarse) || plain;
        await pictured(page, `screen-${nameOf(hash)}`, async () => {
          await seenIn(page, look);
          await openAnew(page, `${server.url}/discovery/#${hash}`);
          await page.locator('main h1:not(:text-is("Searching…"))').first().waitFor();
          await page.waitForLoadState('networkidle');
          await visit(page, hash);
        });
      }
      await Promise.all([plain, coarse].map((one) => one?.context.close()));
      return [...plain.complaints, ...(coarse?.complaints ?? [])];
    }),
  );
  return heard.flat();
}

/** Everything that is wrong on the screen as it is now, found in one go. */
export async function faultsOf(
  page: Page,
  hash: string,
  look: Omit<Look, 'touch' | 'state'>,
  rules: Rules,
): Promise<readonly string[]> {
  const name = `${look.forced ? 'forced' : look.theme}-${look.width}`;
  await seenIn(page, look);
  await shot(page, `${name}-${nameOf(hash)}`);
  const faults: string[] = [];
  for (const check of [expectNoSidewaysScroll, (p: Page) => expectAccessible(p, rules)])
    await check(page).catch((error: Error) => faults.push(`${hash} (${name}): ${told(error)}`));
  return faults;
}

/** ISOBAR_SHOTS=folder keeps a picture of each, to look at. */
export async function shot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

export const nameOf = (hash: string): string => hash.replace(/\W+/g, '_');

/** What a failed expectation found; its message gives only a count. */
const told = (error: Error): string =>
  'actual' in error && Array.isArray(error.actual) ? error.actual.join('; ') : error.message;

async function fillCart({ url }: Isobar, page: Page): Promise<void> {
  await page.goto(`${url}/discovery/#/results/datastream::sgpmetE13.b1`);
  await page
    .getByRole('button', { name: /^View Details & Get Data/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
  await page.getByText('Item Added to Cart').waitFor();
}

async function posted(
  { url }: Isobar,
  page: Page,
  path: string,
  data: object,
): Promise<Record<string, unknown>> {
  const reply = await page.request.post(url + path, { headers: { origin: url }, data });
  expect(reply.ok()).toBe(true);
  return reply.json();
}
