// The location search as a person meets it where no map can be drawn: the list has the same powers.
import type { MetadataDocument } from '@isobar/contract/catalogue/metadata-document.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { openPortal, server } from '../../testing/open-portal.tsx';
import { answerAgain, archive, recordedPortal, refuse } from '../../testing/recorded.ts';
import { made, metadataService } from '../../testing/small-archive.ts';
import { timelineMeasures } from './timeline-numbers.ts';

recordedPortal();
afterEach(() => vi.restoreAllMocks());

const at = (lat: number, lon: number): Partial<MetadataDocument> => ({
  location: `${lat},${lon}`,
  geo: { lat, lon },
});
const DOCUMENTS = [
  made('met', 'sgp', 'C1', 'temp', at(36.605, -97.485)),
  made('met', 'sgp', 'E13', 'rh', at(36.6, -97.5)),
  ...['E9', 'E11', 'E12', 'E15', 'E21'].map((e, i) =>
    made('met', 'sgp', e, 'rh', at(37 + i / 9, -98)),
  ),
  made('met', 'nsa', 'C1', 'temp', at(71.3, -156.6)),
  made('mwr', 'nsa', 'C1', 'pwv', at(71.3, -156.6)),
  made('met', 'ena', 'C1', 'temp', { ...at(39.1, -28), site_name: 'Eastern North Atlantic' }),
  made('met', 'twp', 'C1', 'temp', {
    ...at(-2, 147.4),
    site_type: 'I',
    site_name: 'Western Pacific',
    end_date: '2014-01-01T00:00:00Z',
  }),
  made('met', 'bnf', 'M1', 'temp', { ...at(34.3, -87.3), site_type: 'L', site_name: 'Bankhead' }),
  made('met', 'gan', 'M1', 'temp', {
    ...at(-0.7, 73.1),
    site_type: 'M',
    site_name: 'Gan Island',
    start_date: '2011-10-01T00:00:00Z',
    end_date: '2012-02-01T00:00:00Z',
  }),
  made('met', 'mag', 'M1', 'temp', { location: null, site_type: 'M', site_name: 'Ship' }),
  made('met', 'mag', 'F1', 'temp', { location: 'NULL', site_type: 'M', site_name: 'Ship' }),
];

const tracks = http.get('*/services/places/tracks/:ffac', ({ params }) =>
  HttpResponse.json({
    ffac: params.ffac,
    datastream: 'magmetM1.b1',
    positions:
      params.ffac === 'mag.M1'
        ? [
            [-118, 33],
            [-130, 29],
            [-157, 21],
          ]
        : [],
  }),
);

const openRecorded = (path = '/locationsearch') => ({ ...archive(), ...openPortal(path) });

/** Over more facilities, and ships. */
function open(path = '/locationsearch') {
  const service = metadataService(DOCUMENTS);
  server.use(service.handler, tracks);
  return { ...openPortal(path), ...service };
}
const status = async (text: string | RegExp) => {
  await waitFor(() => expect(screen.getAllByRole('status')[0]?.textContent).toMatch(text));
};
const list = () => screen.getByRole('region', { name: 'List of facilities' });
const timeline = () => screen.getByRole('region', { name: 'Timeline of sites' });
const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement;
const tick = () => screen.getByRole('checkbox', { name: 'View All' }) as HTMLInputElement;
const shapesSent = (sent: readonly { body: unknown }[]) =>
  sent.filter(({ body }) => JSON.stringify(body).includes('geo_shape'));

async function drawSquare(
  user: ReturnType<typeof openPortal>['user'],
  corners: readonly string[][],
) {
  await user.click(button('Draw Polygon'));
  const dialog = await screen.findByRole('dialog', { name: 'Corners of the area' });
  while (within(dialog).getAllByRole('listitem').length < corners.length)
    await user.click(within(dialog).getByRole('button', { name: 'Add a corner' }));
  for (const [i, [lat = '', lon = '']] of corners.entries()) {
    await user.type(
      within(dialog).getByRole('textbox', { name: `Latitude of corner ${i + 1}` }),
      lat,
    );
    await user.type(
      within(dialog).getByRole('textbox', { name: `Longitude of corner ${i + 1}` }),
      lon,
    );
  }
  await user.click(within(dialog).getByRole('button', { name: 'Show the area' }));
}
const OKLAHOMA = [
  ['36', '-99'],
  ['36', '-97'],
  ['37.5', '-97'],
  ['37.5', '-99'],
];

