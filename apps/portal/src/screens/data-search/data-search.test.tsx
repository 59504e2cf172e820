// The data search screen over a small archive: filters, views, results, and what happens when calls
// fail.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPortal, server } from '../../testing/open-portal.tsx';
import {
  answerAgain,
  archive,
  everything,
  recordedPortal,
  refuse,
} from '../../testing/recorded.ts';
import { made, metadataService } from '../../testing/small-archive.ts';

recordedPortal();
beforeEach(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));

/**
 * Two products at SGP of which one has two measurements, one of them at NSA too, one that is not
 * recommended, one of another archive.
 */
const SOME = [
  'sgpmetE13.b1_temp_mean_sfcmet_met_sfcmet',
  'sgpmetE13.b1_tbrg_precip_total_sfcmet_met_sfcmet',
  'nsametC1.b1_temp_mean_sfcmet_met_sfcmet',
  'sgpceilC1.b1_first_cbh_macro_ceil_cloud',
  'sgpsfcfluxE13.c1_be_latent_heat_flux_sfcflux_sfcflux_radio',
  'GES DISC_AIRIBRAD.005',
];
const KINDS = [
  'sgplasso-les-ecmwf-20190504C1.m1_T_sfcmet_lasso_derivmod',
  'sgpaodbe2chC1.c1_aerosol_optical_depth_filter1_optical_aodbe_aeros',
  'sgppopsE13.a1_total_N_conc_micchem_pops_aeros',
];
const MET = 'Surface Meteorological Instrumentation';
const ELSEWHERE = 'AIRS infrared radiances V005 (AIRIBRAD)';

function open(path: string, ids: readonly string[] = SOME) {
  const held = archive(...ids);
  return { ...openPortal(path), ...held };
}

/** For descriptions as no record of the demo archive has them. */
function openMade(description: string): void {
  server.use(
    metadataService([made('met', 'sgp', 'E13', 'temp', { priority: 1, description })]).handler,
  );
  openPortal('/results/site_code::sgp');
}

const status = (text: string | RegExp) => screen.findByText(text, {}, { timeout: 20_000 });
const rowOf = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;

it('[S005] [S032] [S188] the screen of results shows the results of the filters in the address', async () => {
  open('/results/site_code::sgp');
  await status('Search Results - Showing 1-2 of 2');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('2 data products');
  expect(await screen.findByRole('link', { name: MET })).toBeTruthy();
});

it('[S001] the screen of results finds instruments, derived products, campaign, investigator, model and epoch data', async () => {
  const { router } = open('/results/site_code::sgp?data=all', [...SOME, ...KINDS]);
  await status('Search Results - Showing 1-6 of 6');
  for (const label of ['Routine Data', 'Field Campaign Data', 'PI Data', 'Model Data']) {
    expect((await screen.findAllByText(label)).length).toBeGreaterThan(0);
  }
  await router.navigate({ href: '/results/epoch_codes::sgpshallow?data=all' });
  await status(/^Search Results - Showing 1-\d of \d/);
  expect(await screen.findByRole('link', { name: MET })).toBeTruthy();
});

it('[S006] [S062] [S163] without filters counts and no rows', async () => {
  const { sent } = open('/results');
  await screen.findByRole('heading', { name: 'No Filters Applied' });
  expect(await screen.findByRole('radio', { name: 'Data Products (2)' })).toBeTruthy();
  expect(sent.find(({ body }) => 'collapse' in body)?.body.size).toBe(0);
});

