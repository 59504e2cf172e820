// Quicklooks in daily use: a month, a day, the days around it, one product at all places, one place
// as a page.

import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, pictured, visitor } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';

/** Its temperatures are SUSPECT from 1999-10-07 to 2002-06-14. */
const MET = 'sgpmetE13.b1/temp_mean';
const REPORT = 'D170321.8';
const CEIL = 'sgpceilC1.b1';

const demo = sharedDemo();

const open = (page: Page, hash: string) => page.goto(`${demo.server.url}/discovery/#${hash}`);
const plots = (page: Page) => page.getByRole('button', { name: /^Enlarge / });
const plotOf = (page: Page, day: string) =>
  page.getByRole('button', { name: `Enlarge temp_mean on ${day}` });
/** Values are drawn, not only a frame. */
const drawn = (of: Locator) => of.locator('svg path[stroke="var(--accent)"]').first();
const enlarged = (page: Page, day: string) => page.getByRole('dialog', { name: day });

it('a month asks for the days in view before all others', async () => {
  const { page, context, complaints } = await visitor(demo.browser);
  await pictured(page, 'quicklooks-first', async () => {
    await page.setViewportSize({ width: 1440, height: 1200 });
    const asked: string[] = [];
    const held: (() => Promise<void>)[] = [];
    let isHolding = true;
    await page.route(/quicklooks\/days\/.*size=small/, async (route) => {
      asked.push(/(\d{8})\.json/.exec(route.request().url())?.[1] ?? '');
      if (isHolding) held.push(() => route.continue());
      else await route.continue();
    });
    await open(page, `/quicklooks/${MET}?date=20030215`);
    await page.getByText('2003-02 · 28 plots').waitFor();
    await page
      .getByRole('region', { name: 'The day 2003-02-15' })
      .getByRole('img')
      .first()
      .waitFor();
    const seen = await plots(page).evaluateAll((all) =>
      all
        .filter((one) => one.getBoundingClientRect().top < innerHeight)
        .map((one) => one.getAttribute('aria-label')?.slice(-10).replaceAll('-', '') ?? ''),
    );
    expect(seen.length).toBeGreaterThan(6);
    expect(seen.length).toBeLessThan(28);
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(seen.length);
    await page.waitForTimeout(500);
    expect(asked.toSorted()).toEqual(seen.toSorted());
    isHolding = false;
    for (const go of held) await go();
    await expect.poll(() => new Set(asked).size, { timeout: 60_000 }).toBe(28);
    await drawn(plotOf(page, '2003-02-28')).waitFor({ state: 'attached' });
    expect(complaints).toEqual([]);
  });
  await context.close();
});

it('from the month to a day, over the end of the month and back', async () => {
  const { page, context, complaints } = await visitor(demo.browser);
  await pictured(page, 'quicklooks-month', async () => {
    await open(page, `/quicklooks/${MET}?date=20000330`);
    await page.getByText('2000-03 · 31 plots').waitFor();
    await drawn(plotOf(page, '2000-03-31')).waitFor();
    await plotOf(page, '2000-03-31').click();
    const last = enlarged(page, '2000-03-31');
    await drawn(last).waitFor();
    await last.getByRole('button', { name: 'Later day' }).click();
    const first = enlarged(page, '2000-04-01');
    await drawn(first).waitFor();
    expect(page.url()).toContain('date=20000401');
    await page.getByText(/^2000-04 · \d+ plots/).waitFor();
    await first.getByRole('button', { name: 'Earlier day' }).click();
    await drawn(enlarged(page, '2000-03-31')).waitFor();
    expect(page.url()).toContain('date=20000331');
    expect(complaints).toEqual([]);
  });
  await context.close();
});

it('a datastream opens on its newest day with something to see', async () => {
  const { page, context } = await visitor(demo.browser);
  // A front passes over the radar on its last day; of the soundings' last day there is only the end
  // of a launch of the evening before.
  for (const [ds, last, least, most] of [
    ['sgpkazrcfrmdqcC1.b1', '2026-01-01', 0, 0],
    // of the seven newest days of an archive with a sixth of all days
    ['sgpsondewnpnC1.b1', '2026-09-24', 1, 44],
  ] as const) {
    await open(page, `/quicklooks/${ds}`);
    const day = page.getByRole('textbox', { name: 'Day' });
    await day.waitFor();
    const opened = await day.inputValue();
    const before = (Date.parse(last) - Date.parse(opened)) / 86_400_000;
    expect(before).toBeGreaterThanOrEqual(least);
    expect(before).toBeLessThanOrEqual(most);
    const site = await page.request.get(`${demo.server.url}/datastream/${ds}`);
    const [, picture = ''] = /src="([^"]+size=small[^"]+)"/.exec(await site.text()) ?? [];
    const svg = await page.request.get(demo.server.url + picture.replaceAll('&amp;', '&'));
    expect(await svg.text()).not.toContain('No valid values');
  }
  await context.close();
});

