// Data search in a real browser, over the demo archive: published links, keys, states, both themes,
// narrow windows.

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Look,
  pictured,
  returning,
} from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';
import { demoIsobar, NO_ORDERS } from './server.ts';

const demo = sharedDemo();

const at = (hash: string, look?: Look) => returning(demo.browser, demo.server, hash, look);

/** Units of the timeline's drawing. */
const DRAWING_WIDTH = 420;

const shows = (page: Page, text: RegExp | string) => page.getByText(text).first().waitFor();
const found = (page: Page) => shows(page, /^Search Results - Showing \d+-\d+ of \d+/);

it('[S189] [S190] [S191] [S192] [S193] published links go on working', async () => {
  const { page, open, complaints } = await at(
    '#/results/id::nsametC1.b1_atmos_pressure_sfcmet_met_sfcmet?dataLevel=b1&showDetails=true',
  );
  await pictured(page, 'published-links', async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: 'nsametC1.b1' }).first().waitFor();
    await open('#/results/iopShortName::amf2021SAILCAIVIMT/instrument_code::pops');
    await found(page);
    expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(2);
    await open('#/results/site_code::oli');
    await found(page);
    await open('#/results/s::microbase');
    await found(page);
    await open('#v/results/s/fiop::sgp2000sprcloud');
    await found(page);
    expect(page.url()).toContain('/discovery/#/results/iopShortName::sgp2000sprcloud');
    expect(complaints).toEqual([]);
  });
});

it('[H019] on an old host name lead to the present one, filters and all', async () => {
  const moved = await demoIsobar((port) => ({
    ...NO_ORDERS,
    ISOBAR_OLD_HOSTS: `localhost:${port}=127.0.0.1:${port}`,
  }));
  const { page } = await returning(demo.browser, moved, '#/');
  await pictured(page, 'old-host', async () => {
    const old = moved.url.replace('127.0.0.1', 'localhost');
    await page.goto(`${old}/discovery/#/results/site_code::nsa`);
    await page.waitForURL(`${moved.url}/discovery/#/results/site_code::nsa`);
    await found(page);
  });
  await page.context().close();
  await moved.remove();
});

it('[H022] coming back finds the page scrolled as it was left', async () => {
  const { page } = await at('#/results/site_code::sgp');
  await pictured(page, 'scrolled-back', async () => {
    await found(page);
    await page.getByRole('row').nth(8).scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, 700));
    await page.waitForFunction(() => window.scrollY === 700);
    await page.locator('header a[href="#/saved"]').evaluate((link: HTMLElement) => link.click());
    await page.getByRole('heading', { level: 1, name: /cart/i }).waitFor();
    await page.waitForFunction(() => window.scrollY === 0);
    await page.goBack();
    await found(page);
    await page.waitForFunction(() => window.scrollY === 700);
  });
});

