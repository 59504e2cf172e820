// The guided search as a person meets it: start choices, questions, and the search that comes of
// them.
import type { MetadataDocument } from '@isobar/contract/catalogue/metadata-document.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { openPortal, server } from '../../testing/open-portal.tsx';
import { answerAgain, archive, recordedPortal, refuse } from '../../testing/recorded.ts';
import { made, metadataService } from '../../testing/small-archive.ts';
import { searchIndex } from '../../testing/tiny-index.ts';

recordedPortal();
afterEach(() => vi.restoreAllMocks());

const aerosols: Partial<MetadataDocument> = {
  meas_category_code: ['aeros'],
  meas_category_name: ['Aerosols'],
  meas_subcategory_code: ['aeros.optical'],
  meas_subcategory_name: ['Optical Properties'],
  instrument_category_code: ['aeros'],
  instrument_category_name: ['Aerosol instruments'],
};
const tonga = { epoch_codes: ['tonga_blast'], epochs: ['Tonga'] };
const DOCUMENTS = [
  made('met', 'sgp', 'E13', 'temp', tonga),
  made('met', 'sgp', 'E13', 'rh', { dataLevel: '00', data_level_desc: 'Raw data' }),
  made('met', 'nsa', 'C1', 'temp', {
    ...tonga,
    site_type: 'M',
    start_date: '1998-03-01T00:00:00Z',
  }),
  made('met', 'twp', 'C1', 'temp', { site_type: 'I', end_date: '2021-05-06T00:00:00Z' }),
  made('psap', 'sgp', 'C1', 'absorption', { ...aerosols, dataLevel: 'c1' }),
];
const epoch = (code: string, name: string, days: string[], sites: string[]) => ({
  id: code,
  epoch_code: code,
  epoch_name: name,
  epoch_desc: `Days of ${name}.`,
  epoch_times: JSON.stringify(days),
  site_codes: sites,
});
const EPOCHS = [
  epoch('tonga_blast', 'Tonga', ['2022-01-15', '2022-01-16', '2022-01-17'], ['sgp', 'nsa']),
  epoch('long', 'Long ago', ['2001-01-01', '2001-01-02', '2005-06-07', '2009-08-09'], ['sgp']),
];

/**
 * Weather at two sites, two measurements and a raw level of it at one; aerosols; a site that is
 * closed.
 */
const RECORDED = [
  'sgpmetE13.b1_temp_mean_sfcmet_met_sfcmet',
  'sgpmetE13.b1_atmos_pressure_sfcmet_met_sfcmet',
  'sgpmetE13.00_atmtemp_sfcmet_met_sfcmet',
  'nsametC1.b1_temp_mean_sfcmet_met_sfcmet',
  'sgpaodbe2chC1.c1_aerosol_optical_depth_filter1_optical_aodbe_aeros',
  'twpecmwfupaX30.c1_temp_sfcmet_ecmwf_derivmod',
];

function openRecorded(path: string) {
  const held = archive(...RECORDED);
  return { ...openPortal(path), ...held };
}

/** For epochs and records as the demo archive has none. */
function open(path: string) {
  const service = metadataService(DOCUMENTS);
  server.use(
    service.handler,
    http.post('*/services/epochs/_search', async ({ request }) => {
      const body = await request.json();
      return HttpResponse.json(searchIndex(EPOCHS, body) as Record<string, string>);
    }),
  );
  return { ...openPortal(path), ...service };
}

const opened = async (name: RegExp) =>
  waitFor(() => expect(screen.getByRole('button', { name, expanded: true })).toBeTruthy());
const option = (role: 'radio' | 'checkbox', name: string) =>
  screen.findByRole(role, { name }) as Promise<HTMLInputElement>;
const press = (name: string) => screen.getByRole('button', { name });
const disabled = (button: HTMLElement) => [
  button.getAttribute('aria-disabled'),
  button.getAttribute('title'),
];

