// The page of the parts of the interface: every part in its states, in both themes. Only the
// development server has it.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { freePort } from '../fixtures/free-port.ts';
import { expectAccessible, expectNoSidewaysScroll, pictured, seenIn, visitor } from './browser.ts';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { root, type Served } from './server.ts';

const PORTAL = join(root, 'apps/portal');
const SHOTS = process.env.ISOBAR_SHOTS;
/** Parts without an entry of their own: they are shown within the part that uses them. */
const WITHIN_OTHERS = ['confirm-dialog', 'date-time-popovers'];

let browser: Browser;
let server: Served;
let vite: ChildProcess;
let developed: string;
beforeAll(async () => {
  server = { url: inject('sharedUrl') };
  browser = await oneBrowser();
  const port = await freePort();
  developed = `http://localhost:${port}`;
  // As `npm run dev` starts it.
  vite = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), '--port', String(port), '--strictPort'],
    { cwd: PORTAL, env: { ...process.env, ISOBAR_DEV_SERVER: server.url }, stdio: 'ignore' },
  );
  await vi.waitFor(async () => expect((await fetch(`${developed}/discovery/`)).ok).toBe(true), {
    timeout: 120_000,
    interval: 500,
  });
});
afterAll(async () => {
  vite?.kill();
  await closeWindows();
});

const open = async (page: Page): Promise<void> => {
  await page.goto(`${developed}/discovery/#/ui`);
  await page.getByRole('heading', { level: 1, name: 'Parts of the interface' }).waitFor();
};

it('the page of interface parts shows every part, by its name', async () => {
  const { page, context } = await visitor(browser);
  await pictured(page, 'ui-parts', async () => {
    await open(page);
    const parts = readdirSync(join(PORTAL, 'src/ui'))
      .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
      .map((file) => file.slice(0, -'.tsx'.length))
      .filter((name) => !WITHIN_OTHERS.includes(name));
    const shown = await page
      .locator('[data-part]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-part') ?? ''));
    expect(shown.toSorted()).toEqual(parts.toSorted());
  });
  await context.close();
});

it.each([
  [1440, 1440],
  [375, 320],
] as const)(
  'its parts are accessible in both themes, opened too, at %i and %i pixels',
  async (width, next) => {
    const { page, context } = await visitor(browser, { width });
    const looks = [
      { theme: 'light', width, rules: 'all' },
      { theme: 'dark', width: next, rules: width === next ? 'colours' : 'all' },
    ] as const;
    const look = async (name: string): Promise<void> => {
      for (const { theme, width, rules } of looks) {
        await seenIn(page, { theme, width });
        await expectNoSidewaysScroll(page);
        await expectAccessible(page, rules);
        if (SHOTS)
          await page.screenshot({
            path: join(SHOTS, `ui-${theme}-${width}${name}.png`),
            fullPage: name === '',
          });
      }
      await seenIn(page, { theme: 'light', width });
    };
    await pictured(page, `ui-${width}`, async () => {
      await open(page);
      await look('');
      for (const [opener, role] of [
        ['Open the dialog', 'dialog'],
        ['Confirm a deletion', 'dialog'],
        ['Open the drawer', 'dialog'],
        ['Open the menu', 'menu'],
        ['Highlight this part', 'dialog'],
      ] as const) {
        await page.getByRole('button', { name: opener }).click();
        await page.getByRole(role).first().waitFor();
        await look(`-${opener.replaceAll(' ', '-')}`);
        await page.keyboard.press('Escape');
        await page.getByRole(role).first().waitFor({ state: 'hidden' });
      }
    });
    await context.close();
  },
);

it('the page of interface parts is in no built portal', async () => {
  const { page, context } = await visitor(browser);
  await pictured(page, 'ui-built', async () => {
    await page.goto(`${server.url}/discovery/#/ui`);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });
  await context.close();
  const built = join(PORTAL, 'dist');
  const manifest = readFileSync(join(built, '.vite/manifest.json'), 'utf8');
  expect(manifest).toContain('src/screens/data-search/data-search-screen.tsx');
  expect(manifest).not.toContain('screens/ui/');
  const scripts = readdirSync(join(built, 'assets')).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  for (const file of scripts)
    expect(readFileSync(join(built, 'assets', file), 'utf8')).not.toContain(
      'Parts of the interface',
    );
});
