// Notices at the lower right: they cover nothing that is needed, stay until they are read, and the
// keyboard can dismiss them.

import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, pictured, visitor } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';

const demo = sharedDemo();

const notice = (page: Page) => page.getByRole('status').locator('.pop');

/** Adds the first product of the results. */
async function addFirst(page: Page): Promise<void> {
  await page.goto(`${demo.server.url}/discovery/#/results/site_code::sgp`);
  await page.evaluate(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));
  await page
    .getByRole('button', { name: /^View Details & Get Data/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
  await notice(page).getByText('Item Added to Cart').waitFor();
}

/**
 * A press on the middle of the element reaches it, and no notice lies over a part of it, once what
 * is loaded has its place; `place` puts the page where the notice could be in the way, again each
 * time, since what is loaded moves it.
 */
async function expectFree(page: Page, of: Locator, place = async () => {}): Promise<void> {
  const isFree = async (): Promise<boolean> => {
    await place();
    const isReached = await of.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      return at !== null && element.contains(at);
    });
    const [box, over] = [await of.boundingBox(), await notice(page).first().boundingBox()];
    if (!box || !over) return false;
    const apart =
      box.x + box.width <= over.x ||
      over.x + over.width <= box.x ||
      box.y + box.height <= over.y ||
      over.y + over.height <= box.y;
    return isReached && apart;
  };
  await expect.poll(isFree, { timeout: 60_000 }).toBe(true);
}

it.each([
  [1440, 'light'],
  [375, 'dark'],
  [320, 'light'],
] as const)('toasts cover neither pages nor the checkout, at %i pixels', async (width, theme) => {
  const { page, context } = await visitor(demo.browser, { width, theme });
  await pictured(page, `toasts-${width}`, async () => {
    await addFirst(page);
    await notice(page).getByRole('button', { name: 'Dismiss' }).click();
    await addWithoutServer(page);
    const toPager = () =>
      page.evaluate(() => {
        const at = document.querySelector('nav[aria-label="Result pages"]');
        window.scrollBy(0, (at?.getBoundingClientRect().bottom ?? 0) - innerHeight + 20);
      });
    await expectFree(page, page.getByRole('button', { name: 'Scroll to top' }), toPager);
    const pager = page.getByRole('navigation', { name: 'Result pages' });
    for (const button of await pager.getByRole('button').all())
      await expectFree(page, button, toPager);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    // The button of the cart is at the lower edge of narrow windows.
    await page.evaluate(() => {
      location.hash = '#/saved';
    });
    await page.getByRole('heading', { level: 1, name: /^Cart/ }).waitFor();
    const checkout = page.getByRole('button', { name: 'Checkout' });
    await expectFree(page, checkout);
    await checkout.click();
    const dialog = page.getByRole('dialog', { name: 'Data Selection Summary' });
    for (const name of ['Submit order', 'Cancel'])
      await expectFree(page, dialog.getByRole('button', { name }));
    await notice(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => notice(page).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
  await context.close();
});

/** A problem stands until it is dismissed. */
async function addWithoutServer(page: Page): Promise<void> {
  const service = '**/services/metadata/_search*';
  await page.waitForLoadState('networkidle');
  await page.route(service, (route) => route.abort());
  await page
    .getByRole('button', { name: /^View Details & Get Data/ })
    .nth(1)
    .click();
  await page.getByRole('menuitem', { name: 'Add to Cart' }).click();
  await notice(page).getByText('It could not be added to the cart.').waitFor();
  await page.unroute(service);
}

it('the keyboard reads, follows and dismisses them', async () => {
  const { page, context } = await visitor(demo.browser);
  await pictured(page, 'toasts-keys', async () => {
    await addFirst(page);
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await expect.poll(focused).toBe('Get data'); // the menu has given the keyboard back
    // Keys are handled only once the first notice has appeared.
    await expect
      .poll(async () => {
        await page.keyboard.press('F8');
        return focused();
      })
      .toBe('View cart');
    await page.keyboard.press('Escape');
    await expect.poll(() => notice(page).count()).toBe(0);
    await expect.poll(focused).toBe('Get data');
  });
  await context.close();
});