it('[H031] [H066] home has a tile and the footer a link', async () => {
  openPortal('/');
  const tile = await screen.findByRole('link', {
    name: 'Guided Search For new users, search through guided questions.',
  });
  expect(tile.getAttribute('href')).toBe('#/guidedsearch');
  const footer = screen.getByRole('navigation', { name: 'Footer' });
  const link = within(footer).getByRole('link', { name: 'Guided Search' });
  expect(link.getAttribute('href')).toBe('#/guidedsearch');
});

it('[H016] the route is a variant of home, whatever its case', async () => {
  openPortal('/guidedSearch');
  expect(await screen.findByRole('heading', { name: 'Guided Search', level: 1 })).toBeTruthy();
  const main = screen.getByRole('navigation', { name: 'Main' });
  const home = within(main).getByRole('link', { name: 'HOME' });
  expect(home.getAttribute('aria-current')).toBe('page');
});

it('[G001] [G003] [G004] start choices are measurement, instrument and the two epochs with their badges', async () => {
  openPortal('/guidedsearch');
  const list = await screen.findByRole('list', { name: 'Start choices' });
  const names = within(list)
    .getAllByRole('link')
    .map((link) => link.textContent ?? '');
  expect(names[0]).toMatch(/^Measurement/);
  expect(names[1]).toMatch(/^Instrument/);
  expect(names[2]).toMatch(/^Epoch \(By Epoch Type\) NEWBeta/);
  expect(names[3]).toMatch(/^Epoch \(By Location\) Beta/);
});

it('[G002] characteristics is disabled and says why', async () => {
  const { user, router } = openPortal('/guidedsearch');
  const choice = await screen.findByRole('button', { name: /^Characteristics/ });
  expect(disabled(choice)).toEqual(['true', 'Feature under development']);
  await user.click(choice);
  expect(router.state.location.search).toEqual({});
});

