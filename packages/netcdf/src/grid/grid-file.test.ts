// What a file on a time grid holds beside values: names, attributes, types, coordinates; its parts
// as a table; and what is refused.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { numbersAttribute, textAttribute } from '../attribute.ts';
import { openDataset } from '../open.ts';
import type { MadeFile, MadeVariable } from '../testing/made-file.ts';
import { madeSeries } from '../testing/made-series.ts';
import { temporaryFolder } from '../testing/tools.ts';
import type { GridVariable } from './grid-series.ts';
import { openSeriesGrid } from './series-grid.ts';
import { type GridJob, type GridSource, writeGrid } from './write-grid.ts';

const DAY = Date.UTC(2022, 5, 1) / 1000;

const along = (more: Partial<MadeVariable> = {}): MadeVariable => ({
  ...{ type: 'float', dimensions: ['time'], values: [10, 16, 22, 30] },
  attributes: { units: 'm', long_name: 'Depth', valid_min: 0, missing_value: -9999 },
  ...more,
});

const fileOf = (variables: MadeFile['variables'], more: Partial<MadeFile> = {}): MadeFile => ({
  ...{ time: 4, attributes: { title: 'made', isobar_sources: 'before' }, ...more },
  variables: {
    time: {
      ...{ type: 'double', dimensions: ['time'], values: [20, 60, 100, 140] },
      attributes: { units: 'seconds since 2022-06-01 00:00:00' },
    },
    lat: { type: 'float', values: [36.5] },
    ...variables,
  },
});

const source = async (
  file: MadeFile,
  variables: readonly GridVariable[],
  name = 'made.b1',
): Promise<GridSource> => ({ name, series: await madeSeries(file), variables, spans: [] });

const mean = (name: string): GridVariable => ({ name, method: 'mean' });

/** The file that is written, while `look` looks at it. */
async function written<T>(
  sources: readonly GridSource[],
  look: (
    dataset: Awaited<ReturnType<typeof openDataset>>,
    told: Awaited<ReturnType<typeof writeGrid>>,
  ) => Promise<T> | T,
  more: Partial<GridJob> = {},
): Promise<T> {
  using folder = temporaryFolder();
  const output = join(folder.path, 'out.nc');
  const told = await writeGrid({ sources, step: 60, format: 'classic', output, ...more });
  const dataset = await openDataset(output);
  try {
    return await look(dataset, told);
  } finally {
    await dataset.close();
  }
}

it('[AV1] a file on a time grid states the method, the flags, the limits and the step, and no packing or limits of samples', async () => {
  const limits = {
    deviation: { bad: 3, indeterminate: 2 },
    share: { bad: 0.5, indeterminate: 0.7 },
  };
  const wide = along({ type: 'short', attributes: { units: 'm', scale_factor: 0.5 } });
  await written(
    [
      await source(fileOf({ x: along(), wide, plain: along({ attributes: {} }) }), [
        { ...mean('x'), limits },
        mean('wide'),
        mean('plain'),
      ]),
    ],
    (dataset, told) => {
      const x = dataset.variable('x');
      expect(Object.fromEntries(x.attributes.map(({ name, value }) => [name, value]))).toEqual({
        ...{ units: 'm', long_name: 'Depth', cell_methods: 'time: mean', isobar_method: 'mean' },
        ancillary_variables: 'qc_x',
        ...{ missing_value: Float32Array.of(-9999), _FillValue: Float32Array.of(-9999) },
      });
      expect([x.type, dataset.variable('wide').type, dataset.variable('wide_std').type]).toEqual([
        'float',
        'double',
        'double',
      ]);
      const flags = dataset.variable('qc_x');
      expect(
        ['std_bad_max', 'std_ind_max', 'goodfrac_bad_min', 'goodfrac_ind_min'].map((name) =>
          numbersAttribute(flags, name),
        ),
      ).toEqual([[3], [2], [0.5], [0.7]]);
      expect(numbersAttribute(dataset.variable('qc_wide'), 'std_bad_max')).toBeUndefined();
      expect(textAttribute(flags, 'bit_13_assessment')).toBe('Indeterminate');
      expect(textAttribute(dataset.variable('x_std'), 'units')).toBe('m');
      expect(textAttribute(dataset.variable('plain_std'), 'units')).toBeUndefined();
      expect(textAttribute(dataset.variable('x_goodfraction'), 'units')).toBe('1');
      expect(
        ['title', 'isobar_grid_step', 'isobar_sources'].map((name) => textAttribute(dataset, name)),
      ).toEqual(['made', '60 s, from 1970-01-01T00:00:00Z', 'made.b1']);
      expect(textAttribute(dataset.variable('time'), 'bounds')).toBe('time_bounds');
      expect([told.records, told.firstTime, told.lastTime]).toEqual([3, DAY, DAY + 120]);
      expect(told.variables).toContain('lat');
    },
  );
});

