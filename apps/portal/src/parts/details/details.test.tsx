// Details of records: products, campaigns, other repositories, and ids that moved on.
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPortal, server } from '../../testing/open-portal.tsx';
import { answerAgain, archive, recordedPortal, refuse } from '../../testing/recorded.ts';
import { made, metadataService } from '../../testing/small-archive.ts';
import { useCart } from '../cart/cart-store.ts';
import { useSelection } from './selection.ts';

recordedPortal();
beforeEach(() => {
  localStorage.setItem('isobar.welcome-dismissed', 'true');
  useSelection.setState({ byGroup: {} });
});

const WAIT = { timeout: 20_000 };
const entry = (dataLevel: string, dqrDates: string) => ({
  datastream: `sgpmetE13.${dataLevel}`,
  startDate: '2000-01-01T00:00:00Z',
  endDate: '2020-12-31T23:59:59Z',
  dataLevel,
  dqrDates,
});
const reports = JSON.stringify([
  ['2010010100', '2012010100', 'D100101.1', 3],
  ['2011010100', '2013010100', '0', 0],
]);
const datastreams = JSON.stringify([entry('a1', '[]'), entry('b1', reports)]);
const MET = made('met', 'sgp', 'E13', 'temp', {
  priority: 1,
  datastreams,
  description: `Conventional weather station. ${'More words. '.repeat(20)}`,
});
const DOCUMENTS = [
  MET,
  made('met', 'sgp', 'E13', 'rain', { datastreams }),
  made('met', 'sgp', 'E13', 'temp', { dataLevel: 'a1', datastreams }),
  made('met', 'nsa', 'C1', 'temp'),
];

const TITLE = 'Surface Meteorological Instrumentation';
const TEMPERATURE = 'sgpmetE13.b1_temp_mean_sfcmet_met_sfcmet';
/** Two measurements of a station, its raw level, and another station with the same product. */
const STATIONS = [
  TEMPERATURE,
  'sgpmetE13.b1_tbrg_precip_total_sfcmet_met_sfcmet',
  'sgpmetE13.00_atmtemp_sfcmet_met_sfcmet',
  'nsametC1.b1_temp_mean_sfcmet_met_sfcmet',
];

async function openRecorded(path: string, ...ids: readonly string[]) {
  archive(...(ids.length > 0 ? ids : STATIONS));
  const opened = openPortal(path);
  const dialog = await screen.findByRole('dialog', {}, WAIT);
  return { ...opened, dialog };
}

/** Over records as the demo archive has none. */
async function open(path: string, documents = DOCUMENTS) {
  server.use(metadataService(documents).handler);
  const opened = openPortal(path);
  const dialog = await screen.findByRole('dialog', {}, WAIT);
  return { ...opened, dialog };
}

it('[S011] [S067] [S189] a data product opens from its address, with level and description', async () => {
  const { dialog } = await openRecorded(
    `/results/id::${TEMPERATURE}?dataLevel=b1&showDetails=true`,
  );
  await within(dialog).findByRole('heading', { name: TITLE }, WAIT);
  expect(await within(dialog).findByText('sgpmetE13.b1', {}, WAIT)).toBeTruthy();
  expect(within(dialog).getByText('Core surface weather station')).toBeTruthy();
});

it('a long description is cut, and shown whole on demand', async () => {
  const { user, dialog } = await open(`/results/id::${MET.id}?dataLevel=b1&showDetails=true`);
  await within(dialog).findByRole('heading', { name: 'MET instrument' }, WAIT);
  const text = within(dialog).getByText(/^Conventional weather station/);
  expect(text.textContent?.length).toBeLessThanOrEqual(141);
  await user.click(within(dialog).getByRole('button', { name: 'View More' }));
  expect(within(dialog).getByRole('button', { name: 'View Less' })).toBeTruthy();
});

it('[S138] a data product puts its own facility into the working selection, and adds it to the cart', async () => {
  const { user, dialog } = await openRecorded(`/results/site_code::sgp?details=${TEMPERATURE}`);
  await within(dialog).findByText('1 of 2 facilities chosen', {}, WAIT);
  expect(useSelection.getState().byGroup.met).toEqual(['sgp.E13']);
  await user.click(within(dialog).getByRole('button', { name: 'Add to Cart' }));
  await screen.findByText('Item Added to Cart');
  expect(useCart.getState().items).toMatchObject([
    { siteCode: 'sgp', facilityCode: 'E13', instrumentCode: 'met' },
  ]);
});

