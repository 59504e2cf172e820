// Blocks of one input in the shape of the output: what is repeated, filled, converted, and which
// base time records have.
import { expect, it } from 'vitest';
import { madeFile } from '../testing/made-file.ts';
import { columnOf, partOf, surveyOf } from '../testing/made-part.ts';
import { ColumnReader } from './columns.ts';

const seconds = (epochSeconds: number) => ({ secondsPerUnit: 1, epochSeconds });
const VARIABLES = ['base_time', 'time_offset', 'a', 'lat'].map((name) =>
  columnOf(name, name === 'base_time' ? 'int' : 'double'),
);

async function read(from: number, to: number, baseTime: number | undefined) {
  const dataset = await madeFile({
    time: 3,
    variables: {
      base_time: { type: 'int', dimensions: ['time'], values: [from, from, from] },
      time_offset: { type: 'double', dimensions: ['time'], values: [0, 10, 20] },
      a: { type: 'short', dimensions: ['time'], values: [1, 2, 3] },
      lat: { type: 'float', values: [36.5] },
    },
  });
  const variables = VARIABLES.map((one) => ({ ...one, hasTime: one.name !== 'lat' }));
  const survey = surveyOf({ variables, timeUnits: new Map([['time_offset', seconds(from)]]) });
  const { schema } = partOf({ variables: [...VARIABLES, columnOf('gone', 'short')] });
  const units = new Map([['time_offset', seconds(to)]]);
  const perRecord = [...schema.variables.values()];
  const fillers = new Map([['gone', -5]]);
  const own = { ...schema, timeUnits: units, baseTime };
  return await new ColumnReader(dataset, survey, own, perRecord, fillers).read(1, 3);
}

it('offsets count from the base time of the output, which every record then has', async () => {
  const columns = await read(1000, 400, 400);
  expect(columns.get('time_offset')).toEqual(Float64Array.of(610, 620));
  expect(columns.get('base_time')).toEqual(Int32Array.of(400, 400));
});

it('base times stay where offsets count alike, and where the output has no base time', async () => {
  expect((await read(1000, 1000, 400)).get('base_time')).toEqual(Int32Array.of(1000, 1000));
  expect((await read(1000, 400, undefined)).get('base_time')).toEqual(Int32Array.of(1000, 1000));
});

it('numbers take the type of the output, a value without time is in each record, and what is not there is filled', async () => {
  const columns = await read(0, 0, undefined);
  expect(columns.get('a')).toEqual(Float64Array.of(2, 3));
  expect(columns.get('lat')).toEqual(Float64Array.of(36.5, 36.5));
  expect(columns.get('gone')).toEqual(Int16Array.of(-5, -5));
});
