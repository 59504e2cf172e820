// Every state of the data search in a real browser: accessible in both themes, wide and on the
// narrowest phone.

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  pictured,
  returning,
  seenIn,
} from './browser.ts';
import { sharedDemo } from './demo-for-all.ts';

const demo = sharedDemo();

type State = readonly [name: string, hash: string, act?: (page: Page) => Promise<unknown>];

const RESULTS = '#/results/site_code::sgp?rows=10';

/** On phones one button opens the switches. */
async function unfold(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Display controls' }).click();
  await page.getByRole('region', { name: 'Display' }).waitFor();
}
const STATES: readonly State[] = [
  ['home', '#/'],
  ['no filters', '#/results'],
  ['results', RESULTS],
  ['measurements', `${RESULTS}&view=measurement`],
  ['nothing found', '#/results/s::nothinglikethis'],
  [
    'suggestions',
    RESULTS,
    async (page) => {
      await page.getByRole('combobox', { name: 'Search the catalogue' }).fill('cloud');
      await page.getByRole('option').first().waitFor();
    },
  ],
  [
    'a row menu',
    RESULTS,
    async (page) => {
      await page
        .getByRole('button', { name: /^View Details/ })
        .first()
        .click();
      await page.getByRole('menuitem').first().waitFor();
    },
  ],
  [
    'an open row',
    RESULTS,
    async (page) => {
      await page
        .getByRole('button', { name: /\d+ facilit/ })
        .first()
        .click();
      await page.getByRole('checkbox', { name: 'Select all sites and facilities' }).waitFor();
    },
  ],
  [
    'details',
    RESULTS,
    async (page) => {
      await page.getByRole('rowheader').first().getByRole('link').click();
      await page.getByRole('dialog').getByText('Filter DQRs based on zoom').waitFor();
    },
  ],
  [
    'an external record',
    '#/results/s::cloud?external=true&sort=product',
    async (page) => {
      await page
        .getByText(/^(LAADS|GES DISC|ACTRIS)/)
        .first()
        .waitFor();
    },
  ],
  [
    'timeline options',
    RESULTS,
    async (page) => {
      if ((page.viewportSize()?.width ?? 0) < 768) await unfold(page);
      await page.getByRole('button', { name: 'Timeline Options' }).click();
      await page.getByRole('dialog', { name: 'Timeline Display Options' }).waitFor();
    },
  ],
  [
    'the keys',
    RESULTS,
    async (page) => {
      await page.locator('h1').click();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    },
  ],
];
const WIDE: readonly State[] = [
  [
    'the recommendation preference',
    RESULTS,
    async (page) => {
      await page.getByRole('button', { name: 'Recommendation Preference' }).click();
      await page.getByRole('dialog', { name: 'Recommendation Preference' }).waitFor();
    },
  ],
  [
    'a step of the tour',
    RESULTS,
    async (page) => {
      await page.getByRole('button', { name: 'Tour' }).click();
      await page.getByRole('menuitem', { name: 'Tour of the sidebar' }).click();
      await page.getByRole('dialog', { name: 'Filters' }).waitFor();
    },
  ],
  [
    'advanced filters',
    '#/results/site_code::sgp/dataLevel::b1?rows=10',
    async (page) => {
      await page.getByRole('button', { name: /^Measurements/ }).click();
      await page
        .getByRole('group', { name: 'Measurements' })
        .getByRole('checkbox')
        .first()
        .waitFor();
    },
  ],
  [
    'a calendar',
    RESULTS,
    async (page) => {
      await page.getByRole('button', { name: 'Calendar' }).click();
      await page.getByRole('grid').first().waitFor();
    },
  ],
];
const NARROW: readonly State[] = [
  ['unfolded controls', RESULTS, unfold],
  [
    'what the marks mean',
    RESULTS,
    async (page) => {
      await page.getByRole('button', { name: 'What the marks mean' }).click();
      await page.getByRole('list', { name: 'Timeline legend' }).waitFor();
    },
  ],
  [
    'the places of the portal',
    RESULTS,
    async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: 'HOME', exact: true }).waitFor();
    },
  ],
  [
    'a step of the tour',
    RESULTS,
    async (page) => {
      await unfold(page);
      await page.getByRole('button', { name: 'Tour' }).click();
      await page.getByRole('menuitem', { name: 'Tour of the top bar' }).click();
      await page.getByRole('dialog', { name: 'Search text' }).waitFor();
    },
  ],
  [
    'the filters drawer',
    RESULTS,
    async (page) => {
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
      await page.getByRole('group', { name: 'Categories' }).waitFor();
    },
  ],
];

it.each([
  [1440, [...STATES, ...WIDE]],
  [320, [...STATES, ...NARROW]],
] as const)(
  'every state is accessible at %i pixels in both themes, without sideways scroll or violations of the policy',
  { timeout: 900_000 },
  async (width, states) => {
    const { page, open, complaints } = await returning(demo.browser, demo.server, '#/', {
      width,
    });
    for (const [name, hash, act] of states) {
      await pictured(page, `state-${width}-${name.replaceAll(' ', '-')}`, async () => {
        await seenIn(page, { theme: 'light' });
        await open(hash);
        if (hash !== '#/') await page.locator('main h1:not(:text-is("Searching…"))').waitFor();
        await act?.(page);
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        // the dark theme is checked on the wide screen only
        if (width === 320 && STATES.some(([known]) => known === name)) return;
        await seenIn(page, { theme: 'dark' });
        await expectAccessible(page, 'colours');
      }).catch((error: unknown) => {
        throw new Error(`in the state '${name}'`, { cause: error });
      });
    }
    expect(complaints).toEqual([]);
  },
);