it('a data product shows its own facility first, wherever it is in the working selection', async () => {
  const { dialog } = await open(`/results/site_code::sgp?details=${MET.id}`);
  await within(dialog).findByText('1 of 2 facilities chosen', {}, WAIT);
  act(() => useSelection.setState({ byGroup: { met: ['nsa.C1', 'sgp.E13'] } }));
  const facility = await within(dialog).findByLabelText<HTMLSelectElement>('Facility', {}, WAIT);
  expect(facility.value).toBe('sgp.E13');
});

it('a data product leads to the values of the dates that are searched, as far as there are data', async () => {
  const { dialog } = await open(
    `/results/start_date::1999-07-01/end_date::2001-06-30?details=${MET.id}`,
  );
  const values = await within(dialog).findByRole('link', { name: 'Look at the values' }, WAIT);
  expect(values.getAttribute('href')).toMatch(
    /\?from=2000-01-01T00:00:00Z&to=2001-07-01T00:00:00Z$/,
  );
});

it('the level can be changed, and the address follows', async () => {
  const { user, dialog, router } = await open(`/results/site_code::sgp?details=${MET.id}`);
  await user.selectOptions(await within(dialog).findByLabelText('Data level', {}, WAIT), 'a1');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ dataLevel: 'a1' }));
  expect(await within(dialog).findByText('sgpmetE13.a1', {}, WAIT)).toBeTruthy();
});

it('[T011] [T022] [T023] [T025] [T067] a report in the address is selected, with those that overlap it', async () => {
  const { dialog } = await openRecorded(
    `/results/site_code::sgp?details=${TEMPERATURE}&report=D170321.8`,
  );
  const summary = await within(dialog).findByRole('region', { name: 'Selected report' }, WAIT);
  expect(within(summary).getByText('DATA SUSPECT')).toBeTruthy();
  expect(within(summary).getByText('1999-10-07 00:00:00 – 2002-06-14 23:59:59 UTC')).toBeTruthy();
  expect(within(summary).getByText('Other items in range')).toBeTruthy();
  expect(within(summary).getAllByText('DATA MISSING').length).toBeGreaterThan(1);
});

it('[T019] [T040] [T041] [T042] [T070] the timeline has its options; one measurement has its own reports', async () => {
  const { user, dialog } = await openRecorded(`/results/site_code::sgp?details=${TEMPERATURE}`);
  const drawn = await within(dialog).findByRole('img', { name: /\d suspect/ }, WAIT);
  const all = drawn.getAttribute('aria-label');
  const resolution = within(dialog).getByLabelText('Resolution') as HTMLSelectElement;
  expect(resolution.disabled).toBe(true);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Filter DQRs based on zoom' }));
  expect(resolution.disabled).toBe(false);
  await user.selectOptions(within(dialog).getByLabelText('Viewing'), 'Precipitation');
  const own = await within(dialog).findByRole('img', { name: /^Data from .*Reports: / }, WAIT);
  expect(own.getAttribute('aria-label')).not.toBe(all);
});

it('a data product lists its measurements', async () => {
  const { dialog } = await open(`/results/site_code::sgp?details=${MET.id}`);
  const table = await within(dialog).findByRole('region', { name: 'Primary measurements' }, WAIT);
  expect(within(table).getByText('Variable temp')).toBeTruthy();
  expect(within(table).getByText('Measured rain')).toBeTruthy();
});