it('[G005] [G012] [G011] the first choice opens its steps, the first alone; later ones are disabled and say why', async () => {
  const { user, router } = openRecorded('/guidedsearch');
  const link = await screen.findByRole('link', { name: /^Measurement/ });
  await router.navigate({ href: (link.getAttribute('href') ?? '').replace(/^#/, '') });
  await opened(/Category/);
  expect(screen.getAllByRole('button', { expanded: true })).toHaveLength(1);
  for (const name of [
    /^Subcategory/,
    /Primary measurement/,
    /Data level/,
    /Location/,
    /Date range/,
  ]) {
    expect(disabled(screen.getByRole('button', { name, expanded: false }))).toEqual([
      'true',
      'Please make prior selections to enable this section!',
    ]);
  }
  await user.click(screen.getByRole('button', { name: /Location/ }));
  expect(screen.getByText('Please make prior selections to enable this section!')).toBeTruthy();
  await opened(/Category/);
});

it('[G015] [G026] radio options have a description; the first is preselected', async () => {
  openRecorded('/guidedsearch?by=measurement');
  const first = await option('radio', 'Aerosols');
  expect(first.checked).toBe(true);
  const second = await option('radio', 'Atmospheric State');
  expect(second.checked).toBe(false);
  const described = document.getElementById(second.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toMatch(/^Atmospheric temperature, .*data products?$/);
});

it('[G025] [G013] moving forward saves and opens the next; an enabled step opens by its heading', async () => {
  const { user, router } = openRecorded('/guidedsearch?by=measurement');
  await user.click(await option('radio', 'Atmospheric State'));
  await user.click(press('Next Step'));
  await opened(/Subcategory/);
  expect(router.state.location.search).toEqual({
    by: 'measurement',
    step: '2',
    meas_category_code: 'atmstate',
  });
  expect((await option('radio', 'Surface Meteorology')).checked).toBe(true);
  await user.click(screen.getByRole('button', { name: /Category Atmospheric State$/ }));
  await opened(/Category/);
  expect((await option('radio', 'Atmospheric State')).checked).toBe(true);
});

it('a choice in an epoch step enables the section after it', async () => {
  const { user } = open('/guidedsearch?by=epoch-location');
  await option('radio', 'Southern Great Plains');
  const types = screen.getByRole('button', { name: /Types/ });
  expect(types.getAttribute('aria-disabled')).toBe('true');
  await user.click(await option('radio', 'North Slope of Alaska'));
  expect(types.getAttribute('aria-disabled')).toBeNull();
  await user.click(types);
  await opened(/Types/);
  expect((await option('radio', 'Tonga')).checked).toBe(true);
  expect(screen.queryByRole('radio', { name: 'Long ago' })).toBeNull();
});

it('another answer to an earlier step disables the later ones and drops their answers', async () => {
  const { user, router } = open(
    '/guidedsearch?by=instrument&step=1&instrument_category_code=sfcmet&instrument_class_code=met&dataLevel=b1',
  );
  await user.click(await option('radio', 'Aerosol instruments'));
  expect(screen.getByRole('button', { name: /Data level/ }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await user.click(press('Next Step'));
  expect(await option('radio', 'PSAP class')).toBeTruthy();
  expect(router.state.location.search).toEqual({
    by: 'instrument',
    step: '2',
    instrument_category_code: 'aeros',
  });
});

it('[G007] [G014] primary measurements are checkboxes with a filter, the next step and the results', async () => {
  const { user, router } = openRecorded(
    '/guidedsearch?by=measurement&step=3&meas_category_code=atmstate&meas_subcategory_code=atmstate.sfcmet',
  );
  const pressure = await option('checkbox', 'Atmospheric pressure');
  expect(pressure.checked).toBe(true);
  await user.type(screen.getByRole('searchbox', { name: 'Filter primary measurement' }), 'TEMP');
  expect(screen.queryByRole('checkbox', { name: 'Atmospheric pressure' })).toBeNull();
  await user.click(await option('checkbox', 'Atmospheric temperature'));
  await user.clear(screen.getByRole('searchbox'));
  expect((await option('checkbox', 'Atmospheric pressure')).checked).toBe(true);
  expect(press('Next Step').hasAttribute('disabled')).toBe(false);
  await user.click(press('Go to Results'));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/results\//));
  expect(decodeURIComponent(router.state.location.pathname)).toBe(
    '/results/meas_category_code::atmstate/meas_subcategory_code::atmstate.sfcmet/primary_meas_type_code::atmpres,atmtemp',
  );
  router.history.back();
  await waitFor(() => expect(router.state.location.pathname).toBe('/guidedsearch'));
  expect(router.state.location.search).toMatchObject({
    primary_meas_type_code: 'atmpres,atmtemp',
  });
});

it('data levels without data are shown disabled', async () => {
  open(
    '/guidedsearch?by=instrument&step=3&instrument_category_code=sfcmet&instrument_class_code=met',
  );
  expect((await option('checkbox', 'c1')).disabled).toBe(true);
  const b1 = await option('checkbox', 'b1');
  expect([b1.disabled, b1.checked]).toEqual([false, true]);
});

it('locations are fixed and mobile sites only', async () => {
  open(
    '/guidedsearch?by=instrument&step=4&instrument_category_code=sfcmet&instrument_class_code=met&dataLevel=b1',
  );
  await option('checkbox', 'Southern Great Plains');
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  expect(screen.queryByRole('checkbox', { name: 'twp' })).toBeNull();
});

it('[G024] options of a step are asked for once and kept', async () => {
  const { user, sent } = openRecorded('/guidedsearch?by=measurement');
  await option('radio', 'Aerosols');
  await user.click(press('Next Step'));
  await option('radio', 'Optical and Radiative Properties');
  await user.click(screen.getByRole('button', { name: /^Category Aerosols/ }));
  await option('radio', 'Atmospheric State');
  expect(sent).toHaveLength(2);
});

const AT_DATES =
  '/guidedsearch?by=instrument&step=5&instrument_category_code=sfcmet&instrument_class_code=met&dataLevel=b1&site_code=sgp,nsa';

it('[G016] [G030] the step of dates shows the timeframe of the matching data and two pickers', async () => {
  openRecorded(AT_DATES);
  expect(await screen.findByText('Available timeframe: 1993-07-20 to 2026-09-23 UTC')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Start date' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'End date' })).toBeTruthy();
  expect(press('Get Data')).toBeTruthy();
});

it('only dates that are set go to the results', async () => {
  const { user, router } = open(AT_DATES);
  const start = await screen.findByRole('textbox', { name: 'Start date' });
  fireEvent.change(start, { target: { value: '2010-05-01' } });
  fireEvent.blur(start);
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ start_date: '2010-05-01' }),
  );
  await user.click(press('Get Data'));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/results\//));
  const path = decodeURIComponent(router.state.location.pathname);
  expect(path).toContain('/site_code::sgp,nsa/start_date::2010-05-01');
  expect(path).not.toContain('end_date');
});

it('[G021] [G017] [G018] [G022] the days of an epoch are toggled in a calendar, and no others', async () => {
  const { user, router } = openRecorded(
    '/guidedsearch?by=epoch-type&step=3&epoch_codes=tonga_blast&site_code=sgp',
  );
  expect(await screen.findByText('Retrieving dates for epoch...')).toBeTruthy();
  expect(await screen.findByText('6 dates selected / 6 available')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Year' })).toBeNull();
  const day = (name: RegExp) => screen.getByRole('button', { name });
  expect(day(/January 25th/).hasAttribute('disabled')).toBe(true);
  await user.click(day(/January 16th/));
  expect(await screen.findByText('5 dates selected / 6 available')).toBeTruthy();
  await user.click(press('Get Data'));
  await waitFor(() =>
    expect(decodeURIComponent(router.state.location.pathname)).toBe(
      '/results/epoch_codes::tonga_blast/site_code::sgp/epoch_days::20220115,20220117,20220118,20220119,20220120',
    ),
  );
});

it('more than two years have a selector with the days of each', async () => {
  const { user } = open('/guidedsearch?by=epoch-type&step=3&epoch_codes=long&site_code=sgp');
  const year = await screen.findByRole('combobox', { name: 'Year' });
  const labels = within(year)
    .getAllByRole('option')
    .map((one) => one.textContent);
  expect(labels).toEqual(['2001 (2 days)', '2005 (1 day)', '2009 (1 day)']);
  await user.selectOptions(year, '2005');
  expect(screen.getByRole('grid', { name: 'June 2005' })).toBeTruthy();
});

it('in an archive without data it displays that, and how to add them', async () => {
  server.use(metadataService([]).handler);
  openPortal('/guidedsearch?by=measurement&step=1');
  await screen.findByText(/There are no data in this archive yet/);
  expect(screen.getByRole('link', { name: 'Contact the operator' }).getAttribute('href')).toBe(
    '#/support',
  );
  expect(screen.queryByText(/Open an earlier question/)).toBeNull();
});

it('[G023] New Guided Search leads back to the start choices', async () => {
  const { user } = openRecorded(AT_DATES);
  await user.click(await screen.findByRole('button', { name: 'New Guided Search' }));
  expect(await screen.findByRole('list', { name: 'Start choices' })).toBeTruthy();
});

it('Clear All resets to the first step', async () => {
  const { user, router } = open(AT_DATES);
  await user.click(await screen.findByRole('button', { name: 'Clear All' }));
  await opened(/Category/);
  expect(router.state.location.search).toEqual({ by: 'instrument', step: '1' });
});

it('[G035] a failure of the options is logged, the options are gone, and asking again helps', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { user } = openRecorded('/guidedsearch?by=measurement');
  await option('radio', 'Aerosols');
  refuse('*/services/metadata/_search');
  await user.click(press('Next Step'));
  expect(await screen.findByText('The options could not be loaded.')).toBeTruthy();
  expect(log).toHaveBeenCalledWith('Guided search, meas_subcategory_code:', expect.anything());
  expect(screen.queryByRole('radio')).toBeNull();
  answerAgain();
  await user.click(press('Try again'));
  expect(await option('radio', 'Optical and Radiative Properties')).toBeTruthy();
});
