// Ways to open every part of the portal that is loaded only when it is needed, as an operator with
// an order and a full cart sees them.
import type { Page } from 'playwright-core';
import { comesNear } from './browser.ts';
import { addresses } from './screens.ts';
import { PASSWORD } from './server.ts';

export type Known = Parameters<typeof addresses>[0];

export type Way = {
  readonly name: string;
  readonly at: string;
  /** Without a session, and for the first time. */
  readonly isGuest?: true;
  readonly width?: number;
  /** Before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Opens part after part, and waits for what each shows. */
  readonly walk: (page: Page) => Promise<unknown>;
};

const SEARCH = '/results/datastream::sgpmetE13.b1?rows=10';
const RECORD =
  '/results/id::sgpmetE13.b1_temp_mean_sfcmet_met_sfcmet?dataLevel=b1&showDetails=true';
const ORDERS = '/account/order';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const exact = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name }).first();
const press = (page: Page, name: string | RegExp) => button(page, name).click();
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).click();
const text = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();
const shown = (page: Page, name: string | RegExp) => dialog(page, name).waitFor();
const closed = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.keyboard.press('Escape');
  await dialog(page, name).waitFor({ state: 'hidden' });
};
const seen = async (page: Page, name: string | RegExp): Promise<void> => {
  await shown(page, name);
  await closed(page, name);
};
const found = (page: Page) => text(page, /^Search Results - Showing/);

/** Screens that no other way begins on, at the first address of the route. */
const SCREENS = [
  ...([
    '/quicklooks/$ds/$vn',
    '/day/$site/$facility',
    '/report/$id',
    '/orderreport/$orderId',
    '/orders/drafts/$draftId',
  ] as const),
  ...(['/qualityreports', '/reports', '/reports/$id', '/operate/$'] as const),
  ...(['/register', '/verify', '/support'] as const),
  '/difference/$' as const,
];

const screens = (known: Known): readonly Way[] =>
  SCREENS.map((path) => ({
    name: `the screen of ${path}`,
    at: addresses(known)[path][0] ?? '',
    walk: (page) => page.locator('main h1').first().waitFor(),
  }));

const SEARCHING: readonly Way[] = [
  {
    name: 'the first visit of the search, in words',
    at: '/results/',
    isGuest: true,
    walk: async (page) => {
      await exact(page, "Don't show me this again").click();
      await page
        .getByRole('combobox', { name: 'Search the catalogue' })
        .fill('rain in berlin 2019');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
      await found(page);
      await text(page, 'No data have the word');
      await page.getByLabel('Understood from your words').waitFor();
      await text(page, /^Matched:/);
    },
  },
  {
    name: 'a search that finds nothing',
    at: '/results/s::nothinglikethis',
    walk: (page) => text(page, 'No Results Found'),
  },
  {
    name: 'a row of the results',
    at: SEARCH,
    walk: async (page) => {
      await found(page);
      await press(page, /^View Details & Get Data/);
      await item(page, 'Code to copy');
      await seen(page, /^Code/);
      await press(page, /^View Details & Get Data/);
      const notices = page.getByRole('region', { name: /^Notices/ });
      await Promise.all([notices.getByRole('button').first().waitFor(), item(page, 'Add to Cart')]);
      await press(page, /^\d+ facilities/);
      await text(page, 'The thin line above is the union of these bars');
      await page
        .getByText(/^\d+ reports$/)
        .first()
        .click();
      await page.getByRole('table', { name: /^Quality reports of/ }).waitFor();
    },
  },
  {
    name: 'the bar over the results',
    at: SEARCH,
    walk: async (page) => {
      await found(page);
      await press(page, 'Share or download these results');
      await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
      await page.keyboard.press('Escape');
      await press(page, 'Timeline Options');
      await seen(page, 'Timeline Display Options');
      await press(page, 'Recommendation Preference');
      await seen(page, 'Recommendation Preference');
      await press(page, 'Saved searches');
      await seen(page, 'Saved searches');
      await page.locator('h1').click();
      await page.keyboard.press('?');
      await seen(page, 'Keys');
      await press(page, 'Calendar');
      await page.getByRole('grid').first().waitFor();
      await page.keyboard.press('Escape');
      await press(page, 'Tour');
      await item(page, 'Tour of the sidebar');
      await shown(page, 'Filters');
    },
  },
  {
    name: 'an epoch as a filter',
    at: '/results/site_code::ena?rows=10',
    walk: async (page) => {
      await found(page);
      await press(page, /^Advanced Filters/);
      await press(page, /^Epoch/);
      const epochs = page.getByRole('group', { name: 'Epoch' });
      await epochs.getByRole('checkbox').first().check();
      await epochs.getByRole('button', { name: /^Apply/ }).click();
      await button(page, /^Remove .*Epoch/).waitFor();
      await page.getByRole('region', { name: /^Epoch / }).waitFor();
    },
  },
  {
    name: 'the filters in a narrow window',
    at: SEARCH,
    width: 800,
    walk: async (page) => {
      await found(page);
      await press(page, /^Filters/);
      await shown(page, 'Filters');
    },
  },
  {
    name: 'a record of another repository',
    at: '/results/s::cloud?external=true&sort=product&rows=10',
    walk: async (page) => {
      await found(page);
      const external = page
        .getByRole('row')
        .filter({ hasText: /LAADS|GES DISC/ })
        .first();
      await external.getByRole('rowheader').getByRole('link').click();
      await page
        .getByRole('dialog')
        .getByRole('img', { name: /^Area from/ })
        .waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Get Data' }).click();
      await text(page, /Please confirm to open in a new tab/);
    },
  },
];

