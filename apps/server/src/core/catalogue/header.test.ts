import type { Attribute, Dataset } from '@isobar/netcdf';
import { expect, it } from 'vitest';
import { designKey, headerOf, parseHeader, storedHeader } from './header.ts';

const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });

function dataset(change: {
  units?: string;
  history?: string;
  epoch?: string;
  length?: number;
}): Pick<Dataset, 'format' | 'attributes' | 'dimensions' | 'variables'> {
  const length = change.length ?? 1440;
  return {
    format: 'cdf1',
    attributes: [
      text('site_id', 'sgp'),
      text('history', change.history ?? 'created'),
      { name: 'levels', type: 'float', value: Float32Array.of(1, 2.5) },
    ],
    dimensions: [{ name: 'time', length, unlimited: true }],
    variables: [
      {
        name: 'time',
        type: 'double',
        dimensions: ['time'],
        shape: [length],
        attributes: [text('units', `seconds since ${change.epoch ?? '2019-01-01'} 00:00:00`)],
      },
      {
        name: 'temp',
        type: 'float',
        dimensions: ['time'],
        shape: [length],
        attributes: [text('units', change.units ?? 'degC')],
      },
    ],
  };
}
const key = (change: Parameters<typeof dataset>[0]) => designKey(headerOf(dataset(change)));

it('designs of headers are the same whatever the dates, lengths and histories', () => {
  expect(key({ history: 'made at 2020-01-01', epoch: '2019-01-02', length: 7 })).toBe(key({}));
});
it('designs of headers differ when a unit does', () => {
  expect(key({ units: 'K' })).not.toBe(key({}));
});

it('a header comes back from the store, numbers as text', () => {
  const header = { ...headerOf(dataset({})), place: null };
  expect(parseHeader(storedHeader(header))).toEqual(header);
  expect(header.attributes.levels).toBe('1, 2.5');
  expect(header.variables[1]?.attributes).toEqual({ units: 'degC' });
});

it('a header cuts values that no header needs whole', () => {
  const long = headerOf({ ...dataset({}), attributes: [text('code', 'x'.repeat(9000))] });
  expect(long.attributes.code).toHaveLength(2000);
});