it.each(['/results', '/results/s::temperature'])(
  'the results %s of an archive without data tell what it is and what its operator does',
  async (address) => {
    server.use(metadataService([]).handler);
    openPortal(address);
    await screen.findByRole('heading', { name: 'This archive has no data yet' });
    expect(screen.getByText('isobar harvest FOLDER')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Contact the operator' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'All Field Campaign Datasets' })).toBeNull();
  },
);

it('[S033] [S063] [S064] that are empty show a message and offer Clear All', async () => {
  const { user, router } = open('/results/s::nothinglikethis');
  await screen.findByRole('heading', { name: 'No Results Found' });
  expect((await screen.findAllByText('No Results Found')).length).toBe(2);
  await user.click(screen.getAllByRole('button', { name: 'Clear All' })[0]!);
  await waitFor(() => expect(router.state.location.pathname).toBe('/results'));
});

it('the empty state offers words that begin as the text ends', async () => {
  const { user, router } = open('/results/s::nothinglikethis');
  await user.click(await screen.findByRole('button', { name: 'Search for nothinglikethis*' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/results/s::nothinglikethis*'));
  await screen.findByRole('heading', { name: 'No Results Found' });
  expect(screen.queryByRole('button', { name: 'Search for nothinglikethis*' })).toBeNull();
});

it('[S066] the empty state leads to all field-campaign datasets', async () => {
  open('/results');
  const link = await screen.findByRole('link', { name: 'All Field Campaign Datasets' });
  expect(link.getAttribute('href')).toBe('#/results/source_class_code::fc,iop?data=all');
});

it('[S065] the empty state leads to Guided Search, which is new', async () => {
  open('/results/s::nothinglikethis');
  await screen.findByRole('heading', { name: 'No Results Found' });
  const link = screen.getByRole('link', { name: 'Guided Search NEW' });
  expect(link.getAttribute('href')).toBe('#/guidedsearch');
});

it('[S048] [S050] columns of the two views', async () => {
  const { user } = open('/results/site_code::sgp');
  await status('Search Results - Showing 1-2 of 2');
  const names = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);
  expect(names().slice(0, 2)).toEqual(['Data Product', 'Description']);
  await user.click(screen.getByRole('radio', { name: /Primary Measurements/ }));
  await status('Search Results - Showing 1-3 of 3');
  expect(names().slice(0, 4)).toEqual([
    'Measurement',
    'Description',
    'Data Product',
    'Data Product Description',
  ]);
});

it('[S042] [S002] [S127] [S128] the view switch regroups and returns to the default sort', async () => {
  const { user, router } = open('/results/site_code::sgp?sort=end');
  await user.click(await screen.findByRole('radio', { name: 'Primary Measurements (3)' }));
  await status('Search Results - Showing 1-3 of 3');
  expect(router.state.location.search).toEqual({ view: 'measurement' });
  expect(screen.getByRole('radio', { name: 'Data Products (2)' })).toBeTruthy();
});

it('[S115] a primary measurement in the address shows the measurements view', async () => {
  open('/results/primary_meas_type_code::atmtemp');
  await status('Search Results - Showing 1-1 of 1');
  expect(
    (screen.getByRole('radio', { name: /Primary Measurements/ }) as HTMLInputElement).checked,
  ).toBe(true);
});

it('[S043] [S045] the switches are disabled when there is nothing to switch to', async () => {
  open('/results/s::nothinglikethis');
  await screen.findByRole('heading', { name: 'No Results Found' });
  for (const name of [/Primary Measurements/, /Recommended Data/]) {
    const radio = await screen.findByRole('radio', { name });
    await waitFor(() => expect((radio as HTMLInputElement).disabled).toBe(true));
  }
});

it('[S044] [S121] All Data adds what is not recommended, from page 1', async () => {
  const { user, router } = open('/results/site_code::sgp?page=2');
  await user.click(await screen.findByRole('radio', { name: 'All Data (3)' }));
  await status('Search Results - Showing 1-3 of 3');
  expect(router.state.location.search).toEqual({ data: 'all' });
  await user.click(screen.getByRole('radio', { name: 'Recommended Data (2)' }));
  await status('Search Results - Showing 1-2 of 2');
  expect(screen.queryByRole('link', { name: 'Surface Flux' })).toBeNull();
});

it('[S120] the screen of results shows all data by itself when nothing is recommended', async () => {
  open('/results/source_class_code::pi');
  await status('Search Results - Showing 1-1 of 1');
  expect(screen.getByText(/No recommended data match/)).toBeTruthy();
  expect((screen.getByRole('radio', { name: /All Data/ }) as HTMLInputElement).checked).toBe(true);
});

it('descriptions end after 500 characters with an ellipsis', async () => {
  openMade('word '.repeat(200));
  const row = await rowOf('MET instrument');
  const text = within(row).getByText(/^word/).textContent ?? '';
  expect(text.length).toBeLessThanOrEqual(500);
  expect(text.length).toBeGreaterThan(490);
  expect(text.endsWith('…')).toBe(true);
});

it('a description of 500 characters is whole', async () => {
  const whole = 'x'.repeat(500);
  openMade(whole);
  expect(within(await rowOf('MET instrument')).getByText(whole)).toBeTruthy();
});

it('[S030] [T015] results are beside the filters with the search box, and each row has its timeline', async () => {
  open('/results/site_code::sgp');
  const row = await rowOf(MET);
  expect(row.querySelector('[data-timeline]')).toBeTruthy();
  const box = screen.getByRole('combobox', { name: 'Search the catalogue' });
  const filters = screen.getByRole('group', { name: 'Categories' }).closest('aside')!;
  expect(filters.contains(box)).toBe(false);
  expect(filters.parentElement?.contains(box)).toBe(true);
});

it('[S047] [S174] page size and pages', async () => {
  const { user, router } = open('/results/start_date::1991-01-01?data=all&rows=10', everything());
  await status('Search Results - Showing 1-10 of 12');
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await status('Search Results - Showing 11-12 of 12');
  expect(router.state.location.search).toEqual({ data: 'all', rows: '10', page: '2' });
  await user.selectOptions(screen.getByLabelText('Page Size'), '50');
  await status('Search Results - Showing 1-12 of 12');
  expect(router.state.location.search).toEqual({ data: 'all', rows: '50' });
});

it('[S046] sorting goes into the address and the search', async () => {
  const { user, router, sent } = open('/results/site_code::sgp');
  await status('Search Results - Showing 1-2 of 2');
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Start Date (earliest)');
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'start' }));
  await waitFor(() =>
    expect(
      sent.some(({ body }) => JSON.stringify(body.sort ?? 0).startsWith('[{"start_date"')),
    ).toBe(true),
  );
});

