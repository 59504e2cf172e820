import { expect, it } from 'vitest';
import { type CuratedTables, curatedTables } from '../tables/curated-tables.ts';
import { TABLE_SCHEMAS } from '../tables/schemas.ts';
import { isDataVariable } from './data-variable.ts';
import type { HeaderVariable } from './header.ts';
import { measurementsOf } from './measured.ts';

const none = Object.fromEntries(Object.keys(TABLE_SCHEMAS).map((file) => [file, []]));
const tables = curatedTables({
  ...(none as unknown as CuratedTables['rows']), // every table, empty
  'measurements.csv': [measurement('atmtemp', 'Air temperature'), measurement('precip', 'Rain')],
  'standard-names.csv': [
    { standard_name: 'precipitation_flux', primary_meas_type_code: 'precip' },
    { standard_name: 'thickness_of_*fall_amount', primary_meas_type_code: 'precip' },
  ],
  'words.csv': [words(['rainfall', 'precipitation'], ['precip']), words(['heat wave'], [])],
  'instrument-measurements.csv': [
    row('met', 'atmtemp', { var_name: 'temp', standard_name: 'air_temperature' }),
    row('gauge', 'precip'),
    row('gauge', 'atmtemp'),
  ],
});

function measurement(primary_meas_type_code: string, name: string) {
  return {
    primary_meas_type_code,
    name,
    description: '',
    category_code: 'c',
    subcategory_code: 's',
  };
}
function words(texts: string[], measurements: string[]) {
  return {
    words: texts,
    meaning: texts.join(),
    measurements,
    classes: ['x'],
    places: [],
    campaigns: [],
    near: [],
    maker: '',
  };
}
function row(
  instrument_class_code: string,
  primary_meas_type_code: string,
  of: { var_name?: string; standard_name?: string } = {},
) {
  return {
    instrument_class_code,
    primary_meas_type_code,
    datastream_class: '',
    data_level: '',
    var_name: '',
    standard_name: '',
    ...of,
  };
}
const variable = (name: string, attributes: Record<string, string> = {}): HeaderVariable => ({
  name,
  type: 'float',
  dimensions: ['time'],
  attributes,
});
const shown = (datastream: string, instrumentClass: string, variables: readonly HeaderVariable[]) =>
  measurementsOf(
    { datastream, instrumentClass, datastreamClass: 'x', dataLevel: 'b1', variables },
    tables,
  );
const measured = (
  instrumentClass: string,
  variables: readonly HeaderVariable[],
  datastream = 'xyznewC1.b1',
) =>
  shown(datastream, instrumentClass, variables).map(({ code, variable: one }) => [
    code,
    one?.name ?? null,
  ]);

it('the primary measurement of a variable is that of its row', () => {
  expect(measured('met', [variable('temp'), variable('volts')])).toEqual([['atmtemp', 'temp']]);
});
it('the primary measurement of a variable without a row is that of its standard name, in any class', () => {
  const one = variable('t2m', { standard_name: 'air_temperature' });
  expect(measured('gauge', [one, variable('volts')])).toEqual([['atmtemp', 't2m']]);
});
it('the primary measurement of a variable without a standard name is that of its class whose name its long name holds', () => {
  const one = variable('t', { long_name: 'Surface air temperature, mean' });
  expect(measured('gauge', [variable('volts'), one])).toEqual([['atmtemp', 't']]);
});
it('the primary measurement of any other variable is none, and its class still measures what its table says', () => {
  expect(measured('gauge', [variable('volts', { long_name: 'Voltage' })])).toEqual([
    ['precip', null],
    ['atmtemp', null],
  ]);
});
it('the primary measurement of a variable of a raw file is that of the class', () => {
  expect(measured('met', [])).toEqual([['atmtemp', null]]);
});

const files = [
  variable('t', { standard_name: 'air_temperature' }),
  variable('pr', { long_name: 'Precipitation' }),
  variable('rr', { standard_name: 'precipitation_flux' }),
  variable('sf', { standard_name: 'thickness_of_snowfall_amount' }),
  variable('beta_att', { long_name: 'attenuated volume backscatter coefficient' }),
  variable('v'),
  variable('hw', { long_name: 'Heat wave' }),
  variable('rainfall_2', { long_name: 'Rainfall (unshielded gauge) at 1.5 m above ground' }),
];

it('every data variable of a class that no table knows is found by standard name, by a usual name, or as a measurement of its own', () => {
  expect(measured('new', files)).toEqual([
    ['atmtemp', 't'],
    ['precip', 'pr'],
    ['attenuated_volume_backscatter_coefficient', 'beta_att'],
    ['v', 'v'],
    ['heat_wave', 'hw'],
  ]);
  const [, rain, own, bare] = shown('xyznewC1.b1', 'new', files);
  expect(rain?.variableNames).toEqual(['pr', 'rr', 'sf', 'rainfall_2']);
  expect([own?.name, bare?.name]).toEqual(['attenuated volume backscatter coefficient', 'v']);
});

it('every data variable of files of another archive is found, also where they name their instrument like a class of the tables', () => {
  const one = [variable('leaf', { long_name: 'Leaf wetness' })];
  expect(measured('gauge', one, 'my-weather-station')).toEqual([['leaf_wetness', 'leaf']]);
  expect(measured('gauge', one, 'sgpgaugeC1.b1')).toEqual([
    ['precip', null],
    ['atmtemp', null],
  ]);
});