it('a report shades the hours that it touches, and is named', async () => {
  const { page, context } = await visitor(demo.browser);
  await pictured(page, 'quicklooks-report', async () => {
    await open(page, `/quicklooks/${MET}?date=20020614`);
    await drawn(plotOf(page, '2002-06-15')).waitFor();
    const shade = (of: Locator) => of.locator('svg path[stroke="var(--q-suspect)"]');
    expect(await shade(plotOf(page, '2002-06-14')).count()).toBe(1);
    expect(await shade(plotOf(page, '2002-06-15')).count()).toBe(0);
    await plotOf(page, '2002-06-14').click();
    const dialog = enlarged(page, '2002-06-14');
    const said = dialog.getByRole('list', { name: 'Quality reports of this day' });
    await said.getByText('Suspect').waitFor();
    expect(await shade(dialog.getByRole('img')).count()).toBe(1);
    expect(await said.getByRole('link', { name: REPORT }).getAttribute('href')).toContain(REPORT);
    await dialog.getByRole('button', { name: 'Later day' }).click();
    await enlarged(page, '2002-06-15').getByText('No quality report affects this day.').waitFor();
  });
  await context.close();
});

it('a month shares its axes, and a switch gives each day its own', async () => {
  const { page, context } = await visitor(demo.browser);
  await pictured(page, 'quicklooks-axes', async () => {
    await open(page, `/quicklooks/${MET}?date=20030215`);
    await page.getByText('All days of the month share their axes').waitFor();
    await page.getByRole('button', { name: /Enlarge .*2003-02-28/ }).scrollIntoViewIfNeeded();
    // Until the last day is there, the shared axes may still grow.
    await expect
      .poll(
        () =>
          page.locator('button[aria-label^="Enlarge"] svg path[stroke="var(--accent)"]').count(),
        { timeout: 60_000 },
      )
      .toBe(28);
    const lines = () =>
      page.locator('button[aria-label^="Enlarge"] svg').evaluateAll((all) =>
        all.map((svg) => {
          const line = svg.querySelector<SVGPathElement>('path[stroke="var(--accent)"]');
          const { y, height } = line?.getBBox() ?? { y: 0, height: 0 };
          return [Math.round(y), Math.round(y + height)] as const;
        }),
      );
    const shared = await lines();
    // With its own axes each line fills most of its picture; with shared axes some lie low and some
    // high.
    expect(new Set(shared.map(([top]) => top)).size).toBeGreaterThan(5);
    const axes = page.getByRole('group', { name: 'Axes of the plots' });
    await axes.getByText('Separate').click();
    await page.getByText('Each day has axes of its own.').waitFor();
    const tall = (of: Awaited<ReturnType<typeof lines>>): number =>
      of.filter(([top, bottom]) => bottom - top > 100).length;
    expect(tall(shared)).toBeLessThan(20);
    await expect.poll(async () => tall(await lines()), { timeout: 10_000 }).toBeGreaterThan(20);
    await page.reload();
    await page.getByText('Each day has axes of its own.').waitFor();
  });
  await context.close();
});

it('one product at all its facilities, and the day at one of them', async () => {
  const { page, context, complaints } = await visitor(demo.browser);
  await pictured(page, 'quicklooks-across', async () => {
    await open(page, `/quicklooks/${MET}?date=20190103`);
    await page.getByRole('link', { name: 'met.b1 at all facilities that day' }).click();
    await page.getByRole('heading', { level: 1, name: /met\.b1 at all facilities/ }).waitFor();
    await page.getByText('All plots share their axes').waitFor();
    const names = await plots(page).evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')),
    );
    expect(names).toContain('Enlarge temp_mean of sgpmetE13.b1');
    expect(names).toContain('Enlarge temp_mean of nsametC1.b1');
    const boxes = await plots(page).evaluateAll((all) =>
      all.slice(0, 2).map((one) => one.getBoundingClientRect().top),
    );
    expect(boxes[0]).toBe(boxes[1]); // side by side
    await expectAccessible(page);
    await plots(page).first().click();
    const dialog = enlarged(page, '2019-01-03');
    await dialog.getByRole('button', { name: 'Next plot' }).click();
    await page.keyboard.press('Escape');

    await open(page, `/quicklooks/${CEIL}?date=20190103`);
    await page.getByRole('link', { name: 'The day at SGP C1, 2019-01-03' }).click();
    await page.getByRole('heading', { level: 1, name: 'The day at SGP C1' }).waitFor();
    await page.getByRole('button', { name: / of sgpceilC1\.b1$/ }).waitFor();
    expect(await plots(page).count()).toBeGreaterThan(5);
    const all = await plots(page).evaluateAll((found) =>
      found.map((one) => one.getAttribute('aria-label')?.split(' of ').at(-1) ?? ''),
    );
    expect(all.filter((ds) => !/^sgp.*C1\./.test(ds))).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Earlier day' }).click();
    await page.getByText(/^2019-01-02 · \d+ plots$/).waitFor();
    expect(page.url()).toContain('date=20190102');
    expect(complaints).toEqual([]);
  });
  await context.close();
});