const DETAILS: readonly Way[] = [
  {
    name: 'the details of a product',
    at: RECORD,
    walk: async (page) => {
      const details = page.getByRole('dialog').first();
      await details.getByRole('heading', { name: 'About this datastream' }).waitFor();
      await details.getByRole('checkbox', { name: 'Share of valid data' }).check();
      await details.getByText(/ parts of \d+ [dh]: /).waitFor();
      await press(page, /^Map of /);
      await details.locator('canvas').first().waitFor();
      await press(page, 'Code to copy');
      await seen(page, /^Code/);
      await press(page, 'Generate Citation');
      await press(page, 'Edit and export…');
      await seen(page, /citation/i);
      await press(page, 'Open as one array');
      await page
        .getByText('Preparing the array…')
        .or(page.getByLabel(/^Code in/))
        .first()
        .waitFor();
    },
  },
  {
    name: 'a report and plots beside the results',
    at: '/results/s::sgpmet/quicklooks/sgpmetE13.b1/temp_mean?date=20190103',
    walk: async (page) => {
      await page
        .getByRole('region', { name: /^The day / })
        .getByRole('img')
        .first()
        .waitFor();
      await press(page, /^Enlarge temp_mean/);
      await text(page, /quality report/);
      await button(page, 'Later day').waitFor();
    },
  },
];

const SHELL: readonly Way[] = [
  {
    name: 'a notice about maintenance',
    at: '/verify',
    isGuest: true,
    before: (page) =>
      page.route('**/services/maintenance/*', (route) =>
        route.fulfill({ json: { message: 'Back at noon UTC' } }),
      ),
    walk: (page) => text(page, 'Back at noon UTC'),
  },
  {
    name: 'a way back from a site that signs in',
    at: '/?ticket=x',
    isGuest: true,
    walk: (page) => text(page, /ticket|signed in/i),
  },
  {
    name: 'the home screen',
    at: '/',
    walk: async (page) => {
      // Each part is loaded when it comes near: the globe before the page is scrolled.
      const globe = page.getByRole('region', { name: 'Sites on a globe' });
      await globe.waitFor();
      await comesNear(page.getByRole('region', { name: 'What is new' }));
      await text(page, 'Latest quality reports');
      await press(page, 'Click to interact');
      await exact(page, 'OK').click();
      await globe.locator('canvas').waitFor();
      await press(page, 'Citation Generator');
      await seen(page, /citation/i);
      await press(page, 'Support');
      await seen(page, 'Support');
      await press(page, /^Workbench/i);
      await seen(page, 'Data Workbench');
    },
  },
];