it('[S019] [S020] [S193] an old address is rewritten to the present form', async () => {
  const { router } = open('/results/s/fsite::sgp/d::2001-01-01,2002-01-01');
  await status('Search Results - Showing 1-2 of 2');
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(
      '/results/site_code::sgp/start_date::2001-01-01/end_date::2002-01-01',
    ),
  );
});

it('values with signs of their own stay whole in the address', async () => {
  const { user, router } = open('/results');
  const box = await screen.findByRole('combobox', { name: 'Search the catalogue' });
  await user.type(box, 'a/b 50% "x"{Enter}');
  await screen.findByRole('button', { name: 'Remove Text a/b 50% "x"' });
  expect(router.state.location.href).toContain('s::a%252Fb%2050%2525%20%22x%22');
});

it('the screen of results tells what the address holds that is no filter', async () => {
  open('/results/nonsense::x/site_code::sgp');
  await status('Search Results - Showing 1-2 of 2');
  expect(screen.getByText('nonsense::x')).toBeTruthy();
});

it('[S059] [S060] [S061] tooltips explain views and recommendation', async () => {
  const { user } = open('/results/site_code::sgp');
  await user.hover(await screen.findByRole('button', { name: 'About the two views' }));
  const views = screen.getByRole('tooltip').textContent ?? '';
  expect(views).toMatch(/like the previous version/);
  expect(views).toMatch(
    /groups the results by instrument, value-added product, IOP and field-campaign/,
  );
  await user.hover(screen.getByRole('button', { name: 'About recommended data' }));
  expect(screen.getAllByRole('tooltip').at(-1)?.textContent).toMatch(
    /everything is returned regardless of its recommendation level/,
  );
});

it('[S034] [S035] [S020] a chip names its filter, and removing it rewrites the address', async () => {
  const { user, router } = open('/results/site_code::sgp/s::temperature');
  await user.click(
    await screen.findByRole('button', { name: 'Remove Site Southern Great Plains' }),
  );
  await waitFor(() => expect(router.state.location.pathname).toBe('/results/s::temperature'));
});

