// What is stated is what happens: orders, searches, carts and reports of the shipped configuration, each sentence against what the server did.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { pictured, returning, signIn, visitor } from './browser.ts';
import { demoForAll } from './demo-for-all.ts';

const MET = 'sgpmetE13.b1';
/** In March 2019 a report calls every value of this variable suspect. */
const REPORT = 'D200318.4';
const MARCH = [{ startDate: '2019-03-01 00:00:00', endDate: '2019-03-03 23:59:59' }];
const VALUES = 4320;
/** Its owner has to agree to each order. */
const LIMITED = 'sgprlC1.a0';

const demo = demoForAll({ ISOBAR_RATE: '1000000' });

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