it.each([320, 375] as const)('nothing scrolls sideways at %i pixels', async (width) => {
  const { page, context } = await visitor(demo.browser, { width });
  await pictured(page, `quicklooks-${width}`, async () => {
    await open(page, `/quicklooks/${MET}?date=20000331`);
    await drawn(plots(page).first()).waitFor();
    await expectNoSidewaysScroll(page);
    await plots(page).first().click();
    await drawn(enlarged(page, '2000-03-01')).waitFor();
    await expectNoSidewaysScroll(page);
    for (const hash of ['/across/met.b1/temp_mean?date=20190103', '/day/sgp/C1?date=20190103']) {
      await open(page, hash);
      await plots(page).first().waitFor();
      await expectNoSidewaysScroll(page);
    }
  });
  await context.close();
});

it('in the dark the plots are dark, as pictures too', async () => {
  const light = await lookAt('light');
  const dark = await lookAt('dark');
  expect(light.ground).toBeGreaterThan(200);
  expect(dark.ground).toBeLessThan(60);
  // its colours begin and end elsewhere
  expect(Math.abs(dark.image - light.image)).toBeGreaterThan(5);
  expect(dark.file).toContain('theme=dark');
  const [day, night] = await Promise.all(
    [light, dark].map(async ({ file }) => (await fetch(`${demo.server.url}${file}`)).text()),
  );
  expect(day).toContain('<svg');
  expect(night).not.toBe(day);
});

/**
 * Mean luminance (0 to 255) of a thumbnail of lines and of one of heights, and where the picture of
 * the day lies.
 */
async function lookAt(theme: 'light' | 'dark') {
  const { page, context } = await visitor(demo.browser, { theme });
  return await pictured(page, `quicklooks-${theme}`, async () => {
    await open(page, `/quicklooks/${MET}?date=20000331`);
    await drawn(plots(page).first()).waitFor();
    const ground = await luminance(page, plots(page).first());
    await plots(page).first().click();
    const link = page.getByRole('link', { name: 'Open image' });
    const file = new URL((await link.getAttribute('href')) ?? '', demo.server.url);
    await open(page, `/quicklooks/${CEIL}/backscatter?date=20190103`);
    await page.getByText(/^Unit: /).waitFor();
    await page.waitForLoadState('networkidle');
    const image = await luminance(page, plots(page).first());
    await context.close();
    return { ground, image, file: file.pathname + file.search };
  });
}

/**
 * Weighted as eyes see red, green and blue: the colours of images are even steps of it, while their
 * plain mean hardly changes in the middle.
 */
async function luminance(page: Page, of: Locator): Promise<number> {
  const png = (await of.screenshot()).toString('base64');
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0);
    const { data: pixels = [] } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    let sum = 0;
    for (let at = 0; at < pixels.length; at += 4)
      sum +=
        0.2126 * (pixels[at] ?? 0) +
        0.7152 * (pixels[at + 1] ?? 0) +
        0.0722 * (pixels[at + 2] ?? 0);
    return sum / (pixels.length / 4);
  }, png);
}

it('the keyboard alone opens a day, walks on, changes the axes and comes back', async () => {
  const { page, context } = await visitor(demo.browser);
  await pictured(page, 'quicklooks-keys', async () => {
    await open(page, `/quicklooks/${MET}?date=20000331`);
    await drawn(plots(page).first()).waitFor();
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: at } = document;
        return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
      });
    const tabTo = async (name: RegExp, most: number): Promise<void> => {
      for (let presses = 0; presses < most; presses += 1) {
        await page.keyboard.press('Tab');
        if (name.test(await focused())) return;
      }
      expect(await focused()).toMatch(name);
    };
    await tabTo(/^Enlarge temp_mean on 2000-03-01/, 60);
    await page.keyboard.press('Enter');
    await drawn(enlarged(page, '2000-03-01')).waitFor();
    await page.locator('[role=dialog]:focus-within').waitFor();
    await tabTo(/^Later day$/, 12);
    await page.keyboard.press('Enter');
    await drawn(enlarged(page, '2000-03-02')).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(focused).toMatch(/^Enlarge temp_mean on 2000-03-0/);
    const axes = page.getByRole('group', { name: 'Axes of the plots' });
    await axes.getByRole('radio', { name: 'Shared' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Each day has axes of its own.').waitFor();
  });
  await context.close();
});
