// Files of both families under construction: names without groups, attributes that are known at the
// end, and a file that is not finished.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Attribute, Values } from '../dataset.ts';
import { openDataset } from '../open.ts';
import { temporaryFolder } from '../testing/tools.ts';
import type { OutputSchema } from './output-schema.ts';
import { classicSink, hdf5Sink } from './sink.ts';

const history = (value: string): Attribute => ({ name: 'history', type: 'char', value });

/** Two times and a scalar, which had the names 'radar/power' and 'radar/lat' in the input. */
const SCHEMA: OutputSchema = {
  definition: {
    dimensions: [{ name: 'time', length: 2, unlimited: true }],
    attributes: [history('lost    0')],
    variables: [
      { name: 'radar_lat', type: 'float', dimensions: [], attributes: [] },
      { name: 'time', type: 'double', dimensions: ['time'], attributes: [] },
      { name: 'radar_power', type: 'float', dimensions: ['time'], attributes: [] },
    ],
  },
  names: new Map([
    ['radar/power', 'radar_power'],
    ['radar/lat', 'radar_lat'],
  ]),
  timeDimension: 'time',
  perRecord: [],
  fixed: [],
};
const TIMES = Float64Array.of(0, 60);
const COLUMNS = new Map<string, Values>([
  ['time', TIMES],
  ['radar/power', Float32Array.of(1, 2)],
]);
const LATITUDE = { values: Float32Array.of(36.5), start: 0, rows: 1 };

describe.each([
  ['classic', classicSink, 'cdf2'],
  ['NetCDF-4', hdf5Sink, 'netcdf4'],
] as const)('a %s file', (_, open, family) => {
  it('a file of an output has values under the names of the output, whatever they are called in the input, and the final attributes', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'out.nc');
    const sink = await open(path, SCHEMA, 2);
    await sink.writeFixed('radar/lat', LATITUDE);
    await sink.writeRows(COLUMNS, TIMES);
    expect(await sink.finish([history('lost    9')])).toMatchObject({ family });
    const dataset = await openDataset(path);
    expect(await dataset.read('radar_lat')).toEqual(Float32Array.of(36.5));
    expect(await dataset.read('radar_power')).toEqual(Float32Array.of(1, 2));
    expect(dataset.attributes).toEqual([history('lost    9')]);
    await dataset.close();
  });

  it('an abandoned sink is closed, and writing to it fails', async () => {
    using folder = temporaryFolder();
    const sink = await open(join(folder.path, 'out.nc'), SCHEMA, 2);
    await sink.abandon();
    await expect(sink.writeRows(COLUMNS, TIMES)).rejects.toThrow();
  });
});

it('a classic file reports its size from the start, and what is settled once all that has no time is written', async () => {
  using folder = temporaryFolder();
  const sink = await classicSink(join(folder.path, 'out.nc'), SCHEMA, 2);
  expect(sink.settled()).toBe(0);
  await sink.writeFixed('radar/lat', LATITUDE);
  await sink.writeRows(COLUMNS, TIMES);
  expect(sink.settled()).toBe(sink.size);
  expect(await sink.finish(SCHEMA.definition.attributes)).toMatchObject({ bytes: sink.size });
});