it('[AV17] a file on a time grid has codes in a type that holds -9999, with the meanings of theirs', async () => {
  const code = (type: MadeVariable['type']) =>
    along({
      type,
      values: [1, 2, 3, 1],
      attributes: {
        ...{ flag_values: [1, 2, 3], flag_meanings: 'a b c' },
        ...(type === 'short' && { missing_value: -9999 }),
      },
    });
  const types = ['byte', 'ubyte', 'short', 'ushort', 'int', 'uint', 'float', 'double'] as const;
  const file = fileOf(Object.fromEntries(types.map((type) => [type, code(type)])));
  const made = await written(
    [
      await source(
        file,
        types.map((name) => ({ name, method: 'nearest' as const })),
      ),
    ],
    (dataset) =>
      Promise.all(
        types.map(async (name) => {
          const { type } = dataset.variable(name);
          const kept = dataset
            .variable(name)
            .attributes.find((each) => each.name === 'flag_values');
          return [type, kept?.type, Array.from((await dataset.read(name)) as Float64Array)];
        }),
      ),
  );
  const held = ['short', 'short', 'short', 'int', 'double', 'double', 'float', 'double'];
  expect(made).toEqual(held.map((type) => [type, type, [1, 2, 1]]));
});

it('[AV18] a file on a time grid names a variable by its datastream where two have it, and has no place of several', async () => {
  const [a, b] = [
    await source(fileOf({ x: along(), y: along() }), [mean('x'), mean('y')], 'sgpmet.b1'),
    await source(fileOf({ x: along() }), [mean('x')], 'nsa.c1'),
  ];
  await written([a, b], async (dataset, told) => {
    const names = told.variables.filter((name) => !/^qc_|_std$|_goodfraction$|^time/.test(name));
    expect(names.toSorted()).toEqual(['x__nsa_c1', 'x__sgpmet_b1', 'y']);
    expect(textAttribute(dataset, 'isobar_sources')).toBe('sgpmet.b1 nsa.c1');
    expect(textAttribute(dataset, 'title')).toBeUndefined();
    expect(textAttribute(dataset.variable('x__nsa_c1'), 'ancillary_variables')).toBe(
      'qc_x__nsa_c1',
    );
    expect(await dataset.read('x__nsa_c1')).toEqual(Float32Array.of(12, 20, 30));
  });
});

it('a file on a time grid adds what has a name already under another one', async () => {
  const file = fileOf({ x: along(), x_std: along() });
  const names = await written(
    [await source(file, [mean('x'), mean('x_std')])],
    (_, told) => told.variables,
  );
  expect(names).toEqual(expect.arrayContaining(['x', 'x_cell_std', 'x_std', 'x_std_std']));
});

it('a file on a time grid has the coordinates of its variables, and profiles value by value', async () => {
  const profile = along({ dimensions: ['time', 'height'], values: [1, 5, 2, 6, 3, 7, 4, 8] });
  const file = fileOf(
    { profile, height: { type: 'float', dimensions: ['height'], values: [100, 200] } },
    { dimensions: { height: 2 } },
  );
  await written([await source(file, [mean('profile')])], async (dataset) => {
    expect(await dataset.read('height')).toEqual(Float32Array.of(100, 200));
    const values = Array.from((await dataset.read('profile')) as Float32Array);
    const expected = [2 / 1.5, 8 / 1.5, 4 / 1.5, 10 / 1.5, 4, 8];
    expect(values).toEqual(expected.map((value) => expect.closeTo(value, 5)));
  });
});

