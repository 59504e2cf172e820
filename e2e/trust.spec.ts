// What is stated is what happens: orders and carts of the shipped configuration, each sentence
// against what the server did.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { pictured, returning, signIn, visitor } from './browser.ts';
import { demoForAll } from './demo-for-all.ts';
import { PASSWORD } from './server.ts';
import { addFirst } from './visits.ts';

const MET = 'sgpmetE13.b1';
/** In March 2019 a report calls every value of this variable suspect. */
const REPORT = 'D200318.4';
const MARCH = [{ startDate: '2019-03-01 00:00:00', endDate: '2019-03-03 23:59:59' }];
const VALUES = 4320;
/** Its owner has to agree to each order. */
const LIMITED = 'sgprlC1.a0';

/** Held for review above this size, which twenty years of the station exceed. */
const demo = demoForAll({ ISOBAR_RATE: '1000000', ISOBAR_MAX_ORDER_BYTES: '2000000000' });

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
  ])(
    'an order of values that a report calls suspect states it wherever it is described, %s',
    async (name, filter, sentence) => {
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
    },
  );
});

describe('data of limited access', () => {
  it('data of limited access hold their own order only, once the rest is ordered apart', async () => {
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
      const told = `${LIMITED} has limited access: an order with it waits until the data owner has agreed`;
      await page.getByRole('region', { name: 'Limited access' }).getByText(told).waitFor();
      await page.getByRole('button', { name: 'Checkout' }).click();
      const checkout = page.getByRole('dialog', { name: 'Data Selection Summary' });
      await checkout.getByText(told).waitFor();
      await checkout.getByText(/Ready once the data owner has agreed/).waitFor();
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
  it('the checkout states the limit of this server, keeps its choices, and asks before all files instead of some', async () => {
    const { page, context, open } = await returning(
      demo.browser,
      demo.server,
      `#/results/datastream::${MET}/start_date::2000-01-01/end_date::2019-12-31?rows=10`,
    );
    await pictured(page, 'trust-checkout', async () => {
      await addFirst(page);
      await open('#/saved');
      await page
        .getByText(/^[\d,]+ files · /)
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
        .getByText(/^Orders greater than 2 GB are automatically held for review\./)
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

  it('the checkout asks before an order of which every value is masked', async () => {
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

it('the portal keeps a preference that was changed after the session had ended, once its user has signed in', async () => {
  const { page, context, open } = await returning(demo.browser, demo.server, '#/verify');
  await pictured(page, 'trust-preference', async () => {
    await signIn(demo.server, page, 'demo');
    await open('#/account/search');
    const all = page.getByRole('radio', { name: 'All data' });
    await expect.poll(() => all.isEnabled(), { timeout: 30_000 }).toBe(true);
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