it('as far as there is an end to it', () => {
  const many = Array.from({ length: 1500 }, (_, i) => variable(`v${i}`));
  expect(measured('new', many)).toHaveLength(1000);
});

it.each(['unknown', ' None ', 'n/a', '', 'no_standard_name', 'not defined', '-'])(
  'a variable is called nothing where its standard name is %j',
  (standard_name) => {
    const files = [
      variable('t2m', { standard_name, long_name: '2 metre air temperature' }),
      variable('tp', { standard_name, long_name: 'Total precipitation' }),
      variable('q', { standard_name }),
    ];
    expect(measured('new', files)).toEqual([
      ['atmtemp', 't2m'],
      ['total_precipitation', 'tp'],
      ['q', 'q'],
    ]);
  },
);

it('the name of a variable is read from the attributes that models write instead of a long name', () => {
  const [one] = shown('wrfout', 'wrfout', [variable('T2', { description: 'TEMP at 2 M' })]);
  expect([one?.code, one?.name]).toEqual(['temp_at_2_m', 'TEMP at 2 M']);
});

it('the name of a variable is kept of each that measures the same, but not twice', () => {
  const [wind] = shown('era5', 'era5', [
    variable('u10', { standard_name: 'air_temperature', long_name: 'U' }),
    variable('v10', { standard_name: 'air_temperature', long_name: 'V' }),
  ]);
  expect(wind?.otherNames).toEqual(['air_temperature', 'v10', 'V']);
  const many = Array.from({ length: 300 }, (_, i) => variable(`b${i}`, { long_name: 'Rainfall' }));
  expect(shown('bins', 'bins', many)[0]?.otherNames).toHaveLength(100);
});

it('counts of profiles, numbers of tracks and times that are written out are no data', () => {
  const all = [
    variable('rowSize', { sample_dimension: 'obs' }),
    variable('index', { instance_dimension: 'profile' }),
    { ...variable('Times'), type: 'char', dimensions: ['time', 'length'] },
    variable('temp'),
  ];
  expect(all.filter((v) => isDataVariable(v, all)).map((v) => v.name)).toEqual(['temp']);
});

it('times, coordinates, bounds and quality are no data', () => {
  const range = variable('range', {});
  const all = ['time', 'lat', 'qc_temp', 'time_bounds', 'temp'].map((name) => variable(name));
  const profile = { ...variable('profile'), dimensions: ['time', 'range'] };
  const kept = [...all, range, profile].filter((v) => isDataVariable(v, [...all, range, profile]));
  expect(kept.map((v) => v.name)).toEqual(['temp', 'profile']);
});

it('a measured variable is never a coordinate, however it states that it is one', () => {
  const coordinates = [
    variable('latitude', { long_name: 'North latitude' }),
    variable('LONGITUDE', { long_name: 'East longitude' }),
    variable('y', { long_name: 'Pixel row', axis: 'Y' }),
    variable('where', { standard_name: 'latitude' }),
    variable('p', { units: 'degrees_east', long_name: 'Place' }),
    variable('height', { long_name: 'Height' }),
  ];
  const data = variable('speed', { long_name: 'Wind speed', coordinates: 'time height' });
  const all = [...coordinates, data];
  expect(all.filter((one) => isDataVariable(one, all)).map(({ name }) => name)).toEqual(['speed']);
  expect(measured('new', all)).toEqual([['wind_speed', 'speed']]);
});

const named = (all: readonly HeaderVariable[]) =>
  all.filter((one) => isDataVariable(one, all)).map(({ name }) => name);

it('at any place in the list of variables', () => {
  const data = variable('wind', {
    long_name: 'Wind speed',
    bounds: 'edges',
    ancillary_variables: 'wind_error wind_status',
    grid_mapping: 'somewhere',
    cell_measures: 'area: cells',
  });
  const others = ['edges', 'wind_error', 'wind_status', 'somewhere', 'cells', 'area'];
  expect(named([data, ...others.map((name) => variable(name))])).toEqual(['wind', 'area']);
});

it('by its name, units or standard name', () => {
  const none = [
    variable('station_lat', { units: 'degrees' }),
    variable('lon_station'),
    variable('latitude_of_site', { long_name: 'where' }),
    variable('station_altitude', { units: 'm' }),
    variable('site_y', { units: 'degrees_north' }),
    variable('measured_at', { units: 'hours since 2020-01-01' }),
    variable('day_of_year'),
    variable('flag_wind', { flag_values: '0, 1' }),
    variable('temp_qc'),
    variable('t_status', { standard_name: 'air_temperature status_flag' }),
    { ...variable('station_name'), type: 'char', dimensions: ['name_strlen'] },
    { ...variable('platform'), dimensions: [] },
    variable('level', { axis: 'Z' }),
  ];
  expect(named([...none, variable('t')])).toEqual(['t']);
});

it('while likely names of data stay data', () => {
  const data = [
    variable('latent_heat', { units: 'W m-2' }),
    variable('lat_heat_flux'),
    variable('target_classification', { flag_values: '0, 1', units: '1' }),
    variable('day_length', { units: 'h' }),
    variable('flag_pole_height', { units: 'm' }),
    variable('altitude_of_cloud', { standard_name: 'cloud_base_altitude' }),
  ];
  expect(named(data)).toEqual(data.map(({ name }) => name));
});

it('single values are, where nothing has more of them', () => {
  const single = Array.from({ length: 12 }, (_, i) => ({ ...variable(`v${i}`), dimensions: [] }));
  expect(named(single)).toHaveLength(12);
  expect(named([...single, variable('t')])).toEqual(['t']);
});
