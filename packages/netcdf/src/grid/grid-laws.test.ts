// Laws of the time grid over random samples: what is split, sorted or conserved; and what is
// refused.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import { openDataset } from '../open.ts';
import { describeFile } from '../series/describe.ts';
import { openSeries } from '../series/open-series.ts';
import type { Series } from '../series/series.ts';
import { type MadeVariable, madeBytes } from '../testing/made-file.ts';
import { fileExtents, fileGroups } from './file-groups.ts';
import { FLAG } from './flags.ts';
import { type GridVariable, gridSlabs, slabCells } from './grid-series.ts';
import { type GridableVariable, proposedMethod, refusal, speedOf } from './method.ts';
import { isGridStep, OutputCells } from './output-cells.ts';

const START = Date.UTC(2022, 5, 1) / 1000;

interface Sample {
  readonly time: number;
  readonly value: number;
}

async function seriesOf(
  files: readonly (readonly Sample[])[],
  attributes: MadeVariable['attributes'] = { units: 'm', missing_value: -9999 },
): Promise<Series> {
  const described = files
    .filter((rows) => rows.length > 0)
    .map(async (rows, index) => {
      const open = () =>
        openDataset(
          bytesSource(
            madeBytes({
              time: rows.length,
              variables: {
                time: {
                  type: 'double',
                  dimensions: ['time'],
                  values: rows.map(({ time }) => time),
                  attributes: { units: 'seconds since 2022-06-01 00:00:00' },
                },
                x: {
                  type: 'double',
                  dimensions: ['time'],
                  values: rows.map(({ value }) => value),
                  attributes,
                },
              },
            }),
          ),
        );
      const dataset = await open();
      const { times, ...rest } = await describeFile(dataset);
      await dataset.close();
      return { name: `${index}`.padStart(3, '0'), ...rest, open, times: async () => times };
    });
  return await openSeries(await Promise.all(described));
}

const groupsOf = async (series: Series) => fileGroups(await fileExtents(series));

async function gridded(
  series: Series,
  cells: OutputCells,
  method: GridVariable['method'],
  slab?: number,
): Promise<{ values: number[]; flags: number[] }> {
  const request = { variables: [{ name: 'x', method }], spans: [] };
  const values: number[] = [];
  const flags: number[] = [];
  const most = slab ?? slabCells(series, request.variables);
  for await (const { binned } of gridSlabs(series, await groupsOf(series), request, cells, most)) {
    values.push(...(binned.get('x')?.values ?? []));
    flags.push(...(binned.get('x')?.flags ?? []));
  }
  return { values, flags };
}

