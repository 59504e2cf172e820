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
    ['as they are', {}, `All values of temp_mean are incorrect or suspect by ${REPORT}, and are not masked.`],
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
