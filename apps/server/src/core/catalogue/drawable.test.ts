// Which variables can be drawn.
import { expect, it } from 'vitest';
import { drawableVariables } from './drawable.ts';
import type { HeaderVariable } from './header.ts';
import type { Measured } from './measured.ts';

const variable = (name: string, dimensions: string[], type = 'float'): HeaderVariable => ({
  name,
  type,
  dimensions,
  attributes: {},
});
const measured = (...variableNames: string[]): Measured => ({
  code: 'm',
  name: 'M',
  description: '',
  category: null,
  subcategory: null,
  variable: null,
  variableNames,
  otherNames: [],
});

it('the choice of drawable variables draws measured numbers along time, with one more axis at most', () => {
  const variables = [
    variable('time_offset', ['t'], 'double'),
    variable('temp', ['t']),
    variable('profile', ['t', 'height']),
    variable('cube', ['t', 'height', 'angle']),
    variable('fixed', ['height']),
    variable('scalar', []),
    variable('label', ['t', 'length'], 'char'),
    variable('unmeasured', ['t']),
  ];
  const names = ['profile', 'temp', 'cube', 'fixed', 'scalar', 'label', 'absent', 'temp'];
  expect(drawableVariables(variables, [measured(...names)], [])).toEqual(['profile', 'temp']);
});

it('the choice of drawable variables draws along the only clock of a dimension called time', () => {
  const clock = (name: string): HeaderVariable => ({
    ...variable(name, ['Time']),
    attributes: { units: 'minutes since 2020-01-01' },
  });
  const variables = [clock('XTIME'), variable('T2', ['Time'])];
  expect(drawableVariables(variables, [measured('T2')], [])).toEqual(['T2']);
  expect(drawableVariables([...variables, clock('end')], [measured('T2')], [])).toEqual([]);
});

it('the choice of drawable variables draws nothing where nothing tells the time', () => {
  expect(drawableVariables([variable('temp', ['x'])], [measured('temp')], [])).toEqual([]);
});

it.each([
  [1, ['temp']],
  [3, []],
])('rows of %d stations along one time are drawn as %j', (length, drawn) => {
  const of = (name: string, dimension: string, attribute: string, named: string) => ({
    ...variable(name, [dimension], 'int'),
    attributes: { [attribute]: named },
  });
  const rows = [variable('time_offset', ['obs'], 'double'), variable('temp', ['obs'])];
  const lengths = [
    { name: 'obs', length: 60 },
    { name: 'station', length },
  ];
  for (const told of [
    of('station_index', 'obs', 'instance_dimension', 'station'),
    of('row_size', 'station', 'sample_dimension', 'obs'),
  ])
    expect(drawableVariables([...rows, told], [measured('temp')], lengths)).toEqual(drawn);
});

it.each([
  ['days since 2000-01-01', {}, ['t'], true],
  ['Hours After 2000-01-01', { calendar: 'Gregorian' }, ['t'], true],
  ['days since 2000-01-01', { calendar: 'noleap' }, ['t'], false],
  ['months since 2000-01-01', {}, ['t'], false],
  ['days since 2000-01-01', {}, ['station', 't'], false],
  ['days since 2000-01-01', {}, [], false],
])(
  'the choice of drawable variables finds the axis that readers find: %s %j along %j: %s',
  (units, calendar, dimensions, isAxis) => {
    const time = { ...variable('time', dimensions), attributes: { units, ...calendar } };
    const temp = variable('temp', [dimensions[0] ?? 't']);
    expect(drawableVariables([time, temp], [measured('temp')], [])).toEqual(isAxis ? ['temp'] : []);
  },
);
