// What many flows do: wait for results, read a page, put the first product into the cart.
import type { Page } from 'playwright-core';

const RESULTS = /^Search Results - Showing/;
/** Waits for the list of a search. */
export const found = (page: Page): Promise<void> => page.getByText(RESULTS).waitFor();
/** What the page states. */
export const whole = async (page: Page): Promise<string> =>
  ((await page.getByRole('main').textContent()) ?? '').replace(/\s+/g, ' ');

/** Puts what the first row offers into the cart, limited data with their acknowledgement. */
export async function addFirst(page: Page): Promise<void> {
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