it('a search narrows, goes back and forward', async () => {
  const { page, complaints } = await at('#/results/site_code::sgp');
  await pictured(page, 'searching', async () => {
    await found(page);
    const categories = page.getByRole('group', { name: 'Categories' });
    await categories.getByRole('checkbox', { name: /^Cloud Properties/ }).check();
    await categories.getByRole('button', { name: 'Apply Categories' }).click();
    await page.getByRole('button', { name: 'Remove Category Cloud Properties' }).waitFor();
    expect(page.url()).toMatch(/site_code::sgp\/meas_category_code::cloud$/);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await shows(page, /Showing 21-/);
    await page.goBack();
    await shows(page, /Showing 1-20/);
    await page.goBack();
    await page.getByRole('button', { name: /^Remove Category/ }).waitFor({ state: 'detached' });
    await page.goForward();
    await page.getByRole('button', { name: 'Remove Category Cloud Properties' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

it('a search works by keyboard alone', async () => {
  const { page } = await at('#/results');
  await pictured(page, 'keyboard', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('ceilom');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await found(page);
    await page
      .getByRole('button', { name: /^View Details & Get Data/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    const details = page.getByRole('menuitem', { name: 'View Details' });
    await details.and(page.locator(':focus')).waitFor(); // the menu has the keyboard
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Measurements' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

it('[T011] a double click on a timeline opens the details on that report', async () => {
  const { page } = await at('#/results/datastream::sgpmetE13.b1');
  await pictured(page, 'double-click', async () => {
    await found(page);
    await page.locator('[data-timeline] path[fill*="suspect"]').first().waitFor();
    const timeline = page.locator('[data-timeline]').first();
    const box = await timeline.boundingBox();
    const drawing = await timeline.locator('path[fill*="suspect"]').getAttribute('d');
    const [, left = 0, width = 0] =
      /^M([\d.]+) [\d.]+h([\d.]+)/.exec(drawing ?? '')?.map(Number) ?? [];
    if (!box) throw new Error('the timeline has no box');
    const x = box.x + (box.width * (left + width / 2)) / DRAWING_WIDTH;
    await page.mouse.dblclick(x, box.y + box.height / 2);
    await page.getByRole('region', { name: 'Selected report' }).waitFor();
  });
});

const RESULTS = '#/results/site_code::sgp?rows=10';

/** Lines that legend, options and buttons of the timelines take together. */
const linesOfControls = (page: Page): Promise<number> =>
  page.getByRole('group', { name: 'Timeline zoom' }).evaluate((group) => {
    const buttons = group.getBoundingClientRect().height;
    const all = group.parentElement?.parentElement?.getBoundingClientRect().height ?? 0;
    return Math.round(all / buttons);
  });

const top = (page: Page) =>
  page.evaluate(() => document.querySelector('tbody tr')?.getBoundingClientRect().top ?? 9999);

it.each([
  [1440, 300],
  [375, 300],
])('the first result stands high on a page of %i pixels', async (width, most) => {
  const { page } = await at('#/results/s::temperature/site_code::sgp', { width });
  await pictured(page, `first-result-${width}`, async () => {
    await found(page);
    await page.getByRole('rowheader').first().waitFor();
    expect(await top(page)).toBeLessThanOrEqual(most);
  });
});

it('the first result is ten steps of the keyboard away or fewer; filters and search have a link too', async () => {
  const { page } = await at(RESULTS);
  await pictured(page, 'skip-links', async () => {
    await page.getByRole('rowheader').first().waitFor();
    const focused = () =>
      page.evaluate(() => {
        const one = document.activeElement;
        return `${one?.closest('[data-skip]')?.getAttribute('data-skip')} ${one?.tagName}`;
      });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('results SECTION');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('results A');
    for (const [link, place] of [
      ['Skip to filters', 'filters '],
      ['Skip to search', 'search INPUT'],
    ] as const) {
      await page.getByRole('link', { name: link }).focus();
      await page.keyboard.press('Enter');
      expect(await focused()).toContain(place);
    }
  });
});

it('the header is one line at every width', async () => {
  for (const width of [320, 375, 640, 720, 1024]) {
    const { page, context } = await at(RESULTS, { width });
    const height = await page.locator('header').evaluate((one) => one.clientHeight);
    expect(height).toBeLessThan(64);
    await expectNoSidewaysScroll(page);
    await context.close();
  }
});

it.each(['', '&view=measurement&data=all'])(
  'the controls above the results are one row in a wide window, also where text is one in a hundred wider: %s',
  async (view) => {
    const { page, context } = await at(RESULTS + view, { width: 1440 });
    await found(page);
    const height = await page.getByRole('region', { name: 'Display' }).evaluate((one) => {
      for (const part of one.querySelectorAll<HTMLElement>('*'))
        part.style.letterSpacing = '.005em'; // half an em is an average letter
      return one.clientHeight;
    });
    expect(height).toBeLessThan(60);
    await context.close();
  },
);

it('its dates are those of all facilities, each of which has its own bar and reports', async () => {
  const { page, complaints } = await at('#/results/instrument_code::met');
  await pictured(page, 'row-truth', async () => {
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
      .first();
    const drawing = row.locator('[data-timeline] svg');
    await row.getByText('1993-07-20').waitFor();
    const reports = row.getByRole('link', { name: /^\d+ reports: / });
    const name = (await reports.getAttribute('aria-label')) ?? '';
    expect(await reports.textContent()).toBe(name.split(':')[0]);
    expect(await drawing.getAttribute('aria-label')).toContain(name.split(': ')[1] ?? '?');
    await row.getByRole('button', { name: /\d+ facilities/ }).click();
    const table = page.getByRole('region', { name: 'Table of sites and facilities' });
    await table
      .getByRole('img', { name: /Reports: \d/ })
      .first()
      .waitFor();
    expect(await table.getByRole('img').count()).toBe((await table.getByRole('row').count()) - 1);
    await reports.click();
    await page.getByRole('table', { name: /^Quality reports of / }).waitFor();
    expect(complaints).toEqual([]);
  });
});

it('a report of one measurement is in the row of a search for it, and in the cart', async () => {
  const { page, open } = await at('#/results/datastream::sgpmetE13.b1?view=measurement&rows=50');
  await pictured(page, 'row-measurement', async () => {
    const link = page.getByRole('link', { name: /reports? on .*temperature: .*suspect/i }).first();
    await link.waitFor();
    await open('#/results/datastream::sgpmetE13.b1/s::temperature');
    await link.waitFor();
    await page
      .getByRole('button', { name: /^View Details & Get Data/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
    await page.getByText('Item Added to Cart').waitFor();
    await open('#/saved');
    await page.getByRole('img', { name: /Reports: \d+ incorrect, \d+ suspect/ }).waitFor();
  });
});

it('keys zoom from anywhere on the page, and what the zoom hides stays as ticks', async () => {
  const { page } = await at('#/results/datastream::sgpmetE13.b1');
  await pictured(page, 'row-keys', async () => {
    await page.getByRole('rowheader').first().waitFor();
    await page.getByText('under 21 days').waitFor();
    await page.locator('h1').click();
    const from = page.getByText(/^Zoomed from /).locator('..');
    const first = async () => /\d{4}-\d\d-\d\d/.exec((await from.textContent()) ?? '')?.[0] ?? '';
    await page.keyboard.press('+');
    await page.getByText(/^Zoomed: /).waitFor({ state: 'attached' });
    await expect.poll(() => linesOfControls(page)).toBe(1);
    const zoomed = await first();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(first).not.toBe(zoomed);
    expect((await first()) < zoomed).toBe(true);
    await page.keyboard.press('ArrowRight');
    await expect.poll(first).toBe(zoomed);
    await page.keyboard.press('+');
    await expect.poll(first).not.toBe(zoomed);
    expect((await first()) > zoomed).toBe(true);
    await page.keyboard.press('-');
    await expect.poll(first).toBe(zoomed);
    await page.keyboard.press('0');
    await page.getByText('1993-07-20').waitFor();
  });
});

it('a double click on the bar of a facility opens that facility, on the report under it', async () => {
  const { page } = await at('#/results/instrument_code::met');
  await pictured(page, 'facility-double-click', async () => {
    await page
      .getByRole('button', { name: /\d+ facilities/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Show all \d+/ }).click();
    const line = page
      .getByRole('region', { name: 'Table of sites and facilities' })
      .getByRole('row')
      .filter({ hasText: 'E13' });
    const timeline = line.locator('[data-timeline]');
    const marks = timeline.locator('path[fill*="suspect"]');
    await marks.waitFor({ state: 'attached' });
    await timeline.scrollIntoViewIfNeeded();
    const box = await timeline.boundingBox();
    if (!box) throw new Error('the timeline has no box');
    const [, left = 0, width = 0] =
      /^M([\d.]+) [\d.]+h([\d.]+)/.exec((await marks.getAttribute('d')) ?? '')?.map(Number) ?? [];
    const x = box.x + (box.width * (left + width / 2)) / DRAWING_WIDTH;
    await page.mouse.dblclick(x, box.y + box.height / 2);
    await page.getByRole('region', { name: 'Selected report' }).waitFor();
    expect(decodeURIComponent(page.url())).toContain('sgpmetE13');
  });
});

it('saved searches are kept for a signed-in person, by keyboard', async () => {
  const { page, open, complaints } = await at(RESULTS);
  await pictured(page, 'saved-searches', async () => {
    await found(page);
    await page.getByRole('button', { name: 'Saved searches' }).press('Enter');
    const login = page.getByRole('dialog');
    await login.getByLabel(/user name|user id/i).fill('demo');
    await login.getByLabel('Password', { exact: true }).fill('isobar-demo');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Saved searches' });
    await dialog.getByLabel('Save this search as').fill('Great Plains');
    await page.keyboard.press('Enter');
    const saved = dialog.getByRole('link', { name: 'Great Plains', exact: true });
    await saved.waitFor();
    await dialog.getByText('Nothing new').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await open('#/results/site_code::nsa');
    await found(page);
    await page.getByRole('button', { name: 'Saved searches' }).press('Enter');
    await saved.press('Enter');
    await page.getByRole('button', { name: 'Remove Site Southern Great Plains' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