it('a data product tells who made it, from what, under which licence, how much and which version it is', async () => {
  const person = (givenName: string, more: object) => ({
    name: `Reyes, ${givenName}`,
    nameType: 'Personal',
    givenName,
    familyName: 'Reyes',
    ...more,
  });
  const record = {
    creators: [person('Dana', { affiliation: [{ name: 'Plains Laboratory' }] })],
    contributors: [
      person('Dana', {
        contributorType: 'ProjectLeader',
        nameIdentifiers: [{ nameIdentifier: 'https://orcid.org/0000-0001-2345-6789' }],
      }),
      person('Eli', { contributorType: 'DataManager' }),
    ],
    rightsList: [{ rights: 'Attribution 4.0', rightsUri: 'https://licences.example/by' }],
    sizes: ['3650 files', '1200000000 bytes'],
    formats: ['application/x-netcdf'],
    version: 'met-4.28',
    relatedIdentifiers: [
      {
        relatedIdentifier: 'https://archive.example/datastream/sgpmetE13.a1',
        relatedIdentifierType: 'URL',
        relationType: 'IsDerivedFrom',
      },
      {
        relatedIdentifier: '10.1000/paper',
        relatedIdentifierType: 'DOI',
        relationType: 'IsCitedBy',
      },
    ],
  };
  const asked: string[] = [];
  server.use(
    http.get('*/datastream/:name', ({ params }) => {
      asked.push(String(params.name));
      return HttpResponse.json(record);
    }),
  );
  const { dialog } = await open(`/results/site_code::sgp?details=${MET.id}&dataLevel=b1`);
  const about = await within(dialog).findByRole('region', { name: 'About this datastream' }, WAIT);
  const leader = await within(about).findByRole('link', { name: 'Dana Reyes' }, WAIT);
  expect(leader.getAttribute('href')).toBe('https://orcid.org/0000-0001-2345-6789');
  expect(within(about).getByText(/author, project leader, Plains Laboratory/)).toBeTruthy();
  expect(within(about).getByText('data manager')).toBeTruthy();
  const link = (name: string) =>
    within(about).getByRole('link', { name }).getAttribute('href')?.split('?')[0];
  expect(link('Attribution 4.0')).toBe('https://licences.example/by');
  expect(link('sgpmetE13.a1')).toBe('/datastream/sgpmetE13.a1');
  expect(link('10.1000/paper')).toBe('https://doi.org/10.1000/paper');
  expect(within(about).getByText(/^3,650 files, 1\.\d+ GB, NetCDF$/)).toBeTruthy();
  expect(within(about).getByText('met-4.28')).toBeTruthy();
  expect(asked).toEqual(['sgpmetE13.b1.datacite.json']);
});

it('closing goes back to the results', async () => {
  const { user, dialog, router } = await open(`/results/site_code::sgp?details=${MET.id}`);
  await within(dialog).findByRole('heading', { name: 'MET instrument' }, WAIT);
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!);
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it("an id that moved on opens its datastream's present record with a notice", async () => {
  const { dialog } = await open('/results/id::sgpmetE13.b1_old_a_b_c?showDetails=true');
  expect(await within(dialog).findByText(/is no longer in the catalogue/, {}, WAIT)).toBeTruthy();
  expect(within(dialog).getByRole('heading', { name: 'MET instrument' })).toBeTruthy();
});

it('an id that moved on names an id of which nothing is left', async () => {
  const { dialog } = await open('/results/id::zzz.b1_old?showDetails=true');
  await within(dialog).findByText(/holds no record with the id zzz.b1_old/, {}, WAIT);
});

it('[S171] a failed call displays an error in place, with Try again', async () => {
  archive(...STATIONS);
  refuse('*/services/metadata/_search');
  const { user } = openPortal(`/results/site_code::sgp?details=${TEMPERATURE}`);
  const dialog = await screen.findByRole('dialog', {}, WAIT);
  await within(dialog).findByText('The details could not be loaded.', {}, WAIT);
  answerAgain();
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: TITLE }, WAIT);
});

it('[S068] field-campaign data has details of its own', async () => {
  const { dialog } = await openRecorded(
    '/results/s::pops?details=sgppopsE13.a1_total_N_conc_micchem_pops_aeros&data=all',
    'sgppopsE13.a1_total_N_conc_micchem_pops_aeros',
  );
  await within(dialog).findByRole('heading', { name: /POPSnet-SGP/ }, WAIT);
  expect(within(dialog).getByRole('link', { name: 'sgp2019popsnet' })).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Open the IOP area' })).toBeTruthy();
});

