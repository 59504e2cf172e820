// Small NetCDF files for tests, with as much or as little metadata as a test asks for.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type Attribute,
  ClassicWriter,
  type Definition,
  Hdf5Writer,
  type VariableDefinition,
} from '@isobar/netcdf';

export interface TestFile {
  readonly format?: 'classic' | 'netcdf4';
  readonly attributes?: Readonly<Record<string, string>>;
  /** Seconds of each sample in the units below. Default: one an hour of one day. */
  readonly times?: readonly number[];
  /** Units of `time`; null: it has none; undefined: seconds since 2019-01-01. */
  readonly timeUnits?: string | null;
  /** Calendar of `time`. */
  readonly calendar?: string;
  /** True for a file without a time variable. */
  readonly timeless?: boolean;
  /** Latitude and longitude. */
  readonly place?: readonly [number, number];
  /** Attributes of each further variable by its name; `units` and so on. */
  readonly variables?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const DAY_OF_HOURS = Array.from({ length: 24 }, (_, hour) => hour * 3600);

const texts = (of: Readonly<Record<string, string>>): Attribute[] =>
  Object.entries(of).map(([name, value]) => ({ name, type: 'char', value }));

/** Writes the file and the folders that lead to it. */
export async function writeTestFile(path: string, file: TestFile = {}): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const times = file.timeless ? [] : (file.times ?? DAY_OF_HOURS);
  const variables = file.variables ?? { temp: { units: 'degC', long_name: 'Air temperature' } };
  const definition = definitionOf(file, variables);
  const writer =
    file.format === 'netcdf4'
      ? await Hdf5Writer.create(path, definition, times.length)
      : await ClassicWriter.create(path, definition, times.length);
  for (const [at, name] of ['lat', 'lon'].entries())
    if (file.place) await writer.writeFixed(name, Float32Array.of(file.place[at] ?? 0));
  if (!file.timeless && times.length > 0) {
    const columns = new Map<string, Float32Array | Float64Array>(
      Object.keys(variables).map((name) => [name, new Float32Array(times.length)]),
    );
    columns.set('time', Float64Array.from(times));
    await writer.writeRecords(columns, times.length);
  }
  await writer.close();
}

function definitionOf(file: TestFile, variables: NonNullable<TestFile['variables']>): Definition {
  const units = file.timeUnits === undefined ? 'seconds since 2019-01-01 00:00:00' : file.timeUnits;
  const scalar = (name: string): VariableDefinition => ({
    name,
    type: 'float',
    dimensions: [],
    attributes: texts({ units: name === 'lat' ? 'degree_N' : 'degree_E' }),
  });
  return {
    dimensions: [{ name: 'time', length: 0, unlimited: true }],
    attributes: texts(file.attributes ?? {}),
    variables: [
      ...(file.place ? [scalar('lat'), scalar('lon')] : []),
      ...(file.timeless
        ? []
        : [
            {
              name: 'time',
              type: 'double' as const,
              dimensions: ['time'],
              attributes: texts({
                ...(units === null ? {} : { units }),
                ...(file.calendar === undefined ? {} : { calendar: file.calendar }),
              }),
            },
            ...Object.entries(variables).map(([name, attributes]) => ({
              name,
              type: 'float' as const,
              dimensions: ['time'],
              attributes: texts(attributes),
            })),
          ]),
    ],
  };
}
