// Home tells what is new; the footer leads to written pages; a day of the Azores has its
// illustrated case.
import { expect, it } from 'vitest';
import {
  comesNear,
  expectAccessible,
  expectNoSidewaysScroll,
  pictured,
  returning,
  visitor,
} from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';

const demo = sharedDemo();

it.each([
  ['light', 1440],
  ['dark', 320],
] as const)(
  'a case is stepped through manually and by the timer, %s at %i pixels',
  async (theme, width) => {
    const { page, context, complaints } = await visitor(demo.browser, { theme, width });
    await pictured(page, `case-${theme}-${width}`, async () => {
      const address = 'by=epoch-location&step=3&site_code=ena&epoch_codes=enaepoch';
      await page.goto(`${demo.server.url}/discovery/#/guidedsearch?${address}`);
      const day = page.getByRole('button', { name: /2 June|June 2nd|June 2,/ }).first();
      await day.focus();
      await page.keyboard.press('Tab'); // the days of later months come after it
      await page.getByRole('button', { name: 'Case illustration of 2016-06-02' }).waitFor();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Case illustration' });
      const plot = dialog.getByRole('img', { name: /^Plot of ENA on 2016-06-02/ });
      await plot.waitFor();
      expect(await plot.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(720);
      const frame = dialog.getByRole('img', { name: /frame \d+ of 24/ });
      await frame.waitFor();
      await dialog.getByRole('button', { name: 'Play' }).click();
      await dialog.getByRole('img', { name: /frame [2-9] of 24/ }).waitFor();
      await dialog.getByRole('button', { name: 'Last' }).click();
      await dialog.getByRole('img', { name: /frame 24 of 24/ }).waitFor();
      await dialog.getByRole('button', { name: 'Play' }).waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(complaints).toEqual([]);
    });
    await context.close();
  },
);

/** How many colours an image of a day has, or how many characters its lines. */
function drawnParts(plot: Element): number {
  const canvas = plot.querySelector('canvas');
  if (!canvas) return plot.querySelector('path')?.getAttribute('d')?.length ?? 0;
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
  return new Set(data ? new Uint32Array(data.buffer) : []).size;
}

it('home tells what is new, with a quicklook that is drawn', async () => {
  const { page, context, complaints } = await visitor(demo.browser);
  await pictured(page, 'home-news', async () => {
    await page.goto(`${demo.server.url}/discovery/#/`);
    const news = page.getByRole('region', { name: 'What is new' });
    await comesNear(news);
    await news.getByText('Latest quality reports').waitFor();
    const plot = page.getByRole('region', { name: 'Plot of the day' });
    await comesNear(plot);
    await expect.poll(() => plot.evaluate(drawnParts), { timeout: 60_000 }).toBeGreaterThan(10);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });
  await context.close();
});

it('a phone shows the first sites of each kind, and all of them on request; a wide window shows them at once', async () => {
  for (const width of [375, 1440]) {
    const { page, context } = await returning(demo.browser, demo.server, '#/', { width });
    const sites = page.getByRole('region', { name: 'Start from a site' });
    await sites.getByRole('link').first().waitFor();
    const lists = await sites.getByRole('list').all();
    const shown = async () =>
      await Promise.all(lists.map(async (list) => await list.getByRole('link').count()));
    const all = await Promise.all(lists.map(async (list) => await list.locator('a').count()));
    expect(Math.max(...all)).toBeGreaterThan(6); // the demo archive has such a kind
    const first = width === 375 ? all.map((count) => Math.min(6, count)) : all;
    expect(await shown()).toEqual(first);
    const buttons = sites.getByRole('button', { name: /^Show all \d+ sites$/ });
    expect(await buttons.count()).toBe(width === 375 ? all.filter((count) => count > 6).length : 0);
    while ((await buttons.count()) > 0) await buttons.first().press('Enter');
    expect(await shown()).toEqual(all);
    await expectNoSidewaysScroll(page);
    await context.close();
  }
});

it('the footer leads to pages that are written in Markdown', async () => {
  const { page, context } = await visitor(demo.browser, { width: 375 });
  await pictured(page, 'footer-pages', async () => {
    for (const [link, title] of [
      ['Acknowledge', 'Acknowledge the data'],
      ['Privacy & Security', 'Privacy and security'],
      ['Bundle browser', 'Bundle browser'],
    ] as const) {
      await page.goto(`${demo.server.url}/discovery/#/`);
      await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
  await context.close();
});

it('nothing moves for people who ask for less motion: neither home, nor results that change their theme', async () => {
  const { page, open } = await returning(demo.browser, demo.server, '#/', { theme: 'light' });
  await pictured(page, 'less-motion', async () => {
    for (const hash of ['#/', '#/results/site_code::sgp?rows=10']) {
      await open(hash);
      await page.locator('main h1:not(:text-is("Searching…"))').waitFor();
      const moving = await page.evaluate(() => {
        document.documentElement.classList.toggle('dark');
        return document.getAnimations().length;
      });
      expect(moving).toBe(0);
    }
  });
  await page.context().close();
});
