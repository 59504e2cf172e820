// What a visitor may do without signing in, in a real browser; a signed-in person may do all of it
// too.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openAnew, pictured, signIn, visitor } from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';

const demo = sharedDemo();

const PRODUCT = /Surface Meteorological Instrumentation/;

type Deed = readonly [what: string, route: string, act: (page: Page) => Promise<unknown>];

const SEARCHES: readonly Deed[] = [
  [
    'searches the data',
    '/results/s::temperature',
    async (page) => {
      await page.getByRole('heading', { name: /data products?/, level: 1 }).waitFor();
      await page.getByRole('rowheader').first().waitFor();
    },
  ],
  [
    'browses a facet',
    '/results/site_code::sgp',
    async (page) => {
      await page.getByRole('button', { name: /^Data Type/ }).click();
      await page
        .getByRole('checkbox', { name: /Value-Added|Evaluation|Routine/i })
        .first()
        .waitFor();
    },
  ],
  [
    'is guided by questions',
    '/guidedsearch?by=measurement',
    async (page) => {
      await page.getByRole('radio', { name: 'Aerosols' }).check();
      await page.getByRole('button', { name: 'Next Step' }).click();
      await page.getByText('Which side of it?').waitFor();
    },
  ],
  [
    'searches the map',
    '/locationsearch',
    async (page) => {
      await page.getByText('Viewing All Locations').waitFor();
      await page.getByRole('button', { name: 'SGP', exact: true }).click();
      await page
        .getByRole('button', { name: /^Show sgp\./ })
        .first()
        .waitFor();
    },
  ],
];

const USES: readonly Deed[] = [
  [
    'changes the timelines, opens details and picks facilities in them',
    '/results/instrument_code::met',
    async (page) => {
      await page.getByRole('button', { name: 'Timeline Options' }).click();
      const options = page.getByRole('dialog', { name: 'Timeline Display Options' });
      await options.getByRole('checkbox', { name: 'Show timelines in results' }).uncheck();
      await options.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('link', { name: PRODUCT }).first().click();
      const details = page.getByRole('dialog', { name: PRODUCT });
      await details.getByText('Filter DQRs based on zoom').waitFor();
      await details.getByRole('button', { name: 'Add to Cart' }).click();
      await page.getByRole('link', { name: 'View cart' }).waitFor();
    },
  ],
  [
    'picks a date',
    '/results/s::temperature',
    async (page) => {
      await page.getByRole('rowheader').first().waitFor();
      await page.getByLabel('Start date').first().fill('2019-01-01');
      await page.getByLabel('Start date').first().press('Enter');
      await page.getByRole('button', { name: 'Apply' }).first().click();
      await expect.poll(() => page.url(), { timeout: 60_000 }).toContain('2019-01-01');
    },
  ],
  [
    'makes a citation',
    '/',
    async (page) => {
      await page
        .getByRole('contentinfo')
        .getByRole('button', { name: 'Citation Generator' })
        .click();
      const tool = page.getByRole('dialog', { name: 'CITATION GENERATOR & EXPORTER TOOL' });
      await tool.getByRole('combobox').first().fill('sgpmetE13.b1');
      await tool.getByRole('option').first().click();
      await tool.getByRole('button', { name: 'Add Citation' }).click();
      await tool
        .getByText(/Atmospheric Radiation Measurement/)
        .first()
        .waitFor();
    },
  ],
  [
    'looks at quicklooks',
    '/quicklooks/sgpmetE13.b1/temp_mean?date=20190101',
    async (page) => {
      await page.getByText('31 plots').waitFor();
    },
  ],
  [
    'writes to support',
    '/',
    async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Support' }).click();
      await page.getByRole('dialog', { name: 'Support' }).getByRole('textbox').first().waitFor();
    },
  ],
  [
    'launches the workbench',
    '/',
    async (page) => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^workbench/i })
        .click();
      await page
        .getByRole('dialog', { name: 'Data Workbench' })
        .getByRole('link')
        .first()
        .waitFor();
    },
  ],
];

async function doAll(page: Page, who: string, deeds: readonly Deed[]): Promise<void> {
  for (const [what, route, act] of deeds)
    await pictured(page, `${who}-${what.replaceAll(' ', '-')}`, async () => {
      // closes whatever was open before
      await openAnew(page, `${demo.server.url}/discovery/#${route}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await act(page);
      expect(await page.getByRole('dialog', { name: 'Sign in' }).count()).toBe(0);
    });
}

/** The welcome notice appears above the results until it is dismissed. */
async function welcomed(page: Page): Promise<void> {
  await page.goto(`${demo.server.url}/discovery/#/results/s::temperature`);
  await page.getByRole('button', { name: "Don't show me this again" }).click();
}

describe('a visitor', () => {
  it('[A011] searches, browses, and uses guided and location search without an account', async () => {
    const { page, context, complaints } = await visitor(demo.browser, { coarse: true });
    await welcomed(page);
    await doAll(page, 'visitor', SEARCHES);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[A067] a visitor uses timelines, pickers, citations, quicklooks, support and the workbench', async () => {
    const { page, context, complaints } = await visitor(demo.browser, { coarse: true });
    await welcomed(page);
    await doAll(page, 'visitor', USES);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a signed-in person', () => {
  it('[A050] a signed-in person does all that a visitor can', async () => {
    const { page, context, complaints } = await visitor(demo.browser, { coarse: true });
    await welcomed(page);
    await signIn(demo.server, page, 'demo');
    await doAll(page, 'person', [...SEARCHES, ...USES]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('[T017] [T018] the rows of sites have the specified height and distance from the edge', async () => {
  const { page, context } = await visitor(demo.browser);
  await page.goto(`${demo.server.url}/discovery/#/locationsearch`);
  await page.getByText('Viewing All Locations').waitFor();
  const rows = page.getByRole('region', { name: 'Timeline of sites' });
  const styleOf = (selector: string, property: string) =>
    rows.evaluate(
      (region, [wanted = '', name = '']) => {
        const found = wanted === '' ? region : region.querySelector(wanted);
        return found ? getComputedStyle(found).getPropertyValue(name) : null;
      },
      [selector, property],
    );
  expect(await styleOf('', 'max-height')).toBe('400px');
  expect(await styleOf('button.place-row', 'padding-left')).toBe('7px');
  expect(await styleOf('button.place-row', 'min-height')).toBe('30px');
  await page.getByRole('combobox', { name: /site/i }).first().selectOption('ena');
  await expect
    .poll(() => styleOf('button.place-row', 'min-height'), { timeout: 60_000 })
    .toBe('40px');
  await context.close();
});
