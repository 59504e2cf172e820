// Values and flags of a time grid that can be worked out on paper: four samples 40 s apart, on
// cells of a minute.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDataset } from '../open.ts';
import type { MadeFile, MadeVariable } from '../testing/made-file.ts';
import { madeSeries } from '../testing/made-series.ts';
import { temporaryFolder } from '../testing/tools.ts';
import type { GridVariable } from './grid-series.ts';
import { type GridJob, type GridSource, writeGrid } from './write-grid.ts';

const DAY = Date.UTC(2022, 5, 1) / 1000;
/**
 * Their cells are [0, 40], [40, 80], [80, 120] and [120, 160]: the second is half in the first
 * minute and half in the second.
 */
const TIMES = [20, 60, 100, 140];
const NONE = -9999;

const clock = (values: readonly number[], more: MadeVariable['attributes'] = {}): MadeVariable => ({
  ...{ type: 'double', dimensions: ['time'], values },
  attributes: { units: 'seconds since 2022-06-01 00:00:00', ...more },
});
const along = (values: readonly number[], more: Partial<MadeVariable> = {}): MadeVariable => ({
  ...{ type: 'double', dimensions: ['time'], values },
  attributes: { units: 'm', missing_value: NONE },
  ...more,
});
const flagged = (values: readonly number[]): MadeVariable => ({
  ...{ type: 'int', dimensions: ['time'], values },
  attributes: {
    ...{ flag_method: 'bit', units: '1' },
    ...{ bit_1_description: 'Beyond limits', bit_1_assessment: 'Bad' },
    ...{ bit_2_description: 'Close to limits', bit_2_assessment: 'Indeterminate' },
  },
});

const fileOf = (
  variables: MadeFile['variables'],
  times: readonly number[] = TIMES,
  more: Partial<MadeFile> = {},
): MadeFile => ({ time: times.length, ...more, variables: { time: clock(times), ...variables } });

type Options = Partial<Omit<GridJob, 'sources'>> & Partial<GridSource>;

/** The variables of the file that is written, by name. */
async function onGrid(
  files: readonly MadeFile[],
  variables: readonly GridVariable[],
  { spans = [], assessed, ...job }: Options = {},
): Promise<ReadonlyMap<string, readonly number[]>> {
  const series = await madeSeries(...files);
  using folder = temporaryFolder();
  const output = join(folder.path, 'out.nc');
  const source = { name: 'made.b1', series, variables, spans, ...(assessed && { assessed }) };
  const told = await writeGrid({ step: 60, format: 'classic', ...job, sources: [source], output });
  const dataset = await openDataset(output);
  const read = new Map<string, readonly number[]>();
  for (const name of told.variables) {
    const values = await dataset.read(name);
    read.set(name, Array.from(values as Float64Array, Number));
  }
  await dataset.close();
  return read;
}

const near = (values: readonly (number | undefined)[]) =>
  values.map((value) => expect.closeTo(value ?? Number.NaN, 9));

it('a time grid of four samples has weighted means and deviations, sums of parts and the nearest sample [AV3] [AV4] [AV5] [AV6] [AV15] [AV16]', async () => {
  const x = along([10, 16, 22, 30]);
  const made = await onGrid(
    [fileOf({ mean: x, sum: x, nearest: x })],
    (['mean', 'sum', 'nearest'] as const).map((method) => ({ name: method, method })),
  );
  // (10 + 16 / 2) / 1.5, (16 / 2 + 22) / 1.5; the variance of the first is (100 + 256 / 2) / 1.5
  // - 144.
  expect(made.get('mean')).toEqual(near([12, 20, 30]));
  expect(made.get('mean_std')).toEqual(near([Math.sqrt(8), Math.sqrt(8), 0]));
  expect(made.get('mean_goodfraction')).toEqual([1, 1, 1]);
  expect(made.get('sum')).toEqual(near([18, 30, 30]));
  expect(made.get('sum_goodfraction')).toEqual([1, 1, 1]);
  expect(made.get('nearest')).toEqual([10, 16, 30]);
  for (const name of ['mean', 'sum', 'nearest']) expect(made.get(`qc_${name}`)).toEqual([0, 0, 0]);
  expect(made.get('time')).toEqual([DAY, DAY + 60, DAY + 120]);
  expect(made.get('time_bounds')).toEqual([0, 60, 60, 120, 120, 180].map((each) => DAY + each));
  expect([...made.keys()].filter((name) => name.endsWith('_std'))).toEqual(['mean_std']);
});