it('[S037] Clear All removes every filter', async () => {
  const { user, router } = open('/results/site_code::sgp/s::temperature');
  await user.click(await screen.findByRole('button', { name: 'Clear All' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/results'));
});

it('[S036] [S038] [S039] [S041] five are expanded, and the user can collapse them', async () => {
  const { user } = open('/results/site_code::a,b,c,d,e');
  expect(await screen.findAllByRole('button', { name: /^Remove Site/ })).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Collapse Selections' }));
  await user.click(screen.getByRole('button', { name: '(5) Filters Applied' }));
  expect(screen.getAllByRole('button', { name: /^Remove Site/ })).toHaveLength(5);
});

it('[S040] six fold by themselves', async () => {
  open('/results/site_code::a,b,c,d,e,f');
  expect(await screen.findByRole('button', { name: '(6) Filters Applied' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Remove Site/ })).toBeNull();
});

it('[S058] [S130] [S131] unchecking searches the others, checking all five clears the filter', async () => {
  const { user, router } = open('/results/site_code::sgp?data=all');
  await status('Search Results - Showing 1-3 of 3');
  const box = (name: string) => screen.getByRole('checkbox', { name });
  await user.click(screen.getByRole('button', { name: 'Type 5 of 5' }));
  for (const name of ['Routine', 'Evaluation', 'Model', 'PI', 'Field Campaign']) {
    expect((box(name) as HTMLInputElement).checked).toBe(true);
  }
  await user.click(box('PI'));
  await status('Search Results - Showing 1-2 of 2');
  expect(router.state.location.pathname).toContain('source_class_code::armobs,');
  expect(screen.getByRole('button', { name: 'Type 4 of 5' })).toBeTruthy();
  await user.click(box('PI'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/results/site_code::sgp'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('checkbox', { name: 'PI' })).toBeNull();
});

it('[S031] [S123] [S095] [S124] the switch includes them, with their facet group', async () => {
  const { user, router } = open('/results/s::radiances');
  await screen.findByRole('heading', { name: 'No Results Found' });
  await user.click(screen.getByRole('switch', { name: 'Include External Repositories' }));
  await status('Search Results - Showing 1-1 of 1');
  const group = await screen.findByRole('group', { name: 'Data Repository' });
  await user.click(within(group).getByRole('checkbox', { name: /GES DISC/ }));
  await user.click(within(group).getByRole('button', { name: /^Apply/ }));
  await waitFor(() =>
    expect(decodeURIComponent(router.state.location.pathname)).toBe(
      '/results/s::radiances/data_repository::GES DISC',
    ),
  );
  await user.click(screen.getByRole('switch', { name: 'Include External Repositories' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/results/s::radiances'));
});

it('[S055] few results offer those of other repositories, on page 1', async () => {
  const { user } = open('/results/s::radiances');
  await user.click(
    await screen.findByRole('button', { name: 'Show Search Results from External Repository' }),
  );
  await status('Search Results - Showing 1-1 of 1');
  expect(
    screen.queryByRole('button', { name: 'Show Search Results from External Repository' }),
  ).toBeNull();
});

it('[S137] a row of another repository asks before it opens a new tab', async () => {
  const { user } = open('/results/s::radiances?external=true');
  await user.click(await rowOf(ELSEWHERE));
  await screen.findByText(
    'This data is archived by Goddard Earth Sciences Data and Information Services Center. Please confirm to open in a new tab.',
  );
});

it('[S054] the last recommended page leads to all data', async () => {
  const { user } = open('/results/site_code::sgp');
  await user.click(
    await screen.findByRole('button', { name: 'Expand Search Results to All Data' }),
  );
  await status('Search Results - Showing 1-3 of 3');
  expect(screen.queryByRole('button', { name: 'Expand Search Results to All Data' })).toBeNull();
});

it('[S056] [S057] [S122] text expands to all fields and narrows again, from page 1', async () => {
  const { user, router } = open('/results/s::highest?page=2');
  await user.click(await screen.findByRole('button', { name: 'Expand Search with All Fields' }));
  await status('Search Results - Showing 1-2 of 2');
  expect(router.state.location.search).toEqual({ fields: 'all' });
  await user.click(screen.getByRole('button', { name: 'Narrow Search to Relevant Fields' }));
  await screen.findByRole('heading', { name: 'No Results Found' });
});

it('[S169] [S170] a failed search shows a message in place, resets its results, and can be tried again', async () => {
  refuse('*/services/metadata/_search');
  const { user } = open('/results/site_code::sgp');
  await screen.findByText('The results could not be loaded.', {}, { timeout: 20_000 });
  expect(screen.queryByText(/Data Products \(\d/)).toBeNull();
  const categories = screen.getByRole('group', { name: 'Categories' });
  expect(await within(categories).findByText('The values could not be loaded.')).toBeTruthy();
  answerAgain();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await status('Search Results - Showing 1-2 of 2');
});

it('a search without an answer shows that the server cannot be reached', async () => {
  refuse('*/services/metadata/_search', 0);
  openPortal('/results/site_code::sgp');
  await screen.findByText(/The server did not answer/, {}, { timeout: 20_000 });
});