it('a file on a time grid is refused where a name is there twice, lengths differ, nothing is chosen or there is no room, and is not left behind', async () => {
  using folder = temporaryFolder();
  const output = join(folder.path, 'out.nc');
  const one = await source(fileOf({ x: along() }), [mean('x')]);
  const make = (sources: readonly GridSource[], more: Partial<GridJob> = {}) =>
    writeGrid({ sources, step: 60, format: 'netcdf4', output, ...more });
  const twice = await source(fileOf({ x: along(), qc_x: along() }), [mean('x'), mean('qc_x')]);
  await expect(make([twice])).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('called qc_x'),
  });
  const levels = async (length: number, name: string) =>
    await source(
      fileOf(
        {
          [name]: along({
            dimensions: ['time', 'z'],
            values: Array.from({ length: 4 * length }, () => 1),
          }),
        },
        { dimensions: { z: length } },
      ),
      [mean(name)],
    );
  await expect(make([await levels(2, 'a'), await levels(3, 'b')])).rejects.toThrow(
    /dimension z has 2 and 3 values/,
  );
  await expect(make([one], { ranges: [[0, 60]] })).rejects.toThrow(
    /No sample is in the chosen dates/,
  );
  await expect(make([one], { step: 7 })).rejects.toThrow(/does not divide a day/);
  const asked: unknown[] = [];
  const roomFor = async (of: unknown) => {
    asked.push(of);
    return 'No room.';
  };
  await expect(make([one], { roomFor })).rejects.toMatchObject({
    code: 'unsupported',
    message: 'No room.',
  });
  await expect(make([one], { roomFor, format: 'classic' })).rejects.toThrow('No room.');
  // Three cells of three doubles of time, two floats, a whole number and a share; and a place.
  expect(asked).toEqual(
    [true, false].map((isCompressed) => ({ bytes: 4 + 3 * (3 * 8 + 4 * 4), isCompressed })),
  );
  await expect(make([one], { signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
  expect(existsSync(output)).toBe(false);
  const progress: unknown[] = [];
  await make([one], { onProgress: (each) => progress.push(each), history: 'put on a grid' });
  expect(progress).toEqual([{ done: 3, total: 3 }]);
  const dataset = await openDataset(output);
  expect(textAttribute(dataset, 'history')).toContain('put on a grid');
  await dataset.close();
});

it('[AV2] a table on a time grid has the values of the file in any part of its cells', async () => {
  const profile = along({ dimensions: ['time', 'height'], values: [1, 2, 3, 4, 5, 6, 7, 8] });
  const file = fileOf(
    { x: along(), dir: along({ values: [350, 10, 90, 270] }), spd: along(), profile },
    { dimensions: { height: 2 } },
  );
  const variables: GridVariable[] = [
    ...[mean('x'), mean('profile')],
    { name: 'dir', method: 'vector', speed: 'spd' },
  ];
  const { series, spans } = await source(file, variables);
  const grid = await openSeriesGrid(series, variables, 60);
  expect([grid.cells.count, grid.reach]).toEqual([3, 0]);
  expect(['x', 'dir', 'profile'].map((name) => grid.numbersRead(name))).toEqual([1, 2, 2]);
  expect(grid.fixed.map(({ name }) => name)).toEqual(['lat']);
  const names = grid.perCell.map(({ name }) => name);
  await written([await source(file, variables)], async (dataset, told) => {
    expect(told.variables.filter((name) => name !== 'lat')).toEqual(names);
    for (const [from, to] of [
      [0, 3],
      [1, 3],
      [2, 3],
    ] as const) {
      const part = await grid.readCells(names, from, to, { spans, assessed: [] });
      for (const name of names)
        expect(part.get(name), name).toEqual(await dataset.read(name, from, to));
    }
  });
  expect([...(await grid.readCells(['time'], 0, 2, { spans, assessed: [] })).values()]).toEqual([
    Float64Array.of(DAY, DAY + 60),
  ]);
  await expect(grid.readCells(['y'], 0, 1, { spans, assessed: [] })).rejects.toMatchObject({
    code: 'no-such-variable',
  });
  expect(() => grid.cells.startOf(3)).toThrow(/Cell 3 of a grid of 3/);
});
