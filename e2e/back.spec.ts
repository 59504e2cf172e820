// Going back closes exactly the topmost overlay and stays on the page; what was closed otherwise
// leaves nothing in the history.

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Look, pictured, returning } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';

const demo = sharedDemo();

const RESULTS = '/results/site_code::sgp/s::met?rows=10';
const hashOf = (page: Page): string => new URL(page.url()).hash.slice(1);
const dialogs = (page: Page) => page.getByRole('dialog');

/** Opens home, then the results: going back from them leads home. */
async function atResults(name: string, flow: (page: Page) => Promise<void>, look: Look = {}) {
  const { page, context, complaints } = await returning(demo.browser, demo.server, '#/', look);
  await pictured(page, `back-${name}`, async () => {
    await follow(page, RESULTS);
    await page.getByRole('rowheader').first().waitFor();
    await flow(page);
    expect(complaints).toEqual([]);
  });
  await context.close();
}

/** Nothing is open, the results are as they were, and the next step back leads home. */
async function expectOneStepFromHome(page: Page): Promise<void> {
  await dialogs(page).first().waitFor({ state: 'detached' });
  expect(hashOf(page)).toBe(RESULTS);
  await page.waitForTimeout(100); // a step that should not be taken takes this long
  expect(hashOf(page)).toBe(RESULTS);
  await back(page);
  await page.waitForFunction(() => location.hash === '#/');
}

/** Goes to an address as a link does. */
const follow = (page: Page, hash: string) =>
  page.evaluate((next) => {
    location.hash = next;
  }, hash);

/** Goes back as the browser's button does; the page may stay the same. */
const back = (page: Page) => page.evaluate(() => history.back());

const openDetails = async (page: Page): Promise<void> => {
  await page.getByRole('rowheader').first().getByRole('link').click();
  await dialogs(page).getByText('Filter DQRs based on zoom').waitFor();
};

it('from the cart leads to the page whose link opened it, not to the search before that', async () => {
  await atResults('cart', async (page) => {
    await follow(page, '/guidedsearch');
    await page.waitForFunction(() => location.hash === '#/guidedsearch');
    await page.getByRole('link', { name: /^Cart/i }).first().click();
    await page.getByRole('button', { name: 'Go Back' }).click();
    await page.waitForFunction(() => location.hash !== '#/saved');
    expect(hashOf(page)).toBe('/guidedsearch');
  });
});

it('from details that were opened here, however they are closed', async () => {
  await atResults('details', async (page) => {
    await openDetails(page);
    await back(page);
    await dialogs(page).waitFor({ state: 'detached' });
    await openDetails(page);
    await page.keyboard.press('Escape');
    await dialogs(page).waitFor({ state: 'detached' });
    await openDetails(page);
    await page.getByRole('button', { name: 'Close' }).first().click();
    await expectOneStepFromHome(page);
  });
});

it('from details that a link had opened leads to where the person came from', async () => {
  await atResults('shared', async (page) => {
    await openDetails(page);
    const details = hashOf(page);
    await follow(page, '/');
    await dialogs(page).waitFor({ state: 'detached' });
    await follow(page, details);
    await dialogs(page).getByText('Filter DQRs based on zoom').waitFor();
    await page.keyboard.press('Escape');
    await expectOneStepFromHome(page);
  });
});

it('going back closes a list of keys, and the page stays as it is scrolled', async () => {
  await atResults('keys', async (page) => {
    await page.evaluate(() => scrollTo(0, 100));
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press('?');
    await dialogs(page).waitFor();
    await back(page);
    await dialogs(page).waitFor({ state: 'detached' });
    await page.waitForFunction((y) => scrollY === y, before);
    await page.locator('#main').focus();
    await page.keyboard.press('?');
    await dialogs(page).waitFor();
    await page.keyboard.press('Escape');
    await expectOneStepFromHome(page);
  });
});

it('going back closes a window over details, then the details', async () => {
  await atResults('over-details', async (page) => {
    await openDetails(page);
    const details = hashOf(page);
    await page.getByRole('button', { name: 'Code to copy' }).click();
    const over = page.getByRole('dialog', { name: 'Code to copy' });
    await over.waitFor();
    await back(page);
    await over.waitFor({ state: 'detached' });
    expect(hashOf(page)).toBe(details);
    expect(await dialogs(page).count()).toBe(1);
    await back(page);
    await expectOneStepFromHome(page);
  });
});

it('going back passes over a report that its link has left for its page', async () => {
  await atResults('link', async (page) => {
    await follow(page, '/report/D080820.8');
    await page.locator('aside, main').getByRole('link', { name: 'D170321.8' }).click();
    await page.getByRole('link', { name: 'Open as a page' }).click();
    await page.getByRole('heading', { level: 1, name: /D170321\.8/ }).waitFor();
    expect(hashOf(page)).toBe('/report/D170321.8');
    await back(page);
    await page.getByRole('heading', { level: 1, name: /D080820\.8/ }).waitFor();
    await back(page);
    await page.getByRole('rowheader').first().waitFor();
    await expectOneStepFromHome(page);
  });
});

it('going back does not take back a link that was followed while a closed window leaves the history', async () => {
  await atResults('overtaken', async (page) => {
    await page.keyboard.press('?');
    await dialogs(page).waitFor();
    await page.evaluate(() => {
      const go = history.go.bind(history);
      history.go = (by) => {
        go(by); // the browser takes the step later
        location.hash = '/guidedsearch';
      };
    });
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'Guided search' }).waitFor();
    await page.waitForTimeout(100); // a step that should not be taken takes this long
    expect(hashOf(page)).toBe('/guidedsearch');
    await page.evaluate(() => Reflect.deleteProperty(history, 'go'));
    await back(page);
    await expectOneStepFromHome(page);
  });
});

it('going back closes the filters on a phone, and takes back what was chosen there', async () => {
  const phone = { width: 375, touch: true };
  await atResults(
    'phone',
    async (page) => {
      await page.getByRole('button', { name: /^Filters/ }).click();
      await dialogs(page).getByRole('checkbox').first().click();
      await dialogs(page).getByRole('button', { name: 'Apply' }).click();
      await page.waitForFunction((hash) => location.hash !== `#${hash}`, RESULTS);
      const chosen = hashOf(page);
      await back(page);
      await dialogs(page).waitFor({ state: 'detached' });
      expect(hashOf(page)).toBe(chosen);
      await back(page);
      await expectOneStepFromHome(page);
    },
    phone,
  );
});
