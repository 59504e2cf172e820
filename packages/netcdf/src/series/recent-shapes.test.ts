// Shapes that are shared with files before are the same as those that are made of each file alone.
import { expect, it } from 'vitest';
import type { Attribute, Dataset, Variable } from '../dataset.ts';
import { findVariable } from '../dataset.ts';
import { findTimeAxis } from '../time/time-axis.ts';
import { alongDimension } from './describe.ts';
import { recentShapes } from './recent-shapes.ts';
import { shapeOf } from './shape.ts';
import { shapeText } from './shape-text.ts';

const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });
const numbers = (name: string, ...values: number[]): Attribute => ({
  ...{ name, type: 'float' as const },
  value: Float32Array.from(values),
});

interface Made {
  readonly rows: number;
  readonly heights: readonly number[];
  readonly latitude: number;
  readonly baseTime: number;
  readonly variables: readonly Variable[];
  readonly attributes: readonly Attribute[];
  readonly unreadable: Dataset['unreadable'];
}

/** A dataset in memory: its values are counted, but for those that are given. */
function datasetOf({ rows, heights, latitude, baseTime, ...header }: Made): Dataset {
  const lengths: Record<string, number> = { time: rows, height: heights.length };
  const variables = header.variables.map((variable) => ({
    ...variable,
    shape: variable.dimensions.map((name) => lengths[name] ?? 2),
  }));
  const read = async (name: string) => {
    const { shape } = findVariable(variables, name);
    if (name === 'height') return Float32Array.from(heights);
    if (name === 'lat') return Float32Array.of(latitude);
    if (name === 'base_time') return Int32Array.of(baseTime);
    return Float32Array.from({ length: shape.reduce((all, one) => all * one, 1) }, (_, i) => i);
  };
  return {
    ...header,
    ...{ format: 'cdf2', variables },
    dimensions: Object.entries(lengths).map(([name, length]) => ({
      ...{ name, length },
      unlimited: name === 'time',
    })),
    variable: (name) => findVariable(variables, name),
    ...{ read, readEvery: read, readRows: () => Promise.reject(new Error('not read')) },
    close: async () => undefined,
  };
}

const variable = (
  name: string,
  dimensions: readonly string[],
  attributes: readonly Attribute[] = [],
  type: Variable['type'] = 'float',
): Variable => ({ name, type, dimensions, shape: [], attributes });

const DAY = text('units', 'seconds since 2020-01-01');
const NEXT_DAY = text('units', 'hours since 2020-01-02');
const axis = variable('time', ['time'], [DAY], 'double');
const coordinate = (name: string, dimensions: string[]): Variable =>
  variable(name, dimensions, [text('units', 'm')]);
const note = variable('note', ['time', 'edge'], [DAY], 'char');
const temperature = variable('temp', ['time', 'height'], [numbers('missing_value', 1, 2)]);

const base: Made = {
  ...{ rows: 3, heights: [1, 2], latitude: 36, baseTime: 5, unreadable: [] },
  attributes: [text('serial_number', 'a'), text('history', 'x')],
  variables: [
    axis,
    variable('base_time', [], [], 'int'),
    variable('time_offset', ['time'], [DAY, text('bounds', 'limits')]),
    variable('limits', ['time', 'edge']),
    ...[note, temperature, coordinate('height', ['height']), coordinate('lat', [])],
  ],
};

const including = (...changed: Variable[]): Made => ({
  ...base,
  variables: [
    ...base.variables.map((one) => changed.find(({ name }) => name === one.name) ?? one),
    ...changed.filter(({ name }) => base.variables.every((one) => one.name !== name)),
  ],
});
const excluding = (...names: string[]): Made => ({
  ...base,
  variables: base.variables.filter(({ name }) => !names.includes(name)),
});
const offset = (...attributes: Attribute[]): Variable =>
  variable('time_offset', ['time'], attributes);
const bounds = (name: string): Attribute => text('bounds', name);

