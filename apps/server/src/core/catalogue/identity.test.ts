import { dataOfDay, plotOfDay } from '@isobar/contract/calls/quicklooks.ts';
import { citationItem } from '@isobar/contract/citations/calls.ts';
import { expect, it } from 'vitest';
import { parseFileName } from './file-name.ts';
import { identify, slug } from './identity.ts';

const of = (fileName: string, attributes: Record<string, string> | null) =>
  identify(parseFileName(fileName), fileName, attributes);

it('the datastream of a file is taken from the name of the file first', () => {
  expect(of('sgpmetE13.b1.20190101.000000.cdf', { datastream: 'nsametC1.b1' })).toMatchObject({
    datastream: 'sgpmetE13.b1',
    siteCode: 'sgp',
    from: 'name',
  });
  expect(of('sgpmmcrC1.b1.1.cdf', null).datastream).toBe('sgpmmcrC1.b1');
});

it.each([
  [{ datastream: 'sgpmetE13.b1' }],
  [{ _datastream: 'sgpmetE13.b1' }],
  [{ datastream: '', zeb_platform: 'sgpmetE13.b1' }],
  [{ site_id: 'sgp', platform_id: 'met', facility_id: 'E13', data_level: 'b1' }],
  [{ site_id: 'sgp', platform_id: 'met', facility_id: 'E13: Lamont', data_level: 'b1' }],
])(
  'the datastream of a file without a name that says it is taken from its header: %j',
  (attributes) => {
    expect(of('sgpmet_no_time.nc', attributes as Record<string, string>)).toEqual({
      datastream: 'sgpmetE13.b1',
      siteCode: 'sgp',
      classCode: 'met',
      facilityCode: 'E13',
      dataLevel: 'b1',
      from: 'header',
    });
  },
);

it('the datastream of a file whose header names none is made of title, institution, platform and level', () => {
  const attributes = {
    Conventions: 'CF-1.8, ACDD-1.3',
    title: 'Sea Surface Température 2019-01-02',
    institution: 'Example University',
    platform: 'RV Polarstern',
    data_level: 'c1',
  };
  expect(of('profile_20190102.nc', attributes)).toEqual({
    datastream: 'sea-surface-temperature-example-university-rv-polarstern',
    siteCode: 'example-university',
    classCode: 'sea-surface-temperature',
    facilityCode: 'rv-polarstern',
    dataLevel: 'c1',
    from: 'guessed',
  });
});

it('the datastream of a file of which nothing else is known is its name without the dates', () => {
  expect(of('met_lcl.nc', {})).toMatchObject({ datastream: 'met_lcl', siteCode: 'other' });
  expect(of('lidar_20190102.nc', null).datastream).toBe(of('lidar_20190103.nc', {}).datastream);
  expect(of('日本.nc', {}).datastream).toBe('unnamed');
});

it('the longest name that is made fits plots and citations', () => {
  const long = (letter: string) => letter.repeat(500);
  const told = { title: long('t'), institution: long('i'), platform: long('p') };
  const { datastream } = of('profile_20190102.nc', told);
  expect(datastream.length).toBeGreaterThan(100);
  const plotted = { ds: datastream, vn: 'temp' };
  expect(plotOfDay.params?.parse({ ...plotted, file: '20190102.svg' })).toMatchObject(plotted);
  expect(dataOfDay.params?.parse({ ...plotted, file: '20190102.json' })).toMatchObject(plotted);
  const cited = { id: datastream, of: 'datastream' };
  expect(citationItem.parse(cited)).toEqual(cited);
});

it('a slug is safe in addresses', () => {
  expect(slug('  Surface/Temp. (2 m) & ../x ')).toBe('surface-temp-2-m-x');
  expect(slug('a'.repeat(100))).toHaveLength(60);
});

it('the name parser takes site, class and level of a product that names no facility', () => {
  expect(of('twpvisstgridirtemp.c1.20050705.000000.nc', {})).toEqual({
    datastream: 'twpvisstgridirtemp.c1',
    siteCode: 'twp',
    classCode: 'visstgridirtemp',
    facilityCode: 'X1',
    dataLevel: 'c1',
    from: 'header',
  });
  expect(of('twpvisst.c1.20050705.000000.nc', { facility_id: 'C2 : Nauru' }).facilityCode).toBe(
    'C2',
  );
});
