// Values of NetCDF-4 files that are read without their headers, by the shapes that an index keeps:
// they are those that the headers lead to.
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dataset, NumericArray } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { isKnownHdf5, type KnownVariables } from '../hdf5/hdf5-dataset.ts';
import { Hdf5Writer } from '../hdf5/hdf5-writer.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { openDataset } from '../open.ts';
import { DAY, type Draft, drifting, type FileDraft, START } from '../testing/drifting-files.ts';
import { type MadeFile, madeFile } from '../testing/made-file.ts';
import { describeFile } from './describe.ts';
import { openSeries } from './open-series.ts';
import type { Series } from './series.ts';
import type { SeriesFile } from './series-file.ts';
import { shapeFrom, shapeText } from './shape-text.ts';

let folder: string;
let written = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobar-known-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All files have this length, so that the length does not distinguish them. */
const BYTES = 200_000;

async function writeHdf5(path: string, file: MadeFile): Promise<void> {
  const model = await madeFile(file);
  const { dimensions, attributes, variables } = model;
  const writer = await Hdf5Writer.create(path, { dimensions, attributes, variables }, file.time);
  const columns = new Map<string, NumericArray>();
  for (const variable of variables) {
    const values = await model.read(variable.name);
    if (!isNumeric(values)) throw new TypeError('only numbers are made');
    if (variable.dimensions[0] === 'time') columns.set(variable.name, values);
    else await writer.writeFixed(variable.name, values);
  }
  await writer.writeRecords(columns, file.time);
  await writer.close();
  expect(statSync(path).size).toBeLessThan(BYTES);
  truncateSync(path, BYTES);
}

/** A file as an index knows it; `opened` is given each dataset of it that the series opens. */
async function indexed(path: string, opened?: (dataset: Dataset) => void): Promise<SeriesFile> {
  const dataset = await openDataset(path);
  const { times, shape, ...described } = await describeFile(dataset);
  await dataset.close();
  const open = async (known?: KnownVariables) => {
    const own = await openDataset(path, opened && known);
    opened?.(own);
    return own;
  };
  const kept = shapeFrom(shapeText(shape));
  return { ...described, name: path, shape: kept, open, times: async () => times };
}

const LAWS = [
  { spans: [], assessed: [] },
  { spans: [{ variables: ['v0'], start: START, end: START + 2 * DAY }], assessed: ['Bad'] },
  { spans: [], assessed: ['Bad', 'Indeterminate'] },
] as const;

/** What reading some rows by each law gives, or the code of what it throws. */
async function outcome(series: Series, names: readonly string[], start: number, stop: number) {
  const found: unknown[] = [];
  for (const law of LAWS)
    found.push(
      await series.readRows(names, start, stop, law).then(
        (columns) => [...columns],
        (error: unknown) => (error instanceof NetcdfError ? error.code : error),
      ),
    );
  return found;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  isThere: fc.constantFrom(true, true, true, false),
  type: fc.constantFrom('byte', 'short', 'int', 'float', 'double'),
  units: fc.constantFrom('m', 'm', 'km'),
  scale: fc.constantFrom(0, 0, 0.5),
  missing: fc.constantFrom('none', 'usual', 'other'),
  levels: fc.constantFrom(0, 0, 2),
  numbers: fc.array(fc.constantFrom(-9999, 7, 0, 5, 100, 12.5), { minLength: 1, maxLength: 7 }),
  flags: fc.array(fc.constantFrom(0, 1, 2, -9999), { minLength: 1, maxLength: 5 }),
  hasFlags: fc.boolean(),
});
const file: fc.Arbitrary<FileDraft> = fc.record({
  rows: fc.integer({ min: 1, max: 5 }),
  day: fc.integer({ min: 0, max: 5 }),
  step: fc.constantFrom(3600, 60),
  timeUnits: fc.constantFrom('seconds', 'minutes', 'hours'),
  place: fc.constantFrom(36, 36.5),
  heights: fc.constantFrom(1, 1, 2),
  text: fc.constantFrom(0, 1),
  drafts: fc.array(draft, { minLength: 2, maxLength: 2 }),
});

