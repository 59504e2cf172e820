// The guided search in a real browser: by keyboard to a search, epochs to the cart, every question
// accessible.

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, pictured, visitor } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';

const demo = sharedDemo();

const next = (page: Page) => page.getByRole('button', { name: 'Next Step' }).click();
const opened = (page: Page, title: string) =>
  page.getByRole('button', { name: title, expanded: true }).waitFor();

it('a newcomer goes from home to the data of one measurement, with the keyboard alone', async () => {
  const { page, context, complaints } = await visitor(demo.browser);
  await pictured(page, 'guided-keyboard', async () => {
    await page.goto(`${demo.server.url}/discovery/#/`);
    await page.getByRole('link', { name: /^Guided Search For new users/ }).press('Enter');
    await page.getByRole('link', { name: /^Measurement/ }).press('Enter');
    await page.getByRole('radio', { name: 'Aerosols' }).press('ArrowDown');
    expect(await page.getByRole('radio', { name: 'Aerosols' }).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Next Step' }).press('Enter');
    await opened(page, 'Subcategory');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Subcategory');
    await page.getByRole('button', { name: 'Next Step' }).press('Enter');
    await page.getByRole('checkbox').nth(1).press('Space');
    await page.getByText('2 chosen').waitFor();
    await page.getByRole('button', { name: 'Next Step' }).press('Enter');
    await opened(page, 'Data level');
    await page.getByRole('button', { name: 'Next Step' }).press('Enter');
    await opened(page, 'Location');
    await page.getByRole('button', { name: 'Next Step' }).press('Enter');
    await page.getByText(/Available timeframe: \d{4}-/).waitFor();
    await page.getByRole('button', { name: 'Get Data' }).press('Enter');
    await page.getByRole('button', { name: "Don't show me this again" }).press('Enter');
    await page.getByRole('region', { name: 'Applied filters' }).waitFor();
    expect(decodeURIComponent(page.url())).toMatch(
      /results\/meas_category_code::[^/]+\/meas_subcategory_code::[^/]+\/primary_meas_type_code::[^/,]+,[^/]+\/dataLevel::\w+\/site_code::\w+$/,
    );
    await page.goBack();
    await opened(page, 'Date range');
  });
  expect(complaints).toEqual([]);
  await context.close();
});

it('days of an epoch reach the results', async () => {
  const { page, context, complaints } = await visitor(demo.browser);
  await pictured(page, 'guided-epoch', async () => {
    await page.goto(`${demo.server.url}/discovery/#/guidedsearch`);
    await page.getByRole('link', { name: /^Epoch \(By Location\)/ }).click();
    await page.getByRole('radio', { name: 'Eastern North Atlantic' }).check();
    await next(page);
    await page.getByRole('radio', { name: 'Tonga eruption pressure changes' }).check();
    await next(page);
    await page.getByText('6 dates selected / 6 available').waitFor();
    await page.getByRole('button', { name: /January 16th, 2022/ }).click();
    await page.getByText('5 dates selected / 6 available').waitFor();
    await page.getByRole('button', { name: 'Get Data' }).click();
    await page.getByText('5 days, 2022-01-15 to 2022-01-20').first().waitFor();
  });
  expect(complaints).toEqual([]);
  await context.close();
});

it('guided search is accessible at every question, light and dark, and fits a phone', async () => {
  const flow = '/guidedsearch?by=measurement&meas_category_code=atmstate';
  const more = '&meas_subcategory_code=atmstate.sfcmet&primary_meas_type_code=atmpres&dataLevel=b1';
  for (const [theme, width] of [
    ['light', 1440],
    ['dark', 375],
  ] as const) {
    const { page, context, complaints } = await visitor(demo.browser, { theme, width });
    for (const hash of [
      '/guidedsearch',
      flow,
      `${flow}${more}&step=3`,
      `${flow}${more}&step=4`,
      `${flow}${more}&site_code=sgp&step=6`,
      '/guidedsearch?by=epoch-type&epoch_codes=enaepoch&site_code=ena&step=3',
    ]) {
      await page.goto(`${demo.server.url}/discovery/#${hash}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    expect(complaints).toEqual([]);
    await context.close();
  }
});