/** The base with one thing changed at a time, some of which matter together with another. */
const all: readonly Made[] = [
  base,
  ...[0, 4].map((rows) => ({ ...base, rows })),
  ...[0, 3].map((rows) => ({ ...base, rows, heights: [] })),
  ...[
    [1, 3],
    [1, 2, 3],
  ].map((heights) => ({ ...base, heights })),
  { ...base, latitude: 37 },
  { ...base, baseTime: -9999 },
  { ...base, attributes: [text('serial_number', 'b'), text('history', 'x')] },
  { ...base, attributes: [text('serial_number', 'a'), text('history', 'y')] },
  ...['odd', 'more'].map((name) => ({ ...base, unreadable: [{ name, reason: 'it is odd' }] })),
  ...[['time'], ['height', 'time'], ['time', 'edge'], []].map((dimensions) =>
    including({ ...temperature, dimensions }),
  ),
  including({ ...temperature, type: 'short' }),
  ...[[1], [1, 3], [Number.NaN, 2]].map((some) =>
    including({ ...temperature, attributes: [numbers('missing_value', ...some)] }),
  ),
  ...['K', 'm'].map((units) => including({ ...temperature, attributes: [text('units', units)] })),
  including({ ...temperature, attributes: [DAY] }),
  including({ ...temperature, attributes: [NEXT_DAY] }),
  including({ ...temperature, attributes: [text('comment', 'x'.repeat(9000))] }),
  including({ ...temperature, attributes: [text('comment', `${'x'.repeat(8999)}y`)] }),
  including({ ...note, attributes: [NEXT_DAY] }),
  including({ ...note, attributes: [text('units', 'K')] }),
  ...[NEXT_DAY, text('units', 'K')].map((units) => including({ ...axis, attributes: [units] })),
  including({ ...axis, type: 'int' }),
  ...[text('calendar', 'noleap'), text('comment', 'x'), numbers('scale_factor', 2)].map((other) =>
    including({ ...axis, attributes: [DAY, other] }),
  ),
  ...[DAY, NEXT_DAY].map((units) => including(variable('launch', [], [units]))),
  including(variable('time_bounds', ['time', 'edge'])),
  including(offset(NEXT_DAY, bounds('limits'))),
  including(offset(DAY, bounds('others'))),
  including(offset(DAY)),
  including(offset(text('units', 's'), bounds('limits'))),
  { ...including(offset(text('units', 's'), bounds('limits'))), baseTime: -9999 },
  including(offset(text('units', 'm'), bounds('limits'))),
  ...[
    [1, 2],
    [1, 2, 3],
  ].map((heights) => ({ ...excluding('height'), heights })),
  excluding('base_time'),
  excluding('time'),
  excluding('time', 'note'),
];

it('shapes and constants are those of the file alone, whichever part differs from the file before', async () => {
  for (const before of all)
    for (const made of all) {
      const sharedShapeOf = recentShapes();
      for (const one of [before, made]) {
        const dataset = datasetOf(one);
        const found = alongDimension(await findTimeAxis(dataset));
        const [shared, alone] = [
          await sharedShapeOf(dataset, found),
          await shapeOf(dataset, found),
        ];
        expect(shapeText(shared.shape)).toBe(shapeText(alone.shape));
        expect(JSON.stringify(shared.constants)).toBe(JSON.stringify(alone.constants));
      }
    }
});

it('a file whose header differs from that of one before in its epoch, rows and constants alone shares its shape', async () => {
  const sharedShapeOf = recentShapes();
  const shapes: unknown[] = [];
  for (const [day, latitude] of [1, 2, 3].entries()) {
    const units = text('units', `seconds since 2020-01-0${day + 1}`);
    const dataset = datasetOf({
      ...{ ...base, rows: 3 + day, latitude },
      variables: [
        { ...axis, attributes: [units] },
        coordinate('height', ['height']),
        coordinate('lat', []),
      ],
    });
    const found = alongDimension(await findTimeAxis(dataset));
    const { shape, constants } = await sharedShapeOf(dataset, found);
    expect(constants).toEqual({ lat: String(latitude) });
    shapes.push(shape);
  }
  expect(new Set(shapes).size).toBe(1);
});