describe('values that are read without headers', () => {
  it('values that are read without headers equal those that are read with them, of random drifting files', async () => {
    let withoutHeader = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: 1, maxLength: 4 }),
        fc.tuple(fc.nat(20), fc.nat(20)),
        async (drafts, [a, b]) => {
          const paths: string[] = [];
          for (const one of drafts) {
            const path = join(folder, `${written++}.nc`);
            await writeHdf5(path, drifting(one));
            paths.push(path);
          }
          const count = (dataset: Dataset) => {
            withoutHeader += Number(isKnownHdf5(dataset));
          };
          const known = await openSeries(
            await Promise.all(paths.map((path) => indexed(path, count))),
            { mostOpen: 2 },
          );
          const plain = await openSeries(await Promise.all(paths.map((path) => indexed(path))));
          const start = Math.min(a, b) % (plain.rows + 1);
          const stop = Math.max(start, Math.min(plain.rows, Math.max(a, b)));
          const names = [...plain.variables.values()]
            .filter(({ perRecord }) => perRecord)
            .map(({ name }) => name);
          for (const each of [names, ...names.map((name) => [name])]) {
            const right = await outcome(plain, each, start, stop);
            expect(await outcome(known, each, start, stop)).toEqual(right);
          }
          await Promise.all([known.close(), plain.close()]);
        },
      ),
      { numRuns: 25 },
    );
    expect(withoutHeader).toBeGreaterThan(20);
  });

  it('values that are read without headers are never those of a file of the same size that took the place of one and is stored otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(file, file, async (before, other) => {
        // What differs is how it is stored, or the values: changed attributes show in the date of
        // the file, as everywhere.
        const after: FileDraft = {
          ...before,
          rows: other.rows,
          heights: other.heights,
          drafts: before.drafts.map((one, n) => ({
            ...one,
            isThere: other.drafts[n]?.isThere ?? true,
            levels: other.drafts[n]?.levels ?? 0,
            numbers: other.drafts[n]?.numbers ?? [1],
          })),
        };
        const path = join(folder, `${written++}.nc`);
        await writeHdf5(path, drifting(before));
        const known = await openSeries([await indexed(path, () => {})], { mostOpen: 1 });
        const plain = await openSeries([await indexed(path)], { mostOpen: 1 });
        rmSync(path);
        await writeHdf5(path, drifting(after));
        for (const { name, perRecord } of plain.variables.values())
          if (perRecord && name !== 'time')
            expect(await outcome(known, [name], 0, plain.rows)).toEqual(
              await outcome(plain, [name], 0, plain.rows),
            );
        await Promise.all([known.close(), plain.close()]);
      }),
      { numRuns: 25 },
    );
  });
});

/**
 * A file with one variable `v` of values and a quality variable that only the attributes of the
 * file explain.
 */
const DIMENSION: MadeFile = {
  time: 3,
  dimensions: { v: 3 },
  variables: {
    time: {
      type: 'double',
      dimensions: ['time'],
      values: [0, 60, 120],
      attributes: { units: 'seconds since 2020-01-01' },
    },
    v: { type: 'float', dimensions: ['time'], values: [1, 2, 3], attributes: { units: 'm' } },
    w: { type: 'float', dimensions: ['time', 'v'], values: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  },
};

it('a variable with the name of a dimension that has other dimensions is read where it is stored', async () => {
  const path = join(folder, 'dimension.nc');
  await writeHdf5(path, DIMENSION);
  const kinds: boolean[] = [];
  const series = await openSeries([
    await indexed(path, (dataset) => void kinds.push(isKnownHdf5(dataset))),
  ]);
  const read = await series.readRows(['v', 'w'], 0, 3);
  expect(Array.from(read.get('v') ?? [], Number)).toEqual([1, 2, 3]);
  expect(kinds).toEqual([true, false]);
  await series.close();
});

it('masks follow assessments that only the attributes of each file tell', async () => {
  const fileOf = (day: number, assessment: string): MadeFile => ({
    time: 2,
    attributes: { qc_bit_1_assessment: assessment },
    variables: {
      time: {
        type: 'double',
        dimensions: ['time'],
        values: [0, 60],
        attributes: { units: `seconds since 2020-01-0${day}` },
      },
      v: {
        type: 'float',
        dimensions: ['time'],
        values: [1, 2],
        attributes: { units: 'm', missing_value: -9999 },
      },
      qc_v: { type: 'int', dimensions: ['time'], values: [1, 0], attributes: { units: '1' } },
    },
  });
  const paths = [join(folder, 'a.nc'), join(folder, 'b.nc')] as const;
  await writeHdf5(paths[0], fileOf(1, 'Bad'));
  await writeHdf5(paths[1], fileOf(2, 'Indeterminate'));
  const series = await openSeries(await Promise.all(paths.map((path) => indexed(path, () => {}))));
  const read = await series.readRows(['v'], 0, 4, { spans: [], assessed: ['Bad'] });
  expect(Array.from(read.get('v') ?? [], Number)).toEqual([-9999, 2, 1, 2]);
  await series.close();
});

it('files with as many stations as times are read in the order of dimensions that each has', async () => {
  const square = async (day: number, dimensions: readonly string[], values: readonly number[]) => {
    const path = join(folder, `square-${written++}.nc`);
    const units = { name: 'units', type: 'char', value: `hours since 2020-01-0${day}` } as const;
    const definition = {
      dimensions: ['time', 'station'].map((name) => ({ name, length: 2, unlimited: false })),
      attributes: [],
      variables: [
        { name: 'time', type: 'double', dimensions: ['time'], attributes: [units] },
        { name: 'v', type: 'float', dimensions, attributes: [] },
      ] as const,
    };
    const writer = await Hdf5Writer.create(path, definition, 0);
    await writer.writeFixed('time', Float64Array.of(0, 1));
    await writer.writeFixed('v', Float32Array.from(values));
    await writer.close();
    return path;
  };
  // The values of the two stations at one time, then those at the next.
  const stored = {
    stations: [
      ['station', 'time'],
      [1, 3, 2, 4],
    ],
    times: [
      ['time', 'station'],
      [1, 2, 3, 4],
    ],
  } as const;
  for (const order of [
    ['times', 'stations', 'times'],
    ['stations', 'times', 'stations'],
  ] as const) {
    const paths: string[] = [];
    for (const [n, kind] of order.entries())
      paths.push(await square(n + 1, stored[kind][0], stored[kind][1]));
    const files: SeriesFile[] = [];
    for (const path of paths) files.push(await indexed(path, () => {}));
    const series = await openSeries(files);
    const read = await series.readRows(['v'], 0, 6);
    expect(Array.from(read.get('v') ?? [], Number)).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]);
    await series.close();
  }
});
