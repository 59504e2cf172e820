// What is stated is what happens: orders, searches, carts and reports of the shipped configuration, each sentence against what the server did.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { pictured, returning, signIn, visitor } from './browser.ts';
import { demoForAll } from './demo-for-all.ts';
import { pixelOf } from './map.ts';
import { PASSWORD } from './server.ts';

const MET = 'sgpmetE13.b1';
/** In March 2019 a report calls every value of this variable suspect. */
const REPORT = 'D200318.4';
const MARCH = [{ startDate: '2019-03-01 00:00:00', endDate: '2019-03-03 23:59:59' }];
const VALUES = 4320;
/** Its owner has to agree to each order. */
const LIMITED = 'sgprlC1.a0';
/** Its files are of scan types. */
const SCANNED = 'sgpxsaprmmcgI5.c1';

/** Held for review above this size, which a year of the station exceeds. */
const demo = demoForAll({ ISOBAR_RATE: '1000000', ISOBAR_MAX_ORDER_BYTES: '100000000' });

const services = (): string => `${demo.server.url}/services`;

async function place(page: Page, selection: object, more: object = {}): Promise<number> {
  const reply = await page.request.post(`${services()}/order/orders/create`, {
    headers: { origin: demo.server.url },
    data: { selectedData: { selectedDatastreams: [selection], outputFormat: ['ANDR'], ...more } },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  return (await reply.json()).orderId;
}

async function completed(page: Page, orderId: number) {
  const status = async () =>
    (await page.request.get(`${services()}/order/status/${orderId}`)).json();
  await expect
    .poll(async () => (await status()).curStep, { timeout: 120_000, interval: 500 })
    .toBe('complete');
  return status();
}

async function delivered(page: Page, orderId: number, file: string): Promise<string> {
  const reply = await page.request.get(`${services()}/order/delivery/${orderId}/${file}`);
  return (await reply.text()).replace(/\s+/g, ' ');
}

/** Text of the last mail about an order. */
function mailOf(orderId: number): string {
  const folder = join(demo.server.home, 'outbox');
  mkdirSync(folder, { recursive: true });
  const mails = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/=\r?\n/g, ''));
  const own = mails.filter((mail) => new RegExp(`[Oo]rder ${orderId}\\b`).test(mail));
  return (own.at(-1) ?? '').replace(/\s+/g, ' ');
}

describe('an order of values that a report calls suspect', () => {
  it.each([
    [
      'as they are',
      {},
      `All values of temp_mean are incorrect or suspect by ${REPORT}, and are not masked.`,
    ],
    ['masked', { dqrFilter: ['suspect'] }, `All values of temp_mean are masked by ${REPORT}.`],
  ])('states it wherever it is described, %s', async (name, filter, sentence) => {
    const { page, context } = await visitor(demo.browser);
    await pictured(page, `trust-order-${name}`, async () => {
      await signIn(demo.server, page, 'demo');
      const orderId = await place(page, {
        ...{ datastream: MET, dates: MARCH, variables: ['temp_mean'] },
        ...filter,
      });
      const { quality } = await completed(page, orderId);
      const readme = await delivered(page, orderId, 'README.txt');
      expect(readme).toContain(sentence);
      expect(readme).not.toContain('Nothing in particular');
      if (name === 'masked') expect(readme).toContain(`${VALUES.toLocaleString('en')} of `);
      const recipe = JSON.parse(await delivered(page, orderId, 'recipe.json'));
      expect(recipe.quality).toEqual(quality);
      expect(await delivered(page, orderId, 'CITATION.txt')).toContain('(simulated)');
      await expect.poll(() => mailOf(orderId), { timeout: 30_000 }).toContain(sentence);
      await page.goto(`${demo.server.url}/discovery/#/account/order?orderId=${orderId}`);
      const card = page.getByRole('article', { name: `Order ${orderId}` });
      await card.getByText(sentence).first().waitFor();
      await page.goto(`${demo.server.url}/discovery/#/orderreport/${orderId}`);
      await page.getByRole('main').getByText(sentence).first().waitFor();
    });
    await context.close();
  });
});

const RESULTS = /^Search Results - Showing/;
const found = (page: Page) => page.getByText(RESULTS).waitFor();
const whole = async (page: Page): Promise<string> =>
  ((await page.getByRole('main').textContent()) ?? '').replace(/\s+/g, ' ');

