import { expect, it } from 'vitest';
import type { Header, HeaderVariable } from '../catalogue/header.ts';
import { fitOneTable } from './one-table.ts';

const header = (
  change: Partial<HeaderVariable> = {},
  levels = 2,
  units = 'days since 2019-01-01',
): Header => ({
  format: 'netcdf4',
  attributes: {},
  dimensions: [
    { name: 'time', length: levels * 10, unlimited: false },
    { name: 'level', length: levels, unlimited: false },
  ],
  variables: [
    { name: 'time', type: 'double', dimensions: ['time'], attributes: { units } },
    {
      ...{ name: 't', type: 'short', dimensions: ['time', 'level'] },
      attributes: { units: 'K', scale_factor: '0.1', missing_value: '-9999' },
      ...change,
    },
  ],
  place: null,
});
const attributes = header().variables[1]?.attributes ?? {};
const without = (name: string) =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name));

it.each<[string, Header]>([
  ['that are alike', header()],
  [
    'of other lengths of time',
    {
      ...header(),
      dimensions: header().dimensions.with(0, { name: 'time', length: 7, unlimited: true }),
    },
  ],
  ['of which one states no units', header({ attributes: without('units') })],
  ['of which one states no missing value', header({ attributes: without('missing_value') })],
  ['whose numbers have a different type', header({ type: 'int' })],
  ['that count from another day', header({}, 2, 'days since 2020-01-01')],
  ['of which one has no such variable', { ...header(), variables: header().variables.slice(0, 1) }],
])('files %s fit one table', (_, other) => {
  expect(fitOneTable([header(), other])).toBe(true);
  expect(fitOneTable([other, header()])).toBe(true);
});

it.each<[string, Header]>([
  ['of other units', header({ attributes: { ...attributes, units: 'degC' } })],
  ['of another missing value', header({ attributes: { ...attributes, missing_value: '-99' } })],
  ['of another scale', header({ attributes: { ...attributes, scale_factor: '0.2' } })],
  ['of which one is not packed', header({ attributes: without('scale_factor') })],
  ['of text and numbers', header({ type: 'char' })],
  ['of other dimensions', header({ dimensions: ['time'] })],
  ['of other numbers of levels', header({}, 3)],
  ['of which one has no axis of time', header({}, 2, 'm')],
])('files %s do not fit one table', (_, other) => {
  expect(fitOneTable([header(), other])).toBe(false);
  expect(fitOneTable([header(), header(), other])).toBe(false);
});
