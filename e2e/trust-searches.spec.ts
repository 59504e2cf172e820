// What is stated is what happens: searches, counts, maps and days of the shipped configuration.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { pictured, returning, visitor } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';
import { pixelOf } from './map.ts';
import { addFirst, found, whole } from './visits.ts';

const MET = 'sgpmetE13.b1';
/** A datastream that is not recommended. */
const PLAIN = 'sgprlC1.a0';
/** Its files are of scan types. */
const SCANNED = 'sgpxsaprmmcgI5.c1';

const demo = sharedDemo();

const services = (): string => `${demo.server.url}/services`;

const datesInCart = (page: Page): Promise<string[]> =>
  page
    .getByRole('textbox', { name: /^(Start|End) date of Surface Met/ })
    .evaluateAll((inputs) =>
      inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')),
    );
const YEAR = ['2019-01-01 00:00:00', '2019-12-31 23:59:59'];

describe('what the words of a search mean', () => {
  it('[C020] what the words of a search mean is what its facilities, its code and its cart are about, and a level without those dates leaves them', async () => {
    const { page, context } = await returning(
      demo.browser,
      demo.server,
      '#/results/s::surface%20air%20temperature%20sgp%202019?rows=10',
    );
    await pictured(page, 'trust-meaning', async () => {
      await found(page);
      await page
        .getByRole('button', { name: /^\d+ facilities/ })
        .first()
        .click();
      const table = page.getByRole('region', { name: 'Table of sites and facilities' });
      expect(await table.locator('tbody tr').first().textContent()).toContain('SGP');
      expect(await table.locator('tbody tr').count()).toBe(1); // the other nineteen are folded
      await page
        .getByRole('button', { name: /^View Details & Get Data/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Code to copy' }).click();
      const code = page.getByRole('dialog', { name: /^Code/ });
      await code
        .getByText(/2019-01-01/)
        .first()
        .waitFor();
      expect(await code.textContent()).not.toContain('2026');
      await page.keyboard.press('Escape');
      await code.waitFor({ state: 'hidden' });
      await addFirst(page);
      await page.getByRole('link', { name: 'View cart' }).click();
      await page
        .getByText(/^\d+ files · /)
        .first()
        .waitFor();
      expect(await datesInCart(page)).toEqual(YEAR);
      // The raw level begins years later: it is hidden and counted, and to choose it changes no
      // wish.
      await page.getByText(/^1 level outside your dates hidden/).waitFor();
      await page.getByRole('button', { name: /^Show all levels/ }).click();
      const level = page.getByRole('combobox', { name: /level/i }).first();
      await level.selectOption(`${MET.split('.')[0]}.00`);
      await page
        .getByText(/^No files of this level in your dates \(2019-01-01 to 2019-12-31\)/)
        .waitFor();
      await page.getByRole('button', { name: /^Use level b1/ }).click();
      await page
        .getByText(/^\d+ files · /)
        .first()
        .waitFor();
      expect(await datesInCart(page)).toEqual(YEAR);
    });
    await context.close();
  });

  it('what the words of a search mean puts the facility of a datastream that is a filter before the others', async () => {
    const { page, context } = await returning(
      demo.browser,
      demo.server,
      `#/results/datastream::${MET}?rows=10`,
    );
    await found(page);
    await page
      .getByRole('button', { name: /^\d+ facilities/ })
      .first()
      .click();
    await page
      .getByText('1 of 20 facilities with a datastream of the search: these come first')
      .waitFor();
    await context.close();
  });

  it.each([
    ['t/rh', 'Meteorolog'],
    ['u/v wind', 'Meteorolog'],
  ])(
    'what the words of a search mean finds what %s measures, and passes over no part of it',
    async (text, product) => {
      const { page, context } = await returning(
        demo.browser,
        demo.server,
        `#/results/s::${encodeURIComponent(text)}?rows=10`,
      );
      await found(page);
      const told = await whole(page);
      expect(told).not.toMatch(/No data have the word|Showing results for|Best partial matches/);
      expect(await page.getByRole('rowheader').first().textContent()).toContain(product);
      await context.close();
    },
  );

  it('what the words of a search mean has a way on where no word of it is known', async () => {
    const { page, context } = await returning(
      demo.browser,
      demo.server,
      '#/results/s::zzqqxx%20blorf?rows=10',
    );
    await page.getByText('No data have the word zzqqxx').waitFor();
    await page.getByText('No Results Found').first().waitFor();
    await page.getByRole('button', { name: 'Leave out zzqqxx' }).waitFor();
    await page
      .getByRole('link', { name: /^Guided Search/ })
      .first()
      .waitFor();
    await context.close();
  });
});

describe('counts', () => {
  it('counts of recommended, all and external records add up, with the switch and without it', async () => {
    const { page, context } = await returning(
      demo.browser,
      demo.server,
      '#/results/s::cloud?rows=10',
    );
    const counts = async () => {
      const told = await whole(page);
      const of = (pattern: RegExp) => Number((pattern.exec(told)?.[1] ?? '-1').replace(',', ''));
      return {
        heading: of(/([\d,]+) data products/),
        recommended: of(/Recommended Data \(([\d,]+)\)/),
        all: of(/All Data \(([\d,]+)\)/),
        external: of(/ ([\d,]+) external/),
      };
    };
    await pictured(page, 'trust-external', async () => {
      await found(page);
      await expect.poll(async () => (await counts()).all).toBeGreaterThan(100);
      const own = await counts();
      expect(own.heading).toBe(own.recommended);
      await page.getByRole('switch', { name: /Include External/ }).click();
      await expect.poll(async () => (await counts()).external).toBeGreaterThan(0);
      const both = await counts();
      expect(both.recommended).toBe(own.recommended + both.external);
      expect(both.all).toBe(own.all + both.external);
      expect(both.heading).toBe(both.recommended);
    });
    await context.close();
  });

  it('the switch and the note agree where nothing is recommended', async () => {
    const { page, context } = await returning(
      demo.browser,
      demo.server,
      `#/results/datastream::${PLAIN}?rows=10`,
    );
    await page.getByText('No recommended data match, so all data are shown.').waitFor();
    expect(await whole(page)).toContain('Recommended Data (0)');
    const all = page.getByRole('radio', { name: /^All Data/ });
    expect(await all.isChecked()).toBe(true);
    await context.close();
  });

  it('counts of reports are the same in row, list, window, details and page of a datastream', async () => {
    const { page, context, open } = await returning(
      demo.browser,
      demo.server,
      `#/results/datastream::${MET}?rows=10`,
    );
    await pictured(page, 'trust-reports', async () => {
      const link = page.getByRole('link', { name: /^[\d,]+ reports: .* gaps$/ }).first();
      await link.waitFor();
      const [, reports = 0, gaps = 0] =
        /^(\d+) reports: .* (\d+) gaps$/
          .exec((await link.getAttribute('aria-label')) ?? '')
          ?.map(Number) ?? [];
      expect(reports).toBeGreaterThan(10);
      await link.click();
      const rows = page.getByRole('table', { name: /^Quality reports of/ }).locator('tbody tr');
      await rows.first().waitFor();
      const ids = await rows
        .locator('td, th')
        .evaluateAll((cells) =>
          cells
            .map((cell) => cell.textContent?.trim() ?? '')
            .filter((text) => /^(D\d{6}\.\d+|Gap)$/.test(text)),
        );
      expect(new Set(ids.filter((id) => id !== 'Gap')).size).toBe(reports);
      expect(ids.filter((id) => id === 'Gap').length).toBe(gaps);
      await open(`#/results/id::${MET}_temp_mean_sfcmet_met_sfcmet?dataLevel=b1&showDetails=true`);
      await page.getByText(`List all ${reports} reports and ${gaps} gaps`).waitFor();
      await open(
        `#/results/datastream::${MET}/start_date::2019-06-05/end_date::2019-06-06?rows=10`,
      );
      await page
        .getByText(new RegExp(`^[1-9] of ${reports} reports$`))
        .first()
        .waitFor();
      const own = await (await fetch(`${demo.server.url}/datastream/${MET}`)).text();
      expect(own).toContain(`${reports} reports`);
    });
    await context.close();
  });
});

describe('the portal', () => {
  it('the portal does not describe the search before while another one runs, and counts the types of an address', async () => {
    const { page, context, open } = await returning(
      demo.browser,
      demo.server,
      '#/results/s::temperature?rows=10',
    );
    await pictured(page, 'trust-while-searching', async () => {
      await found(page);
      const first = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
      expect(first).toMatch(/^\d+ data products$/);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/services/metadata/_search*', async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole('combobox', { name: 'Search the catalogue' }).fill('ozone');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Searching…' }).waitFor();
      expect(await whole(page)).not.toContain(first);
      release();
      await page.getByRole('heading', { level: 1, name: /data product/ }).waitFor();
      await page.unroute('**/services/metadata/_search*');
      await open('#/results/source_class_code::armobs?rows=10');
      await found(page);
      await page.getByRole('button', { name: 'Type 1 of 5' }).waitFor();
    });
    await context.close();
  });

  it.each(['2019-06-05', '20190605'])(
    'the portal takes the day of an address written as %s',
    async (date) => {
      const { page, context } = await returning(
        demo.browser,
        demo.server,
        `#/day/sgp/E13?date=${date}`,
      );
      await page.getByText(/^2019-06-05 · \d+ plots$/).waitFor();
      await context.close();
    },
  );

  it('the portal has no case illustration of a day that has no data', async () => {
    const plot = (date: string) =>
      fetch(`${services()}/case/illustration/plot`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ site: 'ena', date }),
      });
    expect((await plot('20190602')).status).toBe(200);
    expect((await plot('20990602')).status).toBe(404);
  });

  it('the portal counts scan types in the chosen hours, as the order takes them', async () => {
    const { page, context, open } = await returning(
      demo.browser,
      demo.server,
      `#/results/datastream::${SCANNED}?rows=10`,
    );
    await pictured(page, 'trust-scans', async () => {
      await addFirst(page);
      await open('#/saved');
      const date = (edge: string) =>
        page.getByRole('textbox', { name: new RegExp(`^${edge} date of (?!all)`) });
      for (const [edge, at] of [
        ['Start', '2018-08-01 00:00:00'],
        ['End', '2018-08-01 11:59:59'],
      ] as const) {
        await date(edge).fill(at);
        await date(edge).press('Enter');
      }
      await page.getByRole('button', { name: /^Variables and files/ }).click();
      const scans = page.getByRole('group', { name: 'Scan types' });
      const counted = async () => {
        const [, each = '0'] =
          /indicator\D*(\d[\d,]*) files?/i.exec((await scans.textContent()) ?? '') ?? [];
        const [, all = '-1'] = /(\d[\d,]*) files? · /.exec(await whole(page)) ?? [];
        return [Number(each.replace(',', '')), Number(all.replace(',', ''))];
      };
      await expect
        .poll(
          async () => {
            const [each, all] = await counted();
            return each === all && (all ?? 0) > 0;
          },
          { timeout: 30_000 },
        )
        .toBe(true);
    });
    await context.close();
  });

  it('the portal names the cluster of the world map that has the Southern Great Plains after them', async () => {
    const { page, context } = await visitor(demo.browser, { coarse: true });
    await pictured(page, 'trust-cluster', async () => {
      await page.goto(`${demo.server.url}/discovery/#/locationsearch`);
      await page.locator('canvas.maplibregl-canvas').waitFor();
      const spot = await pixelOf(page, [-96, 36]);
      // The ring is drawn amid its facilities, near the site with most of them.
      await expect
        .poll(
          async () => {
            for (let x = -20; x <= 60; x += 10) {
              await page.mouse.move(spot.x + x, spot.y);
              await page.mouse.move(spot.x + x + 1, spot.y + 1);
              const [told = ''] = await page.getByRole('tooltip').allTextContents();
              if (told.includes('SGP')) return told;
            }
            return '';
          },
          { timeout: 60_000, interval: 1000 },
        )
        .toMatch(/^\d+ facilities: SGP, /);
    });
    await context.close();
  });
});

it('the answer to a program names the words that were left out of its search', async () => {
  const reply = await fetch(
    `${services()}/metadata/_search?q=rain%20in%20Berlin%202019&understand=true&size=1`,
  );
  expect(reply.headers.get('x-isobar-notes')).toContain("No data have the word 'Berlin'");
  expect(reply.headers.get('warning')).toContain("No data have the word 'Berlin'");
});