const samples = fc
  .array(
    fc.record({
      gap: fc.constantFrom(0, 1, 10, 60, 600),
      value: fc.integer({ min: -50, max: 50 }),
    }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((list) => {
    let time = 0;
    return list.map(({ gap, value }) => {
      time += gap;
      return { time, value };
    });
  });

const extent = (rows: readonly Sample[]) => ({
  first: START + Math.min(...rows.map(({ time }) => time)),
  last: START + Math.max(...rows.map(({ time }) => time)),
});

const close = (a: readonly number[], b: readonly number[]) => {
  expect(a.length).toBe(b.length);
  a.forEach((each, index) => {
    const other = b[index] ?? Number.NaN;
    if (Number.isNaN(each)) expect(other).toBeNaN();
    else expect(other).toBeCloseTo(each, 9);
  });
};

it('[AV4] a time grid gives the same wherever its input is split into files and however its cells are read', async () => {
  await fc.assert(
    fc.asyncProperty(
      samples,
      fc.nat(40),
      fc.constantFrom(1, 2, 5),
      fc.constantFrom('mean', 'sum', 'nearest'),
      async (rows, at, slab, method) => {
        const cells = new OutputCells(60, extent(rows));
        const whole = await gridded(await seriesOf([rows]), cells, method);
        const cut = Math.min(rows.length, at);
        const parts = await seriesOf([rows.slice(0, cut), rows.slice(cut)]);
        const split = await gridded(parts, cells, method, slab);
        expect(split.flags).toEqual(whole.flags);
        close(split.values, whole.values);
      },
    ),
    { numRuns: 60 },
  );
});

it('[AV3] a time grid gives the same for samples in any order of files that do not share a time', async () => {
  await fc.assert(
    fc.asyncProperty(samples, fc.infiniteStream(fc.nat()), async (rows, order) => {
      const apart = rows.filter(
        ({ time }, index) => rows.findIndex((each) => each.time === time) === index,
      );
      const cells = new OutputCells(300, extent(apart));
      const sorted = await gridded(await seriesOf([apart]), cells, 'mean');
      const keyed = apart.map((row) => ({ row, key: order.next().value ?? 0 }));
      const shuffled = keyed.sort((a, b) => a.key - b.key).map(({ row }) => row);
      const other = await gridded(await seriesOf([shuffled]), cells, 'mean');
      expect(other.flags).toEqual(sorted.flags);
      close(other.values, sorted.values);
    }),
    { numRuns: 60 },
  );
});

it('[AV16] a time grid conserves sums: those of all cells are those of all samples', async () => {
  await fc.assert(
    fc.asyncProperty(samples, async (rows) => {
      const first = (rows[0]?.time ?? 0) + START - 86_400;
      const cells = new OutputCells(300, { first, last: extent(rows).last + 86_400 });
      const { values } = await gridded(await seriesOf([rows]), cells, 'sum');
      const total = values.reduce((sum, each) => sum + (Number.isNaN(each) ? 0 : each), 0);
      expect(total).toBeCloseTo(
        rows.reduce((sum, { value }) => sum + value, 0),
        6,
      );
    }),
    { numRuns: 60 },
  );
});

it('[AV2] a time grid returns the samples themselves where each is in the middle of a cell of its own', async () => {
  const rows = Array.from({ length: 50 }, (_, row) => ({ time: row * 60 + 30, value: row % 7 }));
  const cells = new OutputCells(60, extent(rows));
  for (const method of ['mean', 'sum', 'nearest'] as const) {
    const { values, flags } = await gridded(await seriesOf([rows]), cells, method);
    close(
      values,
      rows.map(({ value }) => value),
    );
    expect(new Set(flags)).toEqual(new Set([0]));
  }
});

it('[AV6] a time grid has an exact deviation of values that are large', async () => {
  const rows = [0, 1, 2, 3].map((row) => ({
    time: row * 15 + 7.5,
    value: 1e9 + (row % 2) * 0.5,
  }));
  const series = await seriesOf([rows]);
  const request = { variables: [{ name: 'x', method: 'mean' as const }], spans: [] };
  for await (const { binned } of gridSlabs(
    series,
    await groupsOf(series),
    request,
    new OutputCells(60, extent(rows)),
    16,
  ))
    expect(binned.get('x')?.deviations?.[0]).toBeCloseTo(0.25, 12);
});

it('[AV8] a time grid holds no value and the flags 8 and 1 where no sample overlaps a cell', async () => {
  const cells = new OutputCells(60, { first: START - 120, last: START + 59 });
  const alone = await seriesOf([[{ time: 5, value: 1 }]]);
  const { values, flags } = await gridded(alone, cells, 'mean');
  expect(values).toEqual([Number.NaN, Number.NaN, 1]);
  expect(flags).toEqual([FLAG.bad | FLAG.noSample, FLAG.bad | FLAG.noSample, 0]);
});

it('[AV2] a time grid takes whole seconds that divide a day, up to a day, and nothing else', () => {
  expect([1, 7.2, 7, 60, 300, 3600, 43_200, 86_400].filter(isGridStep)).toEqual([
    1, 60, 300, 3600, 43_200, 86_400,
  ]);
  expect([0, -60, 0.5, 172_800, Number.NaN].some(isGridStep)).toBe(false);
  expect(() => new OutputCells(7, { first: 0, last: 1 })).toThrow(/does not divide a day/);
});

it('[AV2] the cells of an output are those of the ranges, in order, each once, as a plain walk over all cells finds them', () => {
  const range = fc
    .tuple(fc.nat(2000), fc.nat(2000))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  fc.assert(
    fc.property(fc.array(range, { maxLength: 4 }), fc.constantFrom(1, 10, 60), (ranges, step) => {
      const cells = new OutputCells(step, { first: 100, last: 1500 }, ranges);
      const plain: number[] = [];
      for (let start = Math.floor(100 / step) * step; start <= 1500; start += step)
        if (ranges.some(([from, to]) => from <= start && start < to)) plain.push(start);
      expect(Array.from({ length: cells.count }, (_, place) => cells.startOf(place))).toEqual(
        plain,
      );
      for (const time of [0, 99, 100, 777, 1500, 3000]) {
        const later = plain.findIndex((start) => start + step > time);
        expect(cells.firstAfter(time)).toBe(later === -1 ? plain.length : later);
      }
    }),
  );
});

const variable = (
  name: string,
  attributes: Record<string, string>,
  more: Partial<GridableVariable> = {},
): GridableVariable => ({
  ...{ name, type: 'float', perRecord: true, inner: [], attributes },
  ...more,
});
const proposed = (one: GridableVariable, others: readonly GridableVariable[] = []) =>
  proposedMethod(one, [one, ...others]);
const wind = variable('wspd_vec_mean', {
  units: 'm/s',
  long_name: 'Wind speed, vector averaged',
});
const angle = variable('wdir_vec_mean', { units: 'degree', long_name: 'Wind direction' });
const radar = variable('reflectivity', { units: 'dBZ' });
const code = variable('weather', { units: '1', flag_values: '0, 1', flag_meanings: 'dry wet' });

it('[AV17] methods of a time grid are refused for angles without a speed, codes, logarithms, text and 64-bit integers, each with its reason', () => {
  expect(refusal(angle, 'mean', [angle, wind])).toMatch(/angle/);
  for (const method of ['mean', 'nearest', 'sum', 'vector'] as const)
    expect(refusal({ ...wind, rowsOf: 'station_index' }, method, [])).toMatch(
      /several stations.*\(station_index\)/,
    );
  expect(refusal(angle, 'vector', [angle])).toMatch(/wind speed beside it/);
  expect(refusal(angle, 'vector', [angle, wind])).toBeUndefined();
  expect(refusal(code, 'mean', [code])).toMatch(/code or a flag/);
  expect(refusal(code, 'nearest', [code])).toBeUndefined();
  expect(refusal(radar, 'mean', [radar])).toMatch(/logarithmic \(dBZ\)/);
  expect(refusal(radar, 'mean', [radar], { asStored: true })).toBeUndefined();
  for (const [type, reason] of [
    ['char', /text/],
    ['int64', /64 bits/],
  ] as const)
    expect(refusal(variable('x', {}, { type }), 'nearest', [])).toMatch(reason);
  expect(refusal(variable('lat', {}, { perRecord: false }), 'mean', [])).toMatch(/same for all/);
});

it('[AV1] methods of a time grid are proposed by the kind of a variable', () => {
  expect(proposed(variable('temp', { units: 'degC' }))).toBe('mean');
  expect(proposed(variable('rain', { units: 'mm', long_name: 'Precipitation amount' }))).toBe(
    'sum',
  );
  expect(proposed(variable('rain', { units: 'mm/hr', long_name: 'Rain rate' }))).toBe('mean');
  expect(proposed(variable('snow', { units: 'mm', long_name: 'Snowfall depth' }))).toBe('mean');
  expect(proposed(radar)).toBe('nearest');
  expect(proposed(code)).toBe('nearest');
  expect(proposed(angle, [wind])).toBe('vector');
  expect(proposed(angle)).toBe('nearest');
  const spread = { units: 'degree', long_name: 'Wind direction vector mean standard deviation' };
  expect(proposed(variable('wdir_vec_std', spread), [wind])).toBe('mean');
  expect(proposed(variable('count', { units: '1' }, { type: 'int' }))).toBe('nearest');
  expect(proposed(variable('name', {}, { type: 'char' }))).toBeUndefined();
});

it('[AV14] the method for a direction takes the speed whose name is like that of the direction, and no gust or deviation', () => {
  const others = [
    variable('wspd_arith_mean', { units: 'm/s', long_name: 'Wind speed' }),
    variable('wspd_vec_mean_std', { units: 'm/s', long_name: 'Wind speed std' }),
    wind,
  ];
  expect(speedOf(angle, others)).toBe('wspd_vec_mean');
  expect(speedOf(angle, others.slice(0, 2))).toBe('wspd_arith_mean');
  const windy = variable('wind_chill', { units: 'degC', long_name: 'Wind chill' });
  const sun = variable('azimuth', { units: 'degree', long_name: 'Solar azimuth' });
  for (const one of [windy, sun]) expect(speedOf(one, [one, wind])).toBeUndefined();
  const index = variable('wspd_vec_mean', { units: '1', long_name: 'Wind speed, as an index' });
  for (const one of [index, { ...wind, perRecord: false }, { ...wind, inner: ['height'] }])
    expect(speedOf(angle, [angle, one])).toBeUndefined();
});
