// A real Chromium with a fresh profile; what it complains about on the console fails the test that reads it.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Isobar, PASSWORD } from './server.ts';

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, uncaught errors and violations of the content security policy so far. */
  readonly complaints: string[];
}

export interface Look {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  /** The system's own few colours in the place of the portal's. */
  readonly forced?: boolean;
  /** A finger in the place of a mouse. */
  readonly touch?: boolean;
  /** Cookies and storage of a visit before. */
  readonly state?: BrowserContextOptions['storageState'];
}

/** A new person: no cookies, no storage, unless some are given. */
export async function visitor(browser: Browser, look: Look = {}): Promise<Visitor> {
  const width = look.width ?? 1440;
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 812 : 900 },
    colorScheme: look.theme ?? 'light',
    forcedColors: look.forced ? 'active' : 'none',
    hasTouch: look.touch ?? false,
    ...(look.state ? { storageState: look.state } : {}),
    acceptDownloads: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000); // a guard against hanging, not a claim about speed
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A refused sign-in or a missing session is an answer, not a fault of the page.
    if (message.type() === 'error' && !/status of 4(0[134]|10)/.test(message.text()))
      complaints.push(message.text());
  });
  return { page, context, complaints };
}

/** Signs in as a person would, on the screen that then shows the profile. */
export async function signIn({ url }: Isobar, page: Page, name: string): Promise<void> {
  await page.goto(`${url}/discovery/#/account/profile`);
  await page.getByLabel(/User name, ID/).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page
    .getByRole('button', { name: /^(Sign|Log) in$/i })
    .last()
    .click();
  await page.getByRole('heading', { name: 'Update Profile Preferences' }).waitFor();
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * axe finds nothing on the page as it stands; `colours`: only what a theme can change; `shapes`: all but contrast, which axe cannot
 * know where the system's own colours are forced.
 */
export async function expectAccessible(page: Page, rules: 'all' | 'colours' | 'shapes' = 'all') {
  const runOnly =
    rules !== 'colours'
      ? { type: 'tag' as const, values: TAGS }
      : { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };
  // Only findings are described, and there are no frames of other sites: a fifth of the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      runOnly,
      ...(rules === 'shapes' ? { rules: { 'color-contrast': { enabled: false } } } : {}),
    })
    .analyze();
  const found = violations.map(
    (v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`,
  );
  expect(found).toEqual([]);
}

/** Nothing on the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBeLessThanOrEqual(window ?? 0);
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
