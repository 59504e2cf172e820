import { describe, expect, it } from 'vitest';
import { type CuratedTables, curatedTables } from '../tables/curated-tables.ts';
import { TABLE_SCHEMAS } from '../tables/schemas.ts';
import type { HeaderVariable } from './header.ts';
import { isDataVariable, measurementsOf } from './measured.ts';

const none = Object.fromEntries(Object.keys(TABLE_SCHEMAS).map((file) => [file, []]));
const tables = curatedTables({
  ...(none as unknown as CuratedTables['rows']), // every table, empty
  'measurements.csv': [measurement('atmtemp', 'Air temperature'), measurement('precip', 'Rain')],
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
const measured = (instrumentClass: string, variables: readonly HeaderVariable[]) =>
  measurementsOf({ instrumentClass, datastreamClass: 'x', dataLevel: 'b1', variables }, tables).map(
    ({ code, variable: shown }) => [code, shown?.name ?? null],
  );

describe('the primary measurement of a variable', () => {
  it('is that of its row', () => {
    expect(measured('met', [variable('temp'), variable('volts')])).toEqual([['atmtemp', 'temp']]);
  });
  it('else that of its standard name, in any class', () => {
    const one = variable('t2m', { standard_name: 'air_temperature' });
    expect(measured('new', [one, variable('volts')])).toEqual([['atmtemp', 't2m']]);
  });
  it('else that of its class whose name its long name holds', () => {
    const one = variable('t', { long_name: 'Surface air temperature, mean' });
    expect(measured('gauge', [variable('volts'), one])).toEqual([['atmtemp', 't']]);
  });
  it('else its class still measures what its table says', () => {
    expect(measured('gauge', [variable('volts', { long_name: 'Voltage' })])).toEqual([
      ['precip', null],
      ['atmtemp', null],
    ]);
  });
  it('else it is one of its own', () => {
    const one = variable('v', { long_name: 'Leaf wetness (upper)' });
    expect(measured('new', [one])).toEqual([['leaf_wetness_upper', 'v']]);
  });
  it('is none without any name, and of raw files that of the class', () => {
    expect(measured('new', [variable('v')])).toEqual([]);
    expect(measured('met', [])).toEqual([['atmtemp', null]]);
  });
});

it('times, coordinates, bounds and quality are no data', () => {
  const range = variable('range', {});
  const all = ['time', 'lat', 'qc_temp', 'time_bounds', 'temp'].map((name) => variable(name));
  const profile = { ...variable('profile'), dimensions: ['time', 'range'] };
  const kept = [...all, range, profile].filter((v) => isDataVariable(v, [...all, range, profile]));
  expect(kept.map((v) => v.name)).toEqual(['temp', 'profile']);
});

it('is never a coordinate, however it tells that it is one', () => {
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