/** Puts what the first row offers into the cart, limited data with their acknowledgement. */
async function addFirst(page: Page): Promise<void> {
  await page.getByText(RESULTS).waitFor();
  await page
    .getByRole('button', { name: /^View Details & Get Data/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
  await page
    .getByRole('button', { name: 'Acknowledge' })
    .or(page.getByText('Item Added to Cart'))
    .first()
    .waitFor();
  const acknowledge = page.getByRole('button', { name: 'Acknowledge' });
  if (await acknowledge.isVisible()) await acknowledge.click();
  await page.getByText('Item Added to Cart').first().waitFor();
}

const datesInCart = (page: Page): Promise<string[]> =>
  page
    .getByRole('textbox', { name: /^(Start|End) date of Surface Met/ })
    .evaluateAll((inputs) =>
      inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')),
    );
const YEAR = ['2019-01-01 00:00:00', '2019-12-31 23:59:59'];

describe('what the words of a search mean', () => {
  it('[C020] is what its facilities, its code and its cart are about, and a level without those dates leaves them', async () => {
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
      await page.getByRole('menuitem', { name: 'Code to Copy' }).click();
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
      // The raw level begins years later: it is hidden and counted, and to choose it changes no wish.
      await page.getByText(/^1 level outside your dates hidden/).waitFor();
      await page.getByRole('button', { name: /^Show all levels/ }).click();
      const level = page.getByRole('combobox', { name: /level/i }).first();
      await level.selectOption(`${MET.split('.')[0]}.00`);
      await page
        .getByText(/^No files of this level in your dates \(2019-01-01 to 2019-12-31\)/)
        .waitFor();
      await page.getByRole('button', { name: /^Take level b1/ }).click();
      await page
        .getByText(/^\d+ files · /)
        .first()
        .waitFor();
      expect(await datesInCart(page)).toEqual(YEAR);
    });
    await context.close();
  });

  it('puts the facility of a datastream that is a filter before the others', async () => {
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
  ])('finds what %s measures, and passes over no part of it', async (text, product) => {
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
  });

  it('has a way on where no word of it is known', async () => {
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
  it('of recommended, all and external records add up, with the switch and without it', async () => {
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
      `#/results/datastream::${LIMITED}?rows=10`,
    );
    await page.getByText('Nothing here is recommended data, so all data are shown.').waitFor();
    expect(await whole(page)).toContain('Recommended Data (0)');
    const all = page.getByRole('radio', { name: /^All Data/ });
    expect(await all.isChecked()).toBe(true);
    await context.close();
  });

  it('of reports are the same in row, list, window, details and page of a datastream', async () => {
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

describe('data of limited access', () => {
  it('hold their own order only, once the rest is ordered apart', async () => {
    const { page, context, open } = await returning(
      demo.browser,
      demo.server,
      `#/results/datastream::${MET}/start_date::2019-01-03/end_date::2019-01-03?rows=10`,
    );
    await pictured(page, 'trust-limited', async () => {
      await signIn(demo.server, page, 'demo');
      await open(
        `#/results/datastream::${MET}/start_date::2019-01-03/end_date::2019-01-03?rows=10`,
      );
      await addFirst(page);
      await open(
        `#/results/datastream::${LIMITED}/start_date::2019-01-03/end_date::2019-01-03?rows=10`,
      );
      await addFirst(page);
      await open('#/saved');
      const told = `${LIMITED} is of limited access: an order with it waits until the data owner has agreed`;
      await page.getByRole('region', { name: 'Limited access' }).getByText(told).waitFor();
      await page.getByRole('button', { name: 'Checkout' }).click();
      const checkout = page.getByRole('dialog', { name: 'Data Selection Summary' });
      await checkout.getByText(told).waitFor();
      await checkout.getByText(/ready once the data owner has agreed/).waitFor();
      await checkout.getByRole('button', { name: /^Order the rest now/ }).click();
      const thanks = page.getByRole('dialog', { name: 'Thank you' });
      await thanks.getByText('Order numbers').waitFor();
      const history = await page.request.get(`${services()}/order/orders/history`);
      const { orderHistoryResponses: [held, free] = [] } = await history.json();
      expect(held.datastreams.map((one: { name: string }) => one.name)).toEqual(['rl']);
      expect(free.datastreams.map((one: { name: string }) => one.name)).toEqual(['met']);
      await completed(page, free.orderId);
      const status = await page.request.get(`${services()}/order/status/${held.orderId}`);
      expect(await status.json()).toMatchObject({ suspendReas: 'Restricted', approveTime: null });
    });
    await context.close();
  });
});

describe('the checkout', () => {
  it('states the limit of this server, keeps its choices, and asks before all files instead of some', async () => {
    const { page, context, open } = await returning(
      demo.browser,
      demo.server,
      `#/results/datastream::${MET}/start_date::2019-01-01/end_date::2019-12-31?rows=10`,
    );
    await pictured(page, 'trust-checkout', async () => {
      await addFirst(page);
      await open('#/saved');
      await page
        .getByText(/^\d+ files · /)
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Checkout' }).click();
      const checkout = page.getByRole('dialog', { name: 'Data Selection Summary' });
      const csv = checkout.getByRole('checkbox', { name: 'ASCII-CSV' });
      const netcdf = checkout.getByRole('checkbox', { name: 'NetCDF', exact: true });
      await netcdf.click();
      await checkout.getByText('At least one file format needs to be selected.').waitFor();
      await csv.check();
      await checkout
        .getByText('At least one file format needs to be selected.')
        .waitFor({ state: 'hidden' });
      await checkout.getByRole('checkbox', { name: 'Suspect' }).check();
      await page.reload();
      await csv.waitFor();
      expect(await csv.isChecked()).toBe(true);
      expect(await checkout.getByRole('checkbox', { name: 'Suspect' }).isChecked()).toBe(true);
      await checkout.getByRole('button', { name: 'Submit order' }).click();
      await page
        .getByText(/^Orders greater than 100 MB are automatically held for review\./)
        .waitFor();
      await page.getByRole('button', { name: 'Cancel' }).last().click();
      await open('#/saved');
      await page.getByRole('button', { name: /^Variables and files/ }).click();
      await page.getByRole('radio', { name: 'Order Specific Files' }).check({ force: true });
      await page.getByRole('listbox', { name: 'Files' }).waitFor();
      await page.getByRole('button', { name: 'Checkout' }).click();
      await checkout.getByRole('button', { name: 'Submit order' }).click();
      await page.getByRole('dialog', { name: 'Order all files?' }).waitFor();
    });
    await context.close();
  });

  it('asks before an order of which every value is masked', async () => {
    const { page, context, open } = await returning(
      demo.browser,
      demo.server,
      `#/results/datastream::${MET}/start_date::2019-03-01/end_date::2019-03-03?rows=10`,
    );
    await pictured(page, 'trust-masked', async () => {
      await addFirst(page);
      await open('#/saved');
      await page.getByRole('button', { name: 'Checkout' }).click();
      const checkout = page.getByRole('dialog', { name: 'Data Selection Summary' });
      await checkout.getByText('Extract Requested Variables').click();
      await checkout.getByRole('checkbox', { name: /^temp_mean / }).check();
      await checkout.getByRole('checkbox', { name: 'Suspect' }).check();
      await checkout.getByText(`Reports mask 100 % of the values of ${MET}.`).waitFor();
      await checkout.getByText(/another instrument of this site without such reports/).waitFor();
      await checkout.getByRole('button', { name: 'Submit order' }).click();
      const question = page.getByRole('dialog', { name: 'Every value is masked' });
      await question.getByText(`mask every value of ${MET}`).waitFor();
    });
    await context.close();
  });
});

describe('the portal', () => {
  it('keeps a preference that was changed after the session had ended, once its user has signed in', async () => {
    const { page, context, open } = await returning(demo.browser, demo.server, '#/verify');
    await pictured(page, 'trust-preference', async () => {
      await signIn(demo.server, page, 'demo');
      await open('#/account/search');
      const all = page.getByRole('radio', { name: 'All data' });
      const wasAll = await all.isChecked();
      await context.clearCookies();
      const other = wasAll ? page.getByRole('radio', { name: 'Recommended data only' }) : all;
      await other.click({ force: true });
      const form = page.getByRole('dialog', { name: 'Sign in' });
      await form.getByLabel(/^User name/).fill('demo');
      await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await form.getByRole('button', { name: 'Sign in' }).click();
      await form.waitFor({ state: 'hidden' });
      const kept = async () => {
        await open('#/account/search');
        await other.waitFor();
        return other.isChecked();
      };
      await expect.poll(kept, { timeout: 30_000 }).toBe(true);
    });
    await context.close();
  });

  it('does not describe the search before while another one runs, and counts the types of an address', async () => {
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

  it.each(['2019-06-05', '20190605'])('takes the day of an address written as %s', async (date) => {
    const { page, context } = await returning(
      demo.browser,
      demo.server,
      `#/day/sgp/E13?date=${date}`,
    );
    await page.getByText(/^2019-06-05 · \d+ plots$/).waitFor();
    await context.close();
  });

  it('has no case illustration of a day that has no data', async () => {
    const plot = (date: string) =>
      fetch(`${services()}/case/illustration/plot`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ site: 'ena', date }),
      });
    expect((await plot('20190602')).status).toBe(200);
    expect((await plot('20990602')).status).toBe(404);
  });

  it('counts scan types in the chosen hours, as the order takes them', async () => {
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

  it('names the cluster of the world map that has the Southern Great Plains after them', async () => {
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