it('a time grid of four samples leaves out what is missing, not finite, Bad or in a report, and flags the cell [AV5] [AV7] [AV10] [AV15]', async () => {
  const without = (value: number) => along([10, value, 22, 30]);
  const files = [
    fileOf({
      missing: without(NONE),
      infinite: without(Number.POSITIVE_INFINITY),
      bad: without(16),
      qc_bad: flagged([0, 1, 0, 0]),
      reported: without(16),
      code: without(NONE),
    }),
  ];
  const names = ['missing', 'infinite', 'bad', 'reported'];
  const made = await onGrid(
    files,
    [
      ...names.map((name) => ({ name, method: 'mean' as const })),
      { name: 'code', method: 'nearest' },
    ],
    { spans: [{ variables: ['reported'], start: DAY + 60, end: DAY + 60 }] },
  );
  for (const name of names) {
    expect(made.get(name), name).toEqual([10, 22, 30]);
    expect(made.get(`${name}_std`), name).toEqual([0, 0, 0]);
    expect(made.get(`${name}_goodfraction`), name).toEqual(
      [2 / 3, 2 / 3, 1].map((share) => Math.fround(share)),
    );
    expect(made.get(`qc_${name}`), name).toEqual([32, 32, 0]);
  }
  expect(made.get('code')).toEqual([10, 22, 30]);
  expect(made.get('qc_code')).toEqual([0, 16, 0]);
});

it('a time grid of four samples uses what is Indeterminate and flags the cell, or leaves it out where that is asked for [AV5] [AV11]', async () => {
  const files = [
    fileOf({
      ...{ x: along([10, 16, 22, 30]), qc_x: flagged([0, 2, 0, 0]) },
      ...{ code: along([10, 16, 22, 30]), qc_code: flagged([0, 2, 0, 0]) },
    }),
  ];
  const variables: GridVariable[] = [
    { name: 'x', method: 'mean' },
    { name: 'code', method: 'nearest' },
  ];
  const used = await onGrid(files, variables);
  expect(used.get('x')).toEqual(near([12, 20, 30]));
  expect(used.get('qc_x')).toEqual([2, 2, 0]);
  expect(used.get('code')).toEqual([10, 16, 30]);
  expect(used.get('qc_code')).toEqual([0, 2, 0]);
  const without = await onGrid(files, variables, { assessed: ['Indeterminate'] });
  expect(without.get('x')).toEqual([10, 22, 30]);
  expect(without.get('qc_x')).toEqual([32, 32, 0]);
  expect(without.get('qc_code')).toEqual([0, 16, 0]);
});

it('a time grid of four samples flags the cell where a state of 0 is Indeterminate [AV11]', async () => {
  const states: MadeVariable = {
    ...{ type: 'int', dimensions: ['time'], values: [0, 0, 0, 0] },
    attributes: { flag_0_assessment: 'Indeterminate', flag_1_assessment: 'Good' },
  };
  const made = await onGrid(
    [fileOf({ x: along([10, 16, 22, 30]), qc_x: states })],
    [{ name: 'x', method: 'mean' }],
  );
  expect(made.get('qc_x')).toEqual([2, 2, 2]);
});

it('a time grid of four samples tells a cell without samples from one without a usable sample, and gives neither a flag of a limit [AV8] [AV9] [AV12] [AV13]', async () => {
  const limits = { deviation: { bad: 0 }, share: { bad: 1 } };
  const times = [10, 20, 30, 190, 200];
  const none = along([NONE, NONE, NONE, 4, 4]);
  const made = await onGrid(
    [fileOf({ mean: none, nearest: none }, times)],
    [
      { name: 'mean', method: 'mean', limits },
      { name: 'nearest', method: 'nearest' },
    ],
    {
      ranges: [
        [DAY, DAY + 60],
        [DAY + 120, DAY + 240],
      ],
      longestSample: 10,
    },
  );
  expect(made.get('time')).toEqual([0, 120, 180].map((each) => DAY + each));
  for (const name of ['mean', 'nearest']) {
    expect(made.get(name)).toEqual([NONE, NONE, 4]);
    expect(made.get(`qc_${name}`)).toEqual([1 + 256, 1 + 128, 0]);
  }
  expect(made.get('mean_std')).toEqual([NONE, NONE, 0]);
  expect(made.get('mean_goodfraction')).toEqual([0, 0, 1]);
});