const ORDERING: readonly Way[] = [
  {
    name: 'the cart',
    at: '/saved',
    walk: async (page) => {
      await press(page, /^Start date of .*: calendar/);
      await page.getByRole('grid').first().waitFor();
      await page.keyboard.press('Escape');
      await press(page, 'Read them');
      await page
        .getByRole('link', { name: /^View Report D\d/ })
        .first()
        .click();
      await seen(page, 'DQR Information');
      await press(page, 'Checkout');
      await shown(page, 'Data Selection Summary');
      await page.getByRole('columnheader', { name: 'In your files' }).waitFor();
      await exact(page, 'Cancel').click();
      await press(page, /^Variables and files/);
      await page.getByRole('radio', { name: 'Order Specific Files' }).check({ force: true });
      await page.getByRole('listbox', { name: 'Files' }).waitFor();
      await page.getByRole('radio', { name: 'Multiple dates' }).check({ force: true });
      await press(page, 'Choose dates');
      await seen(page, /^Dates for/);
      await press(page, 'Clear Cart');
      await shown(page, /cart/i);
    },
  },
  {
    name: 'an order',
    at: ORDERS,
    walk: async (page) => {
      await press(page, 'Track Order');
      await page.getByRole('list', { name: 'Order tracking' }).waitFor();
      await press(page, 'Generate Citation');
      await button(page, 'Edit and export…').waitFor();
      await press(page, 'What changed since');
      await page.getByRole('region', { name: /^What changed since order/ }).waitFor();
      await press(page, 'Reorder Data');
      await item(page, 'Order Now');
      await shown(page, 'Thank you');
    },
  },
];

const ELSEWHERE: readonly Way[] = [
  {
    name: 'a variable over time',
    at: '/look/sgpmetE13.b1/temp_mean?from=2019-01-01&to=2019-01-08',
    walk: async (page) => {
      await press(page, /^Cite/);
      await page.getByRole('dialog').first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
      await press(page, /^Code/);
      await page.getByRole('dialog').first().waitFor();
      await closed(page, /^Code/);
      await press(page, 'Time grid');
      await shown(page, 'Put on one time grid');
    },
  },
  {
    name: 'the days of an epoch',
    at: '/guidedsearch?by=epoch-location&step=3&site_code=ena&epoch_codes=enaepoch',
    walk: async (page) => {
      await button(page, /June 2nd|2 June|June 2,/).focus();
      await press(page, /^Case illustration of/);
      await shown(page, 'Case illustration');
    },
  },
  {
    name: 'a search by place',
    at: '/locationsearch',
    walk: async (page) => {
      await press(page, 'Draw Polygon');
      await press(page, 'Type the corners');
      await page.getByRole('dialog').getByLabel('Latitude of corner 1').waitFor();
    },
  },
  {
    name: 'the code of found days',
    at: '/days?good=sgpmetE13.b1,temp_mean&from=2019-06-01&to=2019-06-30',
    walk: async (page) => {
      await press(page, 'Code to copy');
      await shown(page, /^Code/);
    },
  },
  {
    name: 'a session that is asked for',
    at: '/results/',
    isGuest: true,
    walk: async (page) => {
      await exact(page, "Don't show me this again").click();
      await press(page, 'Saved searches');
      const form = dialog(page, 'Sign in');
      await form.getByLabel(/^User name/).fill('demo');
      await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await form.getByRole('button', { name: 'Sign in' }).click();
      await shown(page, 'Saved searches');
    },
  },
];

export const ways = (known: Known): readonly Way[] => [
  ...screens(known),
  ...SEARCHING,
  ...DETAILS,
  ...SHELL,
  ...ORDERING,
  ...ELSEWHERE,
];
