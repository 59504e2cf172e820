import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dateInName, parseFileName, seriesOf, stemOf } from './file-name.ts';

const seconds = fc.integer({ min: -1_000_000_000, max: 4_000_000_000 });
const datastream = fc.stringMatching(
  /^[a-z]{3}[a-z0-9]{1,20}[A-Z][0-9]{1,2}\.(00|01|[abcms][0-9])$/,
);
const utc = (text: string): number => Date.parse(text) / 1000;

/**
 * The name that a processed file has: `sgpmetE13.b1.20190101.000000.nc`. `start` in seconds UTC.
 */
function formatFileName(datastream: string, start: number, extension: string): string {
  const stamp = new Date(Math.floor(start) * 1000).toISOString().replace(/[-:]/g, '');
  return `${datastream}.${stamp.slice(0, 8)}.${stamp.slice(9, 15)}.${extension}`;
}

it('[P138] archived file names are a datastream, a day, a time and an ending', () => {
  fc.assert(
    fc.property(datastream, seconds, fc.constantFrom('nc', 'cdf'), (name, start, extension) => {
      expect(parseFileName(formatFileName(name, start, extension))).toMatchObject({
        datastream: name,
        start,
        extension,
        infixes: [],
        rawName: null,
      });
    }),
  );
});

it('archived file names never throw, and a parsed name begins with its datastream', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        datastream.chain((d) => fc.string().map((tail) => `${d}.${tail}`)),
      ),
      (name) => {
        const parsed = parseFileName(name);
        if (parsed) expect(name.startsWith(`${parsed.datastream}.`)).toBe(true);
      },
    ),
  );
});

it.each([
  ['sgp30ebbrE13.b1.20190601.000000.nc', 'sgp30ebbrE13.b1', '2019-06-01T00:00:00Z', [], 'nc'],
  [
    'twpsondewnpnC3.b1.20060119.050300.custom.cdf',
    'twpsondewnpnC3.b1',
    '2006-01-19T05:03:00Z',
    ['custom'],
    'cdf',
  ],
  ['sgpcsaprsurI7.a1.20110520.000012.PNG', 'sgpcsaprsurI7.a1', '2011-05-20T00:00:12Z', [], 'png'],
  ['sgpmmcrC1.b1.1.cdf', 'sgpmmcrC1.b1', null, ['1'], 'cdf'],
  ['sgpmetE13.b1.20190230.000000.nc', 'sgpmetE13.b1', null, ['20190230', '000000'], 'nc'],
  ['sgpmetE13.b1.nc', 'sgpmetE13.b1', null, [], 'nc'],
])('%s', (name, datastream, start, infixes, extension) => {
  expect(parseFileName(name)).toMatchObject({
    datastream,
    start: start === null ? null : utc(start),
    infixes,
    extension,
    rawName: null,
  });
});

it('archived file names keep the original name of a raw file, whatever it is', () => {
  const raw = 'sgpmetE13.00.20190101.010203.raw.Table1.20190101_000000.dat';
  expect(parseFileName(raw)).toMatchObject({
    datastream: 'sgpmetE13.00',
    start: utc('2019-01-01T01:02:03Z'),
    rawName: 'Table1.20190101_000000.dat',
    infixes: [],
    extension: 'dat',
  });
});

it.each(['met_lcl.nc', 'sgpmet_no_time.nc', 'README.md', 'sgpmetE13.b1', '.hidden', ''])(
  '%j are no names of archived files',
  (name) => expect(parseFileName(name)).toBeNull(),
);

it.each([
  ['profile_2019-01-02.nc', '2019-01-02T00:00:00Z', 'profile'],
  ['air.2m.20190102T0304.nc', '2019-01-02T03:04:00Z', 'air.2m'],
  ['20190102_030405_lidar.nc', '2019-01-02T03:04:05Z', 'lidar'],
  ['station-1234567890.nc', null, 'station-1234567890'],
  ['met_lcl.nc', null, 'met_lcl'],
  ['x_20191399.nc', null, 'x'],
])('%s', (name, date, stem) => {
  expect(dateInName(name)).toBe(date === null ? null : utc(date));
  expect(stemOf(name)).toBe(stem);
});

it.each([
  ['roof_lidar_20230501.nc', 'roof_lidar_#.nc'],
  ['a/2023/05/roof 2023-05-01 (v2).nc', 'a/#/roof # (v2).nc'],
  ['2023/121/x_20230501T0600Z.csv', '#/x_#.csv'],
  ['pot_202305010000_202305010030_v01.nc', 'pot_#_#v01.nc'],
  ['lidar1/L2_0-20000-0-06610_A20230501.nc', 'lidar1/L2_0-20000-0-06610_A#.nc'],
  ['2023/profile.nc', null],
])('%s is of the series %s', (path, series) => {
  expect(seriesOf(path)).toBe(series);
});