it('[H032] [H067] home has a tile and the footer a link', async () => {
  openRecorded('/');
  const tile = await screen.findByRole('link', {
    name: 'Location Search Use the map to search by site or facility.',
  });
  expect(tile.getAttribute('href')).toBe('#/locationsearch');
  const footer = screen.getByRole('navigation', { name: 'Footer' });
  const link = within(footer).getByRole('link', { name: 'Location Search' });
  expect(link.getAttribute('href')).toBe('#/locationsearch');
});

it('[H017] [L001] [L002] the route, whatever its case, is headed SEARCH THE MAP and has places and a timeline', async () => {
  openRecorded('/LocationSearch');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('SEARCH THE MAP');
  await status('Viewing All Locations');
  expect(list()).toBeTruthy();
  expect(timeline()).toBeTruthy();
  expect(screen.getByRole('link', { name: 'HOME' }).getAttribute('aria-current')).toBe('page');
});

it("[L011] while loading it shows 'Retrieving locations...'", async () => {
  openRecorded();
  await status('Retrieving locations...');
  await status('Viewing All Locations');
});

it('Draw Polygon and Reset, which rests while the view is the default', async () => {
  const { user } = open();
  await status('Viewing All Locations');
  expect(button('Draw Polygon').disabled).toBe(false);
  expect(button('Reset').disabled).toBe(true);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by site' }), 'nsa');
  expect(button('Reset').disabled).toBe(false);
});

it("[L004] 'Filter by site' has its four groups", async () => {
  openRecorded();
  await status('Viewing All Locations');
  const select = screen.getByRole('combobox', { name: 'Filter by site' });
  const groups = within(select).getAllByRole('group') as HTMLOptGroupElement[];
  expect(groups.map(({ label }) => label)).toEqual([
    'ARM Sites',
    'ARM Longterm Sites',
    'Mobile Sites',
    'ARM Inactive Sites',
  ]);
  expect(within(groups[3] as HTMLElement).getByRole('option').textContent).toBe(
    'TWP Tropical Western Pacific',
  );
});

it('[L012] [L023] a chosen site narrows all, and the timeline buttons rest', async () => {
  const { user, router } = openRecorded();
  await status('Viewing All Locations');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by site' }), 'nsa');
  await status('Viewing 1 site and 1 facility');
  expect(router.state.location.href).toBe('/locationsearch?site=nsa');
  expect(tick().disabled).toBe(true);
  for (const name of ['SGP', 'NSA', 'ENA', 'AMF', 'TWP', 'BNF'])
    expect(button(name).disabled).toBe(true);
  expect(screen.getByText(/Reset to choose sites here/)).toBeTruthy();
  await user.click(button('Reset'));
  expect(tick().disabled).toBe(false);
  expect(button('SGP').disabled).toBe(false);
});

it('[L005] [L006] [L022] View All and the site buttons exclude each other', async () => {
  const { user } = openRecorded();
  await status('Viewing All Locations');
  expect(tick().checked).toBe(true);
  expect(within(timeline()).getByText('Southeast U.S. in Bankhead National Forest')).toBeTruthy();
  for (const name of ['SGP', 'NSA', 'ENA', 'AMF', 'TWP', 'BNF']) {
    await user.click(button(name));
    expect(tick().checked).toBe(false);
    expect(button(name).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getAllByRole('button', { pressed: true })).toHaveLength(1);
  }
  expect(within(timeline()).queryByText(/^Cold-Air Outbreaks/)).toBeNull();
  await user.click(button('AMF'));
  expect(within(timeline()).getByText(/^Cold-Air Outbreaks/)).toBeTruthy();
  expect(within(timeline()).queryByText('Southeast U.S. in Bankhead National Forest')).toBeNull();
  await user.click(tick());
  expect(screen.queryAllByRole('button', { pressed: true })).toHaveLength(0);
  expect(within(timeline()).getByText('Southeast U.S. in Bankhead National Forest')).toBeTruthy();
  await user.click(tick());
  expect(within(timeline()).getByText('Choose a site above, or View All.')).toBeTruthy();
});

