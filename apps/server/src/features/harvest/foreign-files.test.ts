// Files of other archives, and files that lack something a file should have: filed all the same,
// and reported.
import { utimes, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { freshArchive } from './testing/fresh-archive.ts';
import { writeTestFile } from './testing/write-file.ts';

const here = freshArchive();

const { at } = here;
const seconds = (text: string): number => Date.parse(text) / 1000;

async function filed() {
  await here.harvest();
  return await here.store.db.selectFrom('files').selectAll().orderBy('path').execute();
}

it('a CF or ACDD file of any name belongs to a datastream made of its title, with institution and platform as its place', async () => {
  const attributes = {
    Conventions: 'CF-1.8, ACDD-1.3',
    title: 'Ocean Mixed Layer',
    institution: 'Example University',
    platform: 'Buoy 7',
  };
  for (const format of ['classic', 'netcdf4'] as const)
    await writeTestFile(at(`${format}/data.nc`), {
      format,
      attributes,
      timeUnits: 'days since 2020-02-01',
      times: [0, 0.5, 1],
      variables: { mld: { standard_name: 'ocean_mixed_layer_thickness', units: 'm' } },
    });
  const rows = await filed();
  expect(rows.map((row) => [row.file_name, row.named, row.notices])).toEqual([
    ['classic_data.nc', 0, 'no-datastream'],
    ['netcdf4_data.nc', 0, 'no-datastream'],
  ]);
  expect(await here.store.db.selectFrom('datastreams').selectAll().execute()).toEqual([
    expect.objectContaining({
      datastream: 'ocean-mixed-layer-example-university-buoy-7',
      site_code: 'example-university',
      facility_code: 'buoy-7',
      data_level: '',
      start_s: seconds('2020-02-01T00:00:00Z'),
      end_s: seconds('2020-02-02T00:00:00Z'),
      file_count: 2,
    }),
  ]);
});

const bare = { timeUnits: null, times: [1, 2, 3] };
const times = async () => (await filed()).map((row) => [row.start_s, row.end_s, row.notices]);

it('its time coverage', async () => {
  await writeTestFile(at('sgpmetE13.b1.20190101.000000.nc'), {
    ...bare,
    attributes: {
      time_coverage_start: '2019-01-05T06:00:00Z',
      time_coverage_end: '20190106T120000Z',
    },
  });
  expect(await times()).toEqual([
    [seconds('2019-01-05T06:00:00Z'), seconds('2019-01-06T12:00:00Z'), 'no-axis'],
  ]);
  await writeTestFile(at('sgpmetE13.b1.20190101.000000.nc'), {
    ...bare,
    attributes: { time_coverage_start: '2019-01-05', time_coverage_end: '2019-01-07' },
  });
  expect(await times()).toEqual([
    [seconds('2019-01-05T00:00:00Z'), seconds('2019-01-07T23:59:59Z'), 'no-axis'],
  ]);
});
it('a file without a usable time axis is filed under the date in its name', async () => {
  await writeTestFile(at('sgpmetE13.b1.20190101.001500.nc'), bare);
  expect(await times()).toEqual([
    [seconds('2019-01-01T00:15:00Z'), seconds('2019-01-01T00:15:00Z'), 'no-axis'],
  ]);
});
it('a file without a usable time axis or a date in its name is filed under the date on disk', async () => {
  await writeTestFile(at('map.nc'), { timeless: true });
  await utimes(at('map.nc'), 1e9, 1e9);
  expect(await times()).toEqual([[1e9, 1e9, 'no-datastream,no-time']]);
});
it('a file whose times cannot be, or that has no record, is filed under the date of its name or on disk', async () => {
  await writeTestFile(at('sgpmetE13.b1.20190101.000000.nc'), { times: [1e20, 2e20] });
  await writeTestFile(at('sgpmetE13.b1.20190102.000000.nc'), { times: [] });
  const [first, second] = [seconds('2019-01-01T00:00:00Z'), seconds('2019-01-02T00:00:00Z')];
  expect(await times()).toEqual([
    [first, first, 'no-axis'],
    [second, second, 'no-records'],
  ]);
});

it('the time axis of a file has no fill values that no attribute states', async () => {
  await writeTestFile(at('filled.nc'), { times: [0, 3600, 9.96921e36] });
  expect(await times()).toEqual([
    [seconds('2019-01-01T00:00:00Z'), seconds('2019-01-01T01:00:00Z'), 'no-datastream'],
  ]);
});

it('the time axis of a file has the second that parts of days mean, and not the one before it', async () => {
  const times = [18_000.1, 18_000.35]; // 0.1 and 0.35 are no numbers in binary
  for (const calendar of ['standard', 'noleap'])
    await writeTestFile(at(`${calendar}.nc`), {
      ...{ timeUnits: 'days since 1970-01-01', calendar, times },
    });
  expect((await filed()).map((row) => [row.start_s % 86_400, row.end_s % 86_400])).toEqual([
    [8640, 30_240],
    [8640, 30_240],
  ]);
});

it.each([
  ['noleap', '2000-01-01', '2004-03-01'],
  ['365_day', '2000-01-01', '2004-03-01'],
  ['all_leap', '2000-01-01', '2004-02-25'],
  ['360_day', '2000-01-01', '2004-03-20'],
  ['julian', '2000-01-01', '2004-02-28'],
])(
  'the time axis of a file has the dates of the calendar %s of a model',
  async (calendar, first, last) => {
    await writeTestFile(at('model.nc'), {
      timeUnits: 'days since 2000-01-01 00:00:00',
      calendar,
      times: [0, 700, 1519.5],
    });
    expect(await times()).toEqual([
      [seconds(`${first}T00:00:00Z`), seconds(`${last}T12:00:00Z`), 'no-datastream,model-calendar'],
    ]);
  },
);

const scan = async (name: string, attributes: Record<string, string> = {}) => {
  await writeTestFile(at(name), { attributes });
  return (await filed())[0]?.scan_name;
};
it('scans are read from the file', async () => {
  expect(await scan('sgpxsaprI5.a1.20190101.000000.nc', { scan_name: 'PPI' })).toBe('ppi');
});
it('scans are not made up', async () => {
  expect(await scan('sgpmetE13.b1.20190101.000000.nc')).toBeNull();
});

const table = 'when,t\n2020-01-01,1\n2020-01-02,2\n';
const unfiled = () =>
  here.store.db.selectFrom('unreadable_files').select(['path', 'code', 'reason']).execute();

it('a table of text is reported to need a description, and filed as soon as it has one; the description is no file of the archive', async () => {
  await writeFile(at('roof.csv'), table);
  expect(await filed()).toEqual([]);
  expect(await unfiled()).toEqual([
    { path: 'roof.csv', code: 'not-netcdf', reason: expect.stringContaining('roof.csv.json') },
  ]);
  await writeFile(at('roof.csv.json'), '{"time": {"column": "when"}}');
  const later = Date.now() / 1000 + 10;
  await utimes(at('roof.csv.json'), later, later);
  expect((await filed()).map((row) => [row.path, row.start_s, row.end_s])).toEqual([
    ['roof.csv', seconds('2020-01-01T00:00:00Z'), seconds('2020-01-02T00:00:00Z')],
  ]);
  expect(await unfiled()).toEqual([]);
});

it('a table of text is read again when its description changes', async () => {
  await writeFile(at('roof.csv'), table);
  await writeFile(at('csv.json'), '{"time": {"column": "when"}}');
  const before = (await filed())[0]?.start_s ?? 0;
  await writeFile(at('csv.json'), '{"time": {"column": "when", "zone": "+01:00"}}');
  const later = Date.now() / 1000 + 10;
  await utimes(at('csv.json'), later, later);
  expect((await filed())[0]?.start_s).toBe(Number(before) - 3600);
});

it('a table of text with an archive name and without a description is filed by its name', async () => {
  await writeFile(at('sgpmetE13.b1.20190101.001500.csv'), table);
  expect((await filed()).map((row) => [row.start_s, row.design])).toEqual([
    [seconds('2019-01-01T00:15:00Z'), null],
  ]);
});