it('field-campaign data tells the period of its metadata record, and that of its data while there is none', async () => {
  const document = made('lidar', 'sgp', 'C1', 'temp', {
    source_class_code: 'fc',
    iop_title: 'Fog campaign',
    iopShortName: 'sgp2010fog',
    link_xml: 'https://iop.example/Fog_campaign.xml',
  });
  server.use(
    http.get('*/services/campaigns/period/sgp2010fog', () =>
      HttpResponse.json({ code: 'unavailable', message: 'Away.' }, { status: 503 }),
    ),
  );
  const { user, dialog } = await open(`/results/s::lidar?details=${document.id}`, [document]);
  const own = `${document.start_date?.slice(0, 10)} – ${document.end_date?.slice(0, 10)}`;
  await within(dialog).findByText(/^The campaign's own dates could not be loaded/, {}, WAIT);
  expect(within(dialog).getByText('Period').nextElementSibling?.textContent).toContain(own);
  server.use(
    http.get('*/services/campaigns/period/sgp2010fog', () =>
      HttpResponse.json({ begin: '2010-05-02', end: null }),
    ),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(await within(dialog).findByText('2010-05-02 – present', {}, WAIT)).toBeTruthy();
});

const id = 'LAADS DAAC_MOD021KM.6.1';
const openExternal = () =>
  openRecorded(`/results/s::MODIS?external=true&details=${encodeURIComponent(id)}`, id);

it('[S070] a record of another repository shows badge, title, identifiers, keywords, both dates and the extent', async () => {
  const { dialog } = await openExternal();
  await within(dialog).findByRole(
    'heading',
    { name: 'MODIS calibrated radiances, 1 km, Terra V6.1 (MOD021KM)' },
    WAIT,
  );
  await within(dialog).findByText(/Visible radiance/, {}, WAIT);
  const shown = (dialog.textContent ?? '').replaceAll(/\s+/g, ' ');
  for (const part of [
    'LAADS DAAC',
    'MOD021KM.6.1',
    'C2571283214-LAADS',
    'Visible radiance',
    '2000-02-24',
    '2026-09-23',
    '26 years, 212 days',
  ]) {
    expect(shown, part).toContain(part);
  }
});

it('[S069] [S071] [S073] [S074] [S081] a record of another repository shows everything that the repository tells', async () => {
  const { dialog } = await openExternal();
  await within(dialog).findByText(/^Calibrated radiances in 36 bands\./, {}, WAIT);
  for (const text of [
    'LAADS DAAC',
    'C2571283214-LAADS',
    '10.0000/demo.laads.mod021km',
    /^MODIS science team \(2001\)\./,
    /^Please name Level-1 and Atmosphere Archive/,
    'Terra',
    'MODIS',
    '1 km',
    'HDF',
    '126.0 MB',
    'Greenbelt, Maryland, United States',
    'Raw counts of MODIS',
    'CF names and units checked',
  ]) {
    expect(within(dialog).getAllByText(text).length, String(text)).toBeGreaterThan(0);
  }
});

it('[S184] [S075] satellite dates are days, and contacts are mail links with the name', async () => {
  const { dialog } = await openExternal();
  expect((await within(dialog).findAllByText('2000-02-24', {}, WAIT)).length).toBe(1);
  const contact = within(dialog).getByRole('link', { name: 'MODIS science team' });
  expect(contact.getAttribute('href')).toBe('mailto:modis@laads.example');
});

it('[S072] [S185] a record of another repository draws its bounding box', async () => {
  const { dialog } = await openExternal();
  await within(dialog).findByRole(
    'img',
    { name: 'Area from -90 to 90 degrees north and -180 to 180 degrees east' },
    WAIT,
  );
});

it('[S076] [S077] Get Data asks and opens, and the licence is shown beside it', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user, dialog } = await openExternal();
  await within(dialog).findByRole('link', { name: 'Creative Commons Attribution 4.0' }, WAIT);
  await user.click(within(dialog).getByRole('button', { name: 'Get Data' }));
  await screen.findByText(
    'This data is archived by Level-1 and Atmosphere Archive and Distribution System. Please confirm to open in a new tab.',
  );
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(opened).toHaveBeenCalledWith(
    'https://laads.example/datasets/MOD021KM_6.1',
    '_blank',
    'noopener',
  );
  opened.mockRestore();
});
