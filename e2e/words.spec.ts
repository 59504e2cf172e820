// Search by everyday words in a real browser, over the demo archive: meanings, chips, typos,
// partial matches, keys, phone.

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Look,
  pictured,
  returning,
} from './browser.ts';
import { demoForAll } from './demo-for-all.ts';
import { NO_ORDERS } from './server.ts';

/** For what appears a moment after the page reports that it is loaded. */
const WAIT = { timeout: 30_000 };

const demo = demoForAll(NO_ORDERS);

const at = (hash: string, look?: Look) => returning(demo.browser, demo.server, hash, look);

/** Searches by keyboard alone. */
async function search(page: Page, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Search the catalogue' });
  await box.focus();
  await box.fill(text);
  await page.keyboard.press('Enter');
  await page.getByText(/^Search Results - Showing \d+-\d+ of \d+/).waitFor();
}

const firstRow = (page: Page): Promise<string | null> =>
  page.getByRole('rowheader').first().textContent();

it('everyday words stand by what is meant, and rows say why', async () => {
  const { page, complaints } = await at('#/results/');
  await pictured(page, 'words-meaning', async () => {
    await search(page, 'PWV');
    await page.getByText('precipitable water (PWV)').first().waitFor();
    expect(await firstRow(page)).toMatch(/^MWR/i);
    expect(await page.getByLabel('Sort by').locator('option:checked').textContent()).toBe(
      'Best match',
    );
    await search(page, 'temperature');
    await expect.poll(() => firstRow(page), WAIT).toMatch(/^Surface Meteorological/);
    await page
      .getByRole('button', { name: /^Related/ })
      .first()
      .click();
    await page.getByText('At the same place:').first().waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });
});

it('places and times become chips; one is taken away by keyboard, all by Search as typed', async () => {
  const { page } = await at('#/results/');
  await pictured(page, 'words-chips', async () => {
    await search(page, 'SGP temperature 2019');
    const chips = page.getByRole('region', { name: 'Understood from your words' });
    await chips.getByText('Southern Great Plains').waitFor();
    await chips.getByText('2019-01-01 to 2019-12-31').waitFor();
    await expectAccessible(page);
    await chips.getByRole('button', { name: /^Remove place/ }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/s::temperature%202019/);
    await chips.getByRole('button', { name: 'Search as typed' }).click();
    await page.getByText('Searched as typed.').waitFor();
  });
});

it('a typo is corrected, and the word as typed is one click away', async () => {
  const { page } = await at('#/results/');
  await pictured(page, 'words-slip', async () => {
    await search(page, 'temprature');
    await page.getByText(/Showing results for temperature/).waitFor();
    await page.getByRole('button', { name: 'temprature', exact: true }).click();
    await page.getByText('Searched as typed.').waitFor();
  });
});

it('a search of everyday words is never an empty page: what occurs nowhere is named, the rest shown under its own heading', async () => {
  const { page } = await at('#/results/');
  await pictured(page, 'words-partial', async () => {
    await search(page, 'temperature blorfexing');
    await page.getByRole('heading', { name: 'Best partial matches' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Leave out blorfexing' }).click();
    await page.waitForURL(/s::temperature$/);
  });
});

it('a search of everyday words shows what is near in meaning where the archive has nothing of it, and leads there by keyboard', async () => {
  const { page } = await at('#/results/');
  await pictured(page, 'words-near', async () => {
    await search(page, 'lightning');
    await page.getByText('No data have the word lightning.').waitFor();
    await page.getByRole('heading', { name: /^Similar in meaning: storm/ }).waitFor();
    expect(await page.getByRole('rowheader').count()).toBeGreaterThan(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try storm' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/s::storm$/);
    await expect.poll(() => page.getByRole('heading', { name: /^Near/ }).count(), WAIT).toBe(0);
    await page.getByRole('rowheader').first().waitFor();
  });
});

it('a search of everyday words finds the instruments of a maker, and names one that the archive has nothing of', async () => {
  const { page } = await at('#/results/');
  await pictured(page, 'words-maker', async () => {
    await search(page, 'Brechtel');
    await page.getByRole('rowheader').first().waitFor();
    await search(page, 'Teledyne');
    await page.getByText('No data have the word Teledyne.').waitFor();
    await page.getByRole('heading', { name: /^Similar in meaning: ozone/ }).waitFor();
    expect(await page.getByRole('rowheader').count()).toBeGreaterThan(0);
    await expectAccessible(page);
  });
});

it('a search of everyday words suggests the best matches, tolerates typos, and lists its interpretation first', async () => {
  const { page } = await at('#/results/');
  await pictured(page, 'words-suggestions', async () => {
    const box = page.getByRole('combobox', { name: 'Search the catalogue' });
    await box.pressSequentially('ceil');
    const products = page.getByRole('group', { name: 'Data Products' });
    // The suggestions for the first letters may still be shown, so this waits for those for the
    // whole word.
    await expect
      .poll(() => products.getByRole('option').first().textContent(), WAIT)
      .toMatch(/^Ceilometer/);
    await box.fill('celiometer SGP 2019');
    const first = page.getByRole('option').first();
    await first.getByText(/Southern Great Plains/).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText(/Showing results for ceilometer SGP 2019/).waitFor();
  });
});

it('rows lead to what is more general, more special, and at the same place', async () => {
  const { page } = await at('#/results/');
  await pictured(page, 'words-related', async () => {
    for (const [kind, filter] of [
      ['More general', /instrument_category_code::/],
      ['More specific', /primary_meas_type_code::/],
      ['At the same place', /ffac::/],
    ] as const) {
      await search(page, 'PWV');
      const related = page.getByRole('button', { name: /^Related to/ }).first();
      const line = page.getByRole('listitem').filter({ hasText: `${kind}:` });
      // Rows of the search before may still be shown; what is opened in one of them goes with it,
      // so all of it is tried again.
      const lead = async () => {
        if ((await related.getAttribute('aria-expanded')) !== 'true') {
          await related.focus();
          await page.keyboard.press('Enter');
        }
        await line.getByRole('link').focus({ timeout: 5000 });
        await page.keyboard.press('Enter');
        await page.waitForURL(filter, { timeout: 5000 });
      };
      await expect
        .poll(
          () =>
            lead().then(
              () => true,
              () => false,
            ),
          WAIT,
        )
        .toBe(true);
      await page.getByRole('rowheader').first().waitFor();
    }
    await expectAccessible(page);
  });
});

it('searches learn from what is opened and from what finds nothing, and an operator sees both', async () => {
  const { page } = await at('#/results/');
  await pictured(page, 'words-learning', async () => {
    await search(page, 'PWV');
    const counted = page.waitForResponse(/\/words\/opened$/);
    await page
      .getByRole('button', { name: /^View Details/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'View Details' }).click();
    const product = JSON.parse((await counted).request().postData() ?? '{}').product;
    expect(product).toEqual(expect.any(String));
    // It is counted before the window is there, which then takes the keys: what is typed now would
    // go nowhere.
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await search(page, 'temperature zorbfelting');
    await expect
      .poll(() => demo.server.command('words', '--used'), WAIT)
      .toMatch(`\t1\t0\t${product}`);
    await expect
      .poll(() => demo.server.command('words', '--missing'), WAIT)
      .toMatch(/\tzorbfelting$/m);
  });
});

it('on a phone: chips wrap, nothing scrolls sideways', async () => {
  const { page } = await at('#/results/s::winter%202021%20radar%20reflectivity%20b1%20at%20ENA', {
    width: 320,
  });
  await pictured(page, 'words-phone', async () => {
    await page.getByText('2020-12 to 2021-02, northern hemisphere').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