it('flags a deviation over a limit and a share under one, Bad before Indeterminate, and no value that is equal to one [AV12] [AV13]', async () => {
  // Of the first minute the deviation is the root of 8, and the share two thirds where its second
  // sample is missing.
  const spread = Math.sqrt(8);
  const flagsOf = async (value: number, limits: GridVariable['limits']) =>
    (
      await onGrid(
        [fileOf({ x: along([10, value, 22, 30]) })],
        [{ name: 'x', method: 'mean', limits }],
      )
    ).get('qc_x')?.[0];
  expect(await flagsOf(16, { deviation: { bad: spread - 0.1 } })).toBe(512);
  expect(await flagsOf(16, { deviation: { bad: spread + 0.1, indeterminate: 2 } })).toBe(1024);
  expect(await flagsOf(16, { deviation: { bad: 2, indeterminate: 1 } })).toBe(512);
  expect(await flagsOf(16, { deviation: { bad: 3, indeterminate: 3 } })).toBe(0);
  expect(await flagsOf(NONE, { deviation: { bad: 0, indeterminate: 0 } })).toBe(32);
  expect(await flagsOf(NONE, { share: { bad: 0.7 } })).toBe(32 + 2048);
  expect(await flagsOf(NONE, { share: { bad: 0.6, indeterminate: 0.7 } })).toBe(32 + 4096);
  expect(await flagsOf(NONE, { share: { bad: 40 / 60, indeterminate: 40 / 60 } })).toBe(32);
  expect(await flagsOf(16, { share: { bad: 1, indeterminate: 1 } })).toBe(0);
});

it('a time grid of four samples believes bounds of the file, in either order, where they are near their sample [AV3]', async () => {
  const bounds = (values: readonly number[]): MadeFile['variables'] => ({
    time: clock(TIMES, { bounds: 'edges' }),
    edges: { type: 'double', dimensions: ['time', 'bound'], values },
  });
  const own = async (values: readonly number[]) => {
    const file = fileOf({ x: along([10, 16, 22, 30]), ...bounds(values) }, TIMES, {
      dimensions: { bound: 2 },
    });
    return (await onGrid([file], [{ name: 'x', method: 'mean' }])).get('x');
  };
  // Each stands for the 20 s before it, so that the second is wholly in the first minute.
  const before = TIMES.flatMap((time) => [time - 20, time]);
  expect(await own(before)).toEqual([13, 22, 30]);
  const reversed = TIMES.flatMap((time) => [time, time - 20]);
  expect(await own(reversed)).toEqual([13, 22, 30]);
  const far = 32 * 86_400;
  expect(await own(before.with(2, 60 - far - 1))).toEqual(near([12, 20, 30]));
});

const wind = async (
  directions: readonly number[],
  speeds: readonly number[],
  type: 'float' | 'double' = 'double',
) => {
  const made = await onGrid(
    [fileOf({ dir: along(directions, { type }), spd: along(speeds, { type }) })],
    [{ name: 'dir', method: 'vector', speed: 'spd' }],
  );
  const first = (name: string) => made.get(name)?.[0];
  return {
    names: [...made.keys()].slice(2),
    of: [first('dir'), first('spd_vector'), first('spd')],
    spread: first('spd_std'),
    flags: [first('qc_dir'), first('qc_spd_vector'), first('qc_spd')],
    share: first('spd_goodfraction'),
  };
};

it('a wind on a time grid is the mean of vectors, with the mean of the speeds beside it [AV14]', async () => {
  // In the first minute the second sample counts half: twice as fast, it weighs as much as the
  // first.
  const north = await wind([350, 10, 0, 0], [3, 6, 1, 1]);
  expect(north.of).toEqual(near([0, 4 * Math.cos(Math.PI / 18), 4]));
  expect(north.spread).toBeCloseTo(Math.sqrt(2), 9);
  expect(north.names.toSorted()).toEqual([
    'dir',
    'qc_dir',
    'qc_spd',
    'qc_spd_vector',
    'spd',
    'spd_goodfraction',
    'spd_std',
    'spd_vector',
  ]);
  expect((await wind([270, 270, 0, 0], [3, 6, 1, 1])).of).toEqual(near([270, 4, 4]));
  expect((await wind([90, 180, 0, 0], [3, 6, 1, 1])).of).toEqual(near([135, 2 * Math.sqrt(2), 4]));
  expect((await wind([90, 270, 0, 0], [3, 6, 1, 1])).of).toEqual(near([0, 0, 4]));
});

it('a wind on a time grid counts a sample where its speed and its direction are known [AV5] [AV10] [AV14]', async () => {
  for (const lacking of [
    await wind([90, NONE, 0, 0], [3, 6, 1, 1]),
    await wind([90, 180, 0, 0], [3, NONE, 1, 1]),
  ]) {
    expect(lacking.of).toEqual(near([90, 3, 3]));
    expect(lacking.flags).toEqual([32, 32, 32]);
    expect(lacking.share).toBe(Math.fround(2 / 3));
  }
});

it('a wind on a time grid has directions below 360, also where they are rounded to single numbers [AV14]', async () => {
  const { of } = await wind([350, 10, 0, 0], [3, 5.9999995, 1, 1], 'float');
  expect(of[0]).toBe(0);
});
