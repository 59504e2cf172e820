// A real Chromium with a fresh profile; what it complains about on the console fails the test that
// reads it.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from 'playwright-core';
import { expect } from 'vitest';
import { lowContrasts } from './contrast.ts';
import { PASSWORD, type Served } from './server.ts';

interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, uncaught errors and violations of the content security policy so far. */
  readonly complaints: string[];
}

export interface Look {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  /** Forced colours: the system's few instead of the portal's. */
  readonly forced?: boolean;
  /** A touch screen instead of a mouse. */
  readonly touch?: boolean;
  /**
   * A quarter of the pixels: without a graphics card, drawing a map costs more than all else of a
   * flow.
   */
  readonly coarse?: boolean;
  /** Cookies and storage of an earlier visit. */
  readonly state?: BrowserContextOptions['storageState'];
}

const windowOf = (width: number) => ({ width, height: width < 600 ? 812 : 900 });

/** A new person: no cookies, no storage, unless some are given. */
export async function visitor(browser: Browser, look: Look = {}): Promise<Visitor> {
  const width = look.width ?? 1440;
  const context = await browser.newContext({
    viewport: windowOf(width),
    colorScheme: look.theme ?? 'light',
    forcedColors: look.forced ? 'active' : 'none',
    hasTouch: look.touch ?? false,
    deviceScaleFactor: look.coarse ? 0.5 : 1,
    ...(look.state ? { storageState: look.state } : {}),
    acceptDownloads: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // a guard against hanging, not a claim about speed
  page.setDefaultTimeout(Number(process.env.PW_T ?? 60_000));
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A refused sign-in or a missing session is an answer, not a fault of the page.
    if (message.type() === 'error' && !/status of 4(0[134]|10)/.test(message.text()))
      complaints.push(message.text());
  });
  return { page, context, complaints };
}

/**
 * A visitor who has seen the welcome notice, at an address of the portal; `open` goes on to
 * another.
 */
export async function returning(
  browser: Browser,
  { url }: Served,
  hash: string,
  look: Look = {},
): Promise<Visitor & { readonly open: (hash: string) => Promise<void> }> {
  const guest = await visitor(browser, look);
  await guest.context.addInitScript(() => {
    try {
      localStorage.setItem('isobar.welcome-dismissed', 'true');
    } catch {
      // The blank page has no storage.
    }
  });
  const open = async (next: string): Promise<void> => {
    await openAnew(guest.page, `${url}/discovery/${next}`);
    await guest.page.locator('#main').waitFor();
  };
  await open(hash);
  return { ...guest, open };
}

/** Signs in as a person would, on the screen that then shows the profile. */
export async function signIn({ url }: Served, page: Page, name: string): Promise<void> {
  await page.goto(`${url}/discovery/#/account/profile`);
  await page.getByLabel(/User name, ID/).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page
    .getByRole('button', { name: /^(Sign|Log) in$/i })
    .last()
    .click();
  await page.getByRole('heading', { name: 'Update Profile Preferences' }).waitFor();
}

/**
 * Reloads the portal at an address, in the same browser process: starting a process costs as much
 * as loading the portal.
 */
export async function openAnew(page: Page, address: string): Promise<void> {
  const { origin, pathname } = new URL(address);
  if (!page.url().startsWith(`${origin}${pathname}#`)) {
    await page.goto(address);
    return;
  }
  await page.evaluate((next) => history.replaceState(null, '', next), address);
  await page.reload();
}

/**
 * Changes theme or width without reloading, whatever is open: as when the system changes its theme
 * or a phone is turned.
 */
export async function seenIn(page: Page, look: Omit<Look, 'touch' | 'state'>): Promise<void> {
  const { theme, width, forced = false } = look;
  if (theme)
    await page.emulateMedia({ forcedColors: forced ? 'active' : 'none', colorScheme: theme });
  if (width) await page.setViewportSize(windowOf(width));
  await page.waitForFunction(
    ([theme, width]) => {
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
      const followed =
        document.querySelector('#root') === null ||
        document.documentElement.classList.contains('dark') === isDark;
      return (
        (!theme || isDark === (theme === 'dark')) && (!width || innerWidth === width) && followed
      );
    },
    [theme, width] as const,
  );
  if (theme) await coloursArrived(page);
}

/**
 * Waits for transitions of colour: until then colours belong to neither theme, and what inherits
 * them starts its own transition later.
 */
const coloursArrived = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let still = 0; still < 3; still += 1) {
      await new Promise((shown) => requestAnimationFrame(shown));
      const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
      if (moving.length > 0) still = -1;
      await Promise.all(moving.map((one) => one.finished.catch(() => null)));
    }
  });

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe looks for, beside contrast. */
const RULES = {
  all: { type: 'tag', values: TAGS },
  /** What a theme can change. */
  colours: { type: 'rule', values: ['link-in-text-block'] },
  /**
   * What a width can change on a page whose elements are the same: also where forced colours hide
   * from axe what contrast there is.
   */
  layout: { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] },
} satisfies Record<string, axe.RunOnly>;
export type Rules = keyof typeof RULES;

/** axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page, rules: Rules = 'all') {
  if (rules !== 'layout') await coloursArrived(page);
  // Half a megabyte of script, so it is loaded once for each page and not for each check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async (options) => {
      const { violations } = await window.axe!.run(document, options); // loaded above
      return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`);
    },
    {
      resultTypes: ['violations'], // only findings are described
      runOnly: RULES[rules],
      rules: { 'color-contrast': { enabled: false } },
    } satisfies axe.RunOptions,
  );
  if (rules !== 'layout') found.push(...(await lowContrasts(page)));
  expect(found).toEqual([]);
}

/** Nothing on the page is wider than the window, once it has been laid out for it. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = () => [document.documentElement.scrollWidth, document.documentElement.clientWidth];
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  await page.waitForFunction(fits, undefined, { timeout: 5000 }).catch(() => undefined);
  const [content, window] = await page.evaluate(widths);
  expect(content).toBeLessThanOrEqual(window ?? 0);
}

/** Wide and on a phone; the theme changes only colours. */
const LOOKS: readonly Look[] = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 1440 },
  { theme: 'light', width: 375 },
  { theme: 'dark', width: 320 },
];

/**
 * The page as it stands is accessible in each look and nothing is wider than the window; `seen` is
 * called in each.
 */
export async function expectReadable(
  page: Page,
  looks = LOOKS,
  seen: (look: Look) => Promise<void> = async () => {},
): Promise<void> {
  for (const look of looks) {
    await seenIn(page, look);
    await expectNoSidewaysScroll(page);
    const rules = look.theme === 'dark' && looks === LOOKS ? 'colours' : 'all';
    await expectAccessible(page, rules);
    await seen(look);
  }
}

/** Runs a flow; when it fails, what the person saw is left in `e2e/shots/NAME.png`. */
export async function pictured<T>(page: Page, name: string, flow: () => Promise<T>): Promise<T> {
  try {
    return await flow();
  } catch (error) {
    await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true }).catch(() => {});
    throw error;
  }
}

const SHOTS = join(dirname(fileURLToPath(import.meta.url)), 'shots');

/**
 * Scrolls to a part of a page that is loaded, and replaces its room, when it comes near: it need
 * not stand still.
 */
export const comesNear = (part: Locator): Promise<void> =>
  part.evaluate((shown) => shown.scrollIntoView());
