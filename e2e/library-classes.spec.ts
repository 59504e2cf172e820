// Classes of the calendar's library that the portal's own styles name: the colours that days really
// have. A class that the library renames would leave them plain without any other fault.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pictured, returning } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';

const demo = sharedDemo();

/** What a colour of the portal's palette is on this page. */
const palette = (page: Page, name: string): Promise<string> =>
  page.evaluate((variable) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${variable})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

const looks = (one: Locator): Promise<{ readonly color: string; readonly background: string }> =>
  one.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return { color, background: backgroundColor };
  });

const day = (page: Page, date: string): Locator => page.locator(`td[data-day="${date}"]`).first();

it('the days of an epoch are marked in its calendar, and no others', async () => {
  const { page, context } = await returning(
    demo.browser,
    demo.server,
    '#/results/epoch_codes::tonga_blast',
  );
  await pictured(page, 'epoch-days', async () => {
    await page.getByText('from 2022-01-15 to 2022-01-20').first().waitFor();
    await day(page, '2022-01-15').waitFor();
    const soft = await palette(page, '--accent-soft');
    const accent = await palette(page, '--accent');
    for (const date of ['2022-01-15', '2022-01-20'])
      expect([date, await looks(day(page, date))]).toEqual([
        date,
        { color: accent, background: soft },
      ]);
    expect((await looks(day(page, '2022-01-05'))).background).not.toBe(soft);
  });
  await context.close();
});

it('the ends of a date range and the chosen days of an epoch have the colours of what is chosen', async () => {
  const { page, context, open } = await returning(
    demo.browser,
    demo.server,
    '#/results/s::temperature?rows=10',
  );
  await pictured(page, 'chosen-days', async () => {
    await page.getByRole('textbox', { name: 'Start date' }).fill('2019-03-01');
    await page.getByRole('textbox', { name: 'End date' }).fill('2019-03-03');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Calendar', exact: true }).click();
    const [ink, accent] = [await palette(page, '--accent-ink'), await palette(page, '--accent')];
    for (const date of ['2019-03-01', '2019-03-03'])
      expect([date, await looks(day(page, date).getByRole('button'))]).toEqual([
        date,
        { color: ink, background: accent },
      ]);
    await open('#/guidedsearch?by=epoch-location&step=3&site_code=ena&epoch_codes=tonga_blast');
    await page.getByText('6 dates selected').waitFor();
    const chosen = await looks(day(page, '2022-01-15').getByRole('button'));
    expect(chosen.background).toBe(await palette(page, '--accent'));
    expect((await looks(day(page, '2022-01-05').getByRole('button'))).background).not.toBe(
      chosen.background,
    );
  });
  await context.close();
});
