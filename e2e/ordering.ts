// A checkout as a person opens it, for flows on whichever server.
import type { Page } from 'playwright-core';
import { PASSWORD } from './server.ts';

/** A cart with three days of a station, opened in the checkout. */
export async function openCheckout(page: Page) {
  await page
    .getByRole('button', { name: /^View Details & Get Data/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
  await page.getByText('Item Added to Cart').first().waitFor();
  await page.getByRole('link', { name: /^CART 1 item/ }).click();
  for (const [label, text] of [
    [/^Start date of Surface/, '2019-01-01 00:00:00'],
    [/^End date of Surface/, '2019-01-03 23:59:59'],
  ] as const) {
    await page.getByRole('textbox', { name: label }).fill(text);
    await page.getByRole('textbox', { name: label }).press('Enter');
  }
  await page.getByText('3 files').first().waitFor();
  await page.getByRole('button', { name: 'Checkout' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Data Selection Summary' });
  await dialog.waitFor();
  return dialog;
}
export const STATION = '#/results/ffac::sgp.E13/instrument_class_code::met';

export async function fillSignIn(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel(/^User name/).fill(name);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}

/**
 * The bodies of orders that were sent; each waits for `gate`, and the first `failing` never arrive.
 */
export async function holdOrders(page: Page, gate: Promise<void>, failing = 0) {
  const sent: { idempotencyKey: string; [member: string]: unknown }[] = [];
  await page.route('**/orders/create', async (route) => {
    sent.push(route.request().postDataJSON());
    if (sent.length <= failing) return await route.abort();
    await gate;
    await route.continue();
  });
  return sent;
}