it('its rows are 7 px from the edge, 30 high or 40 where they are fewer than 25, and 400 in all', async () => {
  open();
  await status('Viewing All Locations');
  const measure = (name: string) => timeline().style.getPropertyValue(name);
  expect(['--place-padding', '--place-height', '--place-moves'].map(measure)).toEqual([
    '7px',
    '400px',
    '700ms',
  ]);
  expect(measure('--place-row')).toBe('40px');
});

it('[T018] twenty-five rows are lower than twenty-four', () => {
  const facilities = (count: number) => [{ facilities: Array.from({ length: count }) }] as never;
  const row = (count: number) =>
    (timelineMeasures(facilities(count)) as Record<string, string>)['--place-row'];
  expect([row(23), row(24), row(100)]).toEqual(['40px', '30px', '30px']);
});

it('an open site shows five facilities first, then all', async () => {
  const { user } = open('/locationsearch?timeline=sgp');
  await status('Viewing All Locations');
  const facilities = () => within(screen.getByRole('list', { name: /^Facilities of/ }));
  expect(facilities().getAllByRole('link', { name: /^Get Data of/ })).toHaveLength(5);
  await user.click(button('2 more facilities'));
  expect(facilities().getAllByRole('link', { name: /^Get Data of/ })).toHaveLength(7);
});

it('selecting it marks its timeline item, and Get Data searches by ffac', async () => {
  const { user, router } = open();
  await status('Viewing All Locations');
  await user.click(within(list()).getByRole('button', { name: /nsa\.C1/ }));
  expect(router.state.location.href).toBe('/locationsearch?facility=nsa.C1');
  const item = within(timeline())
    .getByRole('button', { name: /Show nsa\.C1/ })
    .closest('li');
  expect(item?.getAttribute('aria-current')).toBe('true');
  const panel = screen.getByRole('complementary', { name: 'Facility C1' });
  const get = within(panel).getByRole('link', { name: 'Get Data' });
  expect(get.getAttribute('href')).toBe('#/results/ffac::nsa.C1');
  expect(await within(panel).findByText('2 data products in 2 datastreams')).toBeTruthy();
  expect(within(panel).getByText('71.300 N, 156.600 W')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Facility C1');
});

it('a chosen product tells where else it is', async () => {
  const { user } = open('/locationsearch?facility=nsa.C1');
  const products = await screen.findByRole('region', { name: 'Data products of the facility' });
  await user.click(await within(products).findByRole('button', { name: /^MET instrument/ }));
  expect(
    await screen.findByRole('button', {
      name: 'Zoom out to see MET instrument at other nearby facilities.',
    }),
  ).toBeTruthy();
  await user.click(within(products).getByRole('button', { name: /^MWR instrument/ }));
  expect(await screen.findByText('MWR instrument is at no other facility.')).toBeTruthy();
});

it('one without a place is listed, with a note', async () => {
  open();
  await status('Viewing All Locations');
  const row = within(list()).getByRole('row', { name: /mag\.F1/ });
  expect(row.textContent).toContain('no fixed place');
});

it('a ship is found where its track passes through an area', async () => {
  open('/locationsearch?shape=-135 25, -125 25, -125 33, -135 33');
  await status('Viewing 1 site and 1 facility');
  expect(within(list()).getByRole('row', { name: /mag\.M1/ }).textContent).toContain('moves');
});

it('[L017] [L019] [L023] drawing it fetches the facilities inside; it stays in the address', async () => {
  const { user, router, sent } = openRecorded();
  await status('Viewing All Locations');
  expect(shapesSent(sent)).toHaveLength(0);
  await drawSquare(user, OKLAHOMA);
  await status('Viewing 1 site and 3 facilities');
  expect(shapesSent(sent)).toHaveLength(1);
  expect(router.state.location.search).toEqual({
    shape: '-99 36, -97 36, -97 37.5, -99 37.5',
  });
  expect(tick().disabled).toBe(true);
  expect(screen.getByText('Shows the drawn area. Reset to choose sites here.')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Search data in this area' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
    '#/results/shape::-99 36, -97 36, -97 37.5, -99 37.5',
  );
});

it('Reset clears area, site, selection and what narrows', async () => {
  const { user, router } = open(
    '/locationsearch?shape=-99 36, -97 36, -97 37.5&site=sgp&facility=sgp.C1&start=2001-01-01&measures=temp',
  );
  await status(/Viewing \d/);
  await user.click(button('Reset'));
  expect(router.state.location.href).toBe('/locationsearch');
  await status('Viewing All Locations');
  expect(screen.queryByRole('complementary', { name: /^Facility/ })).toBeNull();
});

it('corners that make no area are refused in words, and nothing is asked', async () => {
  const { user, sent } = open();
  await status('Viewing All Locations');
  await drawSquare(user, [
    ['36', '-99'],
    ['37', '-97'],
    ['36', '-97'],
    ['37', '-99'],
  ]);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The sides of an area must not cross each other.',
  );
  expect(shapesSent(sent)).toHaveLength(0);
});

