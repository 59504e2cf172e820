// A release under an open checkout: the portal's files get new names while a person has a cart
// open.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepBuilds } from '../apps/portal/previous-builds.ts';
import { pictured, returning } from './browser.ts';
import { demoForAll } from './demo-for-all.ts';
import { PASSWORD, root } from './server.ts';

const BUILT = join(root, 'apps/portal/dist');
/** Files without a hash in their names, which every build has. */
const COPIED = ['favicon.svg', 'page.js', 'theme.js'];
/** More releases than a page may be behind. */
const MANY = ['rel2', 'rel3', 'rel4', 'rel5', 'rel6'];

const folder = mkdtempSync(join(tmpdir(), 'isobar-released-'));
cpSync(BUILT, folder, { recursive: true });
const demo = demoForAll({ ISOBAR_PORTAL: folder });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * The built portal once more, with other names for its scripts and styles, as a change of the
 * source would bring.
 */
function release(tag: string): void {
  const renamed = (text: string): string =>
    text.replaceAll(/-([\w-]{7,8})\.(js|css)\b/g, `-$1${tag}.$2`);
  const files = readdirSync(BUILT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(gz|br)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(BUILT.length + 1))
    .filter((file) => file !== '.vite/builds.json');
  for (const file of files) {
    const bytes = readFileSync(join(BUILT, file));
    const isText = /\.(js|css|html|json)$/.test(file);
    writeFileSync(join(folder, renamed(file)), isText ? renamed(bytes.toString()) : bytes);
  }
  keepBuilds(folder, files.map(renamed), COPIED);
}

const scripts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [...document.scripts].map(({ src }) => src).filter((src) => src !== ''));

/** A visitor with three days in the cart, whose checkout is open, with two choices made. */
async function atCheckout() {
  const { page } = await returning(demo.browser, demo.server, '#/results/datastream::sgpmetE13.b1');
  await page
    .getByRole('button', { name: /^View Details & Get Data/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
  await page.getByRole('link', { name: 'View cart' }).click();
  for (const [edge, date] of [
    ['Start', '2019-01-01 00:00:00'],
    ['End', '2019-01-03 23:59:59'],
  ]) {
    const input = page.getByRole('textbox', { name: new RegExp(`^${edge} date of Surface`) });
    await input.fill(date ?? '');
    await input.press('Enter');
  }
  await page.getByText('3 files').first().waitFor();
  await page.getByRole('button', { name: 'Checkout' }).click();
  const checkout = page.getByRole('dialog', { name: 'Data Selection Summary' });
  await checkout.getByRole('checkbox', { name: 'ASCII-CSV' }).check();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return { page, checkout, loads: () => loads };
}

beforeAll(() => release('rel0'));

it('[X003] a checkout that was open before a release is sent with the files of the release before', async () => {
  const { page, checkout, loads } = await atCheckout();
  await pictured(page, 'released-order', async () => {
    const before = await scripts(page);
    release('rel1');
    const answer = await fetch(`${demo.server.url}/discovery/`);
    expect(await answer.text()).toContain('rel1.js');
    for (const script of before)
      expect([script, (await fetch(script)).status]).toEqual([script, 200]);
    await checkout.getByRole('button', { name: 'Submit order' }).click();
    const signIn = page.getByRole('dialog', { name: 'Sign in' });
    await signIn.getByLabel(/^User name/).fill('demo');
    await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await signIn.getByRole('button', { name: 'Sign in' }).click();
    const thanks = page.getByRole('dialog', { name: 'Thank you' });
    const number = /Order number (\d+)/.exec(
      (await thanks.getByText(/Order number \d+/).textContent()) ?? '',
    );
    expect(loads()).toBe(0);
    const shared = await page.request.get(
      `${demo.server.url}/services/order/orders/shared?orderId=${number?.[1]}`,
    );
    expect(await shared.json()).toMatchObject({
      selectedData: { outputFormat: expect.arrayContaining(['NCSV']) },
    });
  });
});

it('[X003] a page older than all releases that are kept is loaded once more, and keeps what was chosen in the checkout', async () => {
  const { page, checkout, loads } = await atCheckout();
  await pictured(page, 'released-reload', async () => {
    for (const tag of MANY) release(tag);
    await checkout.getByRole('button', { name: 'Submit order' }).click();
    await page.getByText('The sign-in form could not be loaded.').waitFor();
    expect(loads()).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect.poll(loads, { timeout: 30_000 }).toBe(1);
    expect((await scripts(page)).some((src) => src.includes('rel6.js'))).toBe(true);
    await checkout.waitFor(); // it is open again
    expect(await checkout.getByRole('checkbox', { name: 'ASCII-CSV' }).isChecked()).toBe(true);
    expect(loads()).toBe(1);
  });
});
