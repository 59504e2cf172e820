// What a visitor sees before the portal's scripts have arrived, and how the portal takes its place.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible, type Look, pictured, visitor } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';

const demo = sharedDemo();
const SCRIPTS = /\/assets\/.*\.js$/;

/** A page whose scripts wait until `come` is called. */
async function waiting(hash: string, look: Look) {
  const { page, context, complaints } = await visitor(demo.browser, look);
  let come = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const one of list.getEntries())
        if ('value' in one && typeof one.value === 'number')
          document.documentElement.dataset.shift = String(
            Number(document.documentElement.dataset.shift ?? 0) + one.value,
          );
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route(SCRIPTS, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(`${demo.server.url}/discovery/${hash}`, { waitUntil: 'commit' });
  await page.locator('#first-view').waitFor();
  return { page, context, complaints, come };
}

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  return box && { x: Math.round(box.x), y: Math.round(box.y), width: Math.round(box.width) };
};

it.each([
  ['#/', 1440, 'light', 'Find, inspect and order'],
  ['#/', 375, 'dark', 'Find, inspect and order'],
  ['#/results/site_code::sgp', 1440, 'dark', 'Searching'],
  ['#/results/site_code::sgp', 375, 'light', 'Only recommended data'],
] as const)(
  'the first view of %s at %i pixels (%s) is there before any script, and nothing moves when the portal takes its place',
  async (hash, width, theme, text) => {
    const { page, context, complaints, come } = await waiting(hash, { width, theme });
    await pictured(page, 'first-view', async () => {
      const view = page.locator('#first-view');
      expect(await view.textContent()).toContain(text);
      expect(await view.getAttribute('inert')).toBe('');
      expect(await page.locator('#main, #search-box, main').count()).toBe(0);
      await page.evaluate(() => document.fonts.ready);
      const [box, header] = [
        await boxOf(page, '#first-view search .field'),
        await page.locator('#first-view header nav').textContent(),
      ];
      expect(box).not.toBeNull();
      come();
      await page.locator('#main h1:not(:text-is("Searching…"))').waitFor();
      expect(await view.count()).toBe(0);
      await page.waitForLoadState('networkidle');
      expect(await boxOf(page, '#main search .field')).toEqual(box);
      expect(await page.locator('header nav').textContent()).toBe(header);
      const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
      expect(shift).toBeLessThan(0.05);
      await expectAccessible(page);
    });
    expect(complaints).toEqual([]);
    await context.close();
  },
);

it('the first view of a screen that has none of its own is the header', async () => {
  const { page, context, come } = await waiting('#/support', {});
  await pictured(page, 'first-view-header', async () => {
    expect(await page.locator('#first-view').textContent()).toMatch(/^Atmospheric Data Discovery/);
    expect(await page.locator('#first-view h1').count()).toBe(0);
    come();
    await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor();
    expect(await page.locator('#first-view').count()).toBe(0);
  });
  await context.close();
});

it('the styles of a screen come after those of the portal, whose layers they would reorder', async () => {
  const { page, context, come } = await waiting('#/orderreport/999999', {});
  come();
  await pictured(page, 'first-view-styles', async () => {
    await page.locator('#main').waitFor();
    await page.waitForLoadState('networkidle');
    const padding = await page
      .locator('header .page')
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).paddingLeft));
    expect(padding).toBeGreaterThan(0);
  });
  await context.close();
});

it('the first view lacks what the visitor has dismissed, and ends when the archive cannot be reached', async () => {
  const { page, context } = await visitor(demo.browser);
  await pictured(page, 'first-view-fails', async () => {
    await page.addInitScript(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));
    let fail = (): void => {};
    const failed = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route('**/discovery/config.json', async (route) => {
      await failed;
      await route.abort();
    });
    await page.goto(`${demo.server.url}/discovery/#/results/site_code::sgp`);
    await page.locator('#first-view').waitFor();
    expect(await page.locator('#first-view').textContent()).not.toContain('Only recommended data');
    fail();
    await page.getByRole('heading', { name: 'The archive cannot be reached' }).waitFor();
    expect(await page.locator('#first-view').count()).toBe(0);
  });
  await context.close();
});

it('the scripts of a first visit are evaluated in two parts, between which the page can answer', async () => {
  const { page, context } = await visitor(demo.browser, { width: 375, theme: 'light' });
  await page.goto(`${demo.server.url}/discovery/#/results/site_code::sgp`);
  await page.locator('#root h1').first().waitFor();
  const { scripts, kilobytes } = await page.evaluate(() => {
    const sources = [...document.querySelectorAll<HTMLScriptElement>('script[type=module]')];
    const sizeOf = (url: string) =>
      performance
        .getEntriesByName(url)
        .reduce(
          (sum, one) => sum + ('decodedBodySize' in one ? Number(one.decodedBodySize) : 0),
          0,
        );
    return {
      // the rest, its hash, may have hyphens too
      scripts: sources.map(({ src }) => new URL(src).pathname.split('-')[0]),
      kilobytes: sources.map(({ src }) => sizeOf(src) / 1000),
    };
  });
  expect(scripts).toEqual(['/discovery/assets/lower', '/discovery/assets/index']);
  expect(kilobytes[0]).toBeGreaterThan(80);
  await context.close();
});

it('a browser without JavaScript is shown where the pages are that need none', async () => {
  const context = await demo.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${demo.server.url}/discovery/`);
  expect(await page.locator('noscript').textContent()).toContain(
    'Searching the archive needs JavaScript',
  );
  await context.close();
});
