// 240 made cases on a time grid against an oracle in numpy that was written from the law alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { MaskSpan } from '../job/job.ts';
import { openDataset } from '../open.ts';
import { openSeries } from '../series/open-series.ts';
import { type MadeFile, type MadeVariable, madeBytes } from '../testing/made-file.ts';
import { dice, seriesFileOf } from '../testing/made-series.ts';
import { hasPython, python, temporaryFolder } from '../testing/tools.ts';
import type { GridVariable } from './grid-series.ts';
import { openSeriesGrid } from './series-grid.ts';
import { writeGrid } from './write-grid.ts';

const CASES = 240;
const DAY = 86_400;
const START = Date.UTC(2021, 2, 3) / 1000;

const KINDS = [
  'mean',
  'sum',
  'nearest',
  'vector',
  'bounds',
  'thresholds',
  'gaps',
  'packed',
] as const;

interface Case {
  readonly name: string;
  readonly files: readonly MadeFile[];
  readonly step: number;
  readonly variables: readonly GridVariable[];
  readonly spans: readonly MaskSpan[];
  readonly range?: readonly [number, number];
}

function madeCase(index: number): Case {
  const random = dice(index * 7919 + 1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const kind = KINDS[index % KINDS.length] ?? 'mean';
  const spacing = pick([10, 30, 60, 300, 1800, 37]);
  const files = pick([1, 1, 2, 3]);
  const rows = 20 + Math.floor(random() * 60);
  const offset = pick([0, 0, spacing / 2, 7]);
  const made = Array.from({ length: files }, (_, file): MadeFile => {
    const units = pick(['seconds', 'minutes'] as const);
    const day = START + file * rows * spacing;
    let times = Array.from({ length: rows }, (_, row) => row * spacing + offset);
    if (kind === 'gaps') times = times.filter(() => random() > 0.4);
    if (random() < 0.1)
      times = times.map((time, row) => (row % 7 === 3 ? time - 2 * spacing : time));
    if (random() < 0.1)
      times = times.map((time, row) => (row % 11 === 5 ? (times[row - 1] ?? time) : time));
    if (times.length === 0) times = [offset];
    const count = times.length;
    const per = units === 'minutes' ? 60 : 1;
    const packed = kind === 'packed';
    const number = () =>
      packed ? Math.floor(random() * 2000 - 1000) : Math.fround(random() * 40 - 10);
    const spoilt = () => (random() < 0.15 ? -9999 : number());
    const base = new Date(day * 1000).toISOString().slice(0, 19).replace('T', ' ');
    const value: MadeVariable = {
      type: packed
        ? 'short'
        : kind === 'nearest'
          ? pick(['int', 'float', 'short'] as const)
          : 'float',
      dimensions: ['time'],
      values: Array.from({ length: count }, () =>
        kind === 'nearest' ? Math.floor(spoilt()) : spoilt(),
      ),
      attributes: {
        long_name: 'value',
        units: 'degC',
        missing_value: -9999,
        ...(packed && { scale_factor: 0.25, add_offset: 12 }),
      },
    };
    const qc = Array.from({ length: count }, () => pick([0, 0, 0, 0, 1, 2, 4, 6, 7]));
    return {
      time: count,
      dimensions: { bound: 2 },
      variables: {
        time: {
          type: 'double',
          dimensions: ['time'],
          values: times.map((time) => time / per),
          attributes: {
            units: `${units} since ${base}`,
            ...(kind === 'bounds' && { bounds: 'time_bounds' }),
          },
        },
        ...(kind === 'bounds' && {
          time_bounds: {
            type: 'double' as const,
            dimensions: ['time', 'bound'],
            values: times.flatMap((time) => [
              (time - spacing / 2) / per,
              (time + spacing / 3) / per,
            ]),
          },
        }),
        x: value,
        qc_x: {
          type: 'int',
          dimensions: ['time'],
          values: qc,
          attributes: {
            units: '1',
            bit_1_assessment: 'Bad',
            bit_2_assessment: 'Indeterminate',
            bit_3_assessment: 'Indeterminate',
          },
        },
        speed: {
          type: 'float',
          dimensions: ['time'],
          values: Array.from({ length: count }, () =>
            random() < 0.1 ? -9999 : Math.fround(random() * 12),
          ),
          attributes: { long_name: 'Wind speed', units: 'm/s', missing_value: -9999 },
        },
        wdir: {
          type: 'float',
          dimensions: ['time'],
          values: Array.from({ length: count }, () =>
            random() < 0.1 ? -9999 : Math.fround(random() * 360),
          ),
          attributes: { long_name: 'Wind direction', units: 'degree', missing_value: -9999 },
        },
      },
    };
  });
  const limits =
    kind === 'thresholds'
      ? { deviation: { bad: 11, indeterminate: 8 }, share: { bad: 0.5, indeterminate: 0.9 } }
      : {};
  const method = kind === 'sum' || kind === 'nearest' ? kind : 'mean';
  const middle = START + Math.floor((files * rows * spacing) / 2);
  return {
    name: `case ${index} (${kind})`,
    files: made,
    step:
      pick([10, 60, 300, 900, 3600, DAY].filter((step) => (files * rows * spacing) / step < 600)) ??
      3600,
    variables:
      kind === 'vector'
        ? [{ name: 'wdir', method: 'vector', speed: 'speed', limits }]
        : [{ name: 'x', method, limits }],
    spans:
      random() < 0.4
        ? [
            {
              variables: pick(['all', ['x'], ['speed'], ['other']] as const),
              start: middle - 5 * spacing,
              end: middle + 3 * spacing,
            },
          ]
        : [],
    ...(random() < 0.2 && { range: [START, middle - (middle % DAY) + DAY] as const }),
  };
}

it.skipIf(!hasPython)(
  `[AV2] [AV3] [AV4] [AV5] [AV6] [AV7] [AV8] [AV9] [AV10] [AV11] [AV12] [AV13] [AV14] [AV16] ${CASES} cases have its values and flags`,
  { timeout: 300_000 },
  async () => {
    using folder = temporaryFolder();
    const cases: unknown[] = [];
    for (let index = 0; index < CASES; index++) {
      const { files, ...made } = madeCase(index);
      const inputs = files.map((file, number) => {
        const path = join(folder.path, `${index}.${number}.nc`);
        writeFileSync(path, madeBytes(file));
        return path;
      });
      const series = await openSeries(await Promise.all(inputs.map(seriesFileOf)));
      const output = join(folder.path, `${index}.out.nc`);
      await writeGrid({
        sources: [{ name: 'made.b1', series, variables: made.variables, spans: made.spans }],
        step: made.step,
        output,
        format: 'classic',
        ...(made.range && { ranges: [made.range] }),
      });
      await series.close();
      cases.push({ ...made, inputs, output, variables: made.variables.map(forOracle) });
    }
    const list = join(folder.path, 'cases.json');
    writeFileSync(list, JSON.stringify(cases));
    const oracle = readFileSync(join(import.meta.dirname, '../testing/grid-oracle.py'), 'utf8');
    const differences: unknown = JSON.parse(python(oracle, list));
    expect(differences).toEqual([]);
  },
);

it(`a table of any part of the cells of a time grid has the values of the whole file, to the last bit, in ${CASES} cases [AV2]`, async () => {
  using folder = temporaryFolder();
  const random = dice(1);
  for (let index = 0; index < CASES; index++) {
    const { files, name, ...made } = madeCase(index);
    const inputs = files.map((file, number) => {
      const path = join(folder.path, `${index}.${number}.nc`);
      writeFileSync(path, madeBytes(file));
      return path;
    });
    const series = await openSeries(await Promise.all(inputs.map(seriesFileOf)));
    const output = join(folder.path, 'out.nc');
    const source = { name: 'made.b1', series, variables: made.variables, spans: made.spans };
    await writeGrid({ sources: [source], step: made.step, output, format: 'netcdf4' });
    const grid = await openSeriesGrid(series, made.variables, made.step);
    const whole = await openDataset(output);
    const { count } = grid.cells;
    const from = Math.floor(random() * count);
    const to = Math.min(count, from + 1 + Math.floor(random() * 20));
    const names = grid.perCell.map((variable) => variable.name);
    const part = await grid.readCells(names, from, to, { spans: made.spans, assessed: [] });
    for (const variable of names) {
      const [written] = await whole.readRows([variable], from, to);
      expect([name, variable, part.get(variable)]).toEqual([name, variable, written]);
    }
    await whole.close();
    await series.close();
  }
}, 120_000);

function forOracle({ limits = {}, ...variable }: GridVariable) {
  const { deviation = {}, share = {} } = limits;
  const given = {
    std_bad: deviation.bad,
    std_indet: deviation.indeterminate,
    share_bad: share.bad,
    share_indet: share.indeterminate,
  };
  return { ...variable, limits: given };
}