it('dates and a measurement leave the places with such data, and are passed to the search', async () => {
  const { user } = open();
  await status('Viewing All Locations');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Measures' }), 'temp');
  await status('Viewing 7 sites and 8 facilities');
  await user.type(screen.getByRole('textbox', { name: 'With data from' }), '2016-01-01{Enter}');
  await status('Viewing 5 sites and 6 facilities');
  const get = within(list()).getByRole('link', { name: /^Get Data of nsa\.C1/ });
  expect(get.getAttribute('href')).toBe(
    '#/results/start_date::2016-01-01/primary_meas_type_code::temp/ffac::nsa.C1',
  );
});

it('a day that is none is refused in words', async () => {
  const { user, router } = open();
  await status('Viewing All Locations');
  await user.type(screen.getByRole('textbox', { name: 'With data from' }), '1890-01-01{Enter}');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^A day between 1991-01-01 and/);
  expect(router.state.location.href).toBe('/locationsearch');
});

it('distances are shown to coordinates or a site, nearest first; an unknown place is reported', async () => {
  const { user } = open();
  await status('Viewing All Locations');
  const box = screen.getByRole('textbox', { name: 'Distance to' });
  await user.type(box, '39.1 N, 28 W{Enter}');
  const rows = () =>
    within(list())
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
  await waitFor(() => expect(rows()[1]).toMatch(/^ena\.C1.*0 km/));
  await user.clear(screen.getByRole('textbox', { name: 'Distance to' }));
  await user.type(screen.getByRole('textbox', { name: 'Distance to' }), 'nsa{Enter}');
  await waitFor(() => expect(rows()[1]).toMatch(/^nsa\.C1/));
  await user.clear(screen.getByRole('textbox', { name: 'Distance to' }));
  await user.type(screen.getByRole('textbox', { name: 'Distance to' }), 'Atlantis{Enter}');
  expect(await screen.findByText(/^Type latitude and longitude/)).toBeTruthy();
});

it('[L028] one is logged, what hung on it is empty, and the person can try again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  refuse('*/services/metadata/_search');
  const { user } = openPortal('/locationsearch?site=nsa');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The locations could not be loaded.',
  );
  expect(logged.mock.calls.map(([what]) => what)).toContain('Location search, facilities:');
  const select = screen.getByRole('combobox', { name: 'Filter by site' });
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All sites']);
  expect(
    (screen.getByRole('combobox', { name: 'Measures' }) as HTMLSelectElement).options,
  ).toHaveLength(1);
  answerAgain();
  await user.click(button('Try again'));
  await status('Viewing 1 site and 1 facility');
});

it('an area whose answer fails shows nothing in it rather than everything', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const service = metadataService(DOCUMENTS);
  server.use(
    http.post('*/services/metadata/_search', async ({ request }) => {
      const text = await request.clone().text();
      if (text.includes('geo_shape')) return HttpResponse.json({}, { status: 400 });
    }),
    service.handler,
    tracks,
  );
  openPortal('/locationsearch?shape=-99 36, -97 36, -97 37.5');
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  expect(screen.getByText('Locations are not known.')).toBeTruthy();
  expect(screen.queryAllByRole('row')).toHaveLength(0);
  for (const untrue of ['There is no such place.', 'No locations have such data.'])
    expect(screen.queryByText(untrue)).toBeNull();
});
