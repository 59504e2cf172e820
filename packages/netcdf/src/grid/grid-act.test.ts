// The same files on a time grid by act-atmos and here: every value that differs is explained by a
// statement of the table in the specification.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realFile } from '../../../../fixtures/real-files.ts';
import { openSeries } from '../series/open-series.ts';
import { type MadeFile, type MadeVariable, madeBytes } from '../testing/made-file.ts';
import { dice, seriesFileOf } from '../testing/made-series.ts';
import { temporaryFolder } from '../testing/tools.ts';
import type { GridVariable } from './grid-series.ts';
import { METHODS, refusal } from './method.ts';
import { writeGrid } from './write-grid.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const ACT = join(ROOT, 'node_modules/.cache/python-programs/act');
const PROGRAM = join(import.meta.dirname, '../testing/grid-act.py');
const SPECIFICATION = join(ROOT, 'docs/specification/av-time-grid.md');

/**
 * A variable of a case. `refused`: only act-atmos puts it on the grid so; the statement that
 * refuses it.
 */
interface Compared {
  readonly name: string;
  readonly method: GridVariable['method'] | 'linear';
  readonly speed?: string;
  readonly refused?: string;
}

interface Case {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly step: number;
  readonly variables: readonly Compared[];
}

interface Told {
  readonly problems: readonly string[];
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/**
 * Puts the files of each case on the grid here, and lets the program do the same by act-atmos and
 * compare.
 */
async function compared(folder: string, cases: readonly Case[]): Promise<Told> {
  const list: unknown[] = [];
  for (const [index, one] of cases.entries()) {
    const series = await openSeries(await Promise.all(one.inputs.map(seriesFileOf)));
    const output = join(folder, `${index}.out.nc`);
    const variables = one.variables.flatMap(({ refused, method, ...own }) =>
      refused === undefined && method !== 'linear' ? [{ ...own, method }] : [],
    );
    const source = { name: 'made.b1', series, variables, spans: [] };
    await writeGrid({ sources: [source], step: one.step, output, format: 'classic' });
    await series.close();
    list.push({ ...one, output });
  }
  const path = join(folder, 'cases.json');
  writeFileSync(path, JSON.stringify(list));
  const env = { ...process.env, PYTHONPATH: ACT, PYTHONWARNINGS: 'ignore' };
  const told = execFileSync('python3', [PROGRAM, path], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'], // what it complains of is part of the failure
  });
  return JSON.parse(told.slice(told.lastIndexOf('\n{') + 1)) as Told;
}

const BITS = {
  ...{ units: '1', flag_method: 'bit' },
  ...{ bit_1_description: 'Beyond limits', bit_1_assessment: 'Bad' },
  ...{ bit_2_description: 'Close to limits', bit_2_assessment: 'Indeterminate' },
} as const;

/**
 * A file of samples of a station; `withBounds`: each sample says that it stands for the minute
 * before it.
 */
function stationFile(seed: number, times: readonly number[], withBounds: boolean): MadeFile {
  const random = dice(seed);
  const { length } = times;
  const of = (make: () => number) =>
    Array.from({ length }, () => (random() < 0.12 ? -9999 : make()));
  const column = (
    type: MadeVariable['type'],
    values: readonly number[],
    attributes: MadeVariable['attributes'] = {},
  ): MadeVariable => ({ type, dimensions: ['time'], values, attributes });
  const flags = () => Array.from({ length }, () => Math.floor(random() ** 3 * 4));
  const floats = (long_name: string, units: string, make: () => number) =>
    column('float', of(make), { long_name, units, missing_value: -9999 });
  return {
    time: length,
    dimensions: { bound: 2 },
    variables: {
      time: column('double', times, {
        units: 'seconds since 2021-03-03 00:00:00',
        standard_name: 'time',
        ...(withBounds && { bounds: 'time_bounds' }),
      }),
      ...(withBounds && {
        time_bounds: {
          type: 'double' as const,
          dimensions: ['time', 'bound'],
          values: times.flatMap((time) => [time - 60, time]),
        },
      }),
      temp: floats('Temperature', 'degC', () => Math.fround(random() * 40 - 10)),
      qc_temp: column('int', flags(), BITS),
      packed: column(
        'short',
        of(() => Math.floor(random() * 2000)),
        {
          long_name: 'Pressure',
          units: 'hPa',
          missing_value: -9999,
          scale_factor: 0.25,
          add_offset: 700,
        },
      ),
      steady: floats('Steady', 'V', () => 3),
      rain: floats('Rain', 'mm', () => Math.fround(random() * 2)),
      qc_rain: column('int', flags(), BITS),
      code: column(
        'int',
        of(() => Math.floor(random() * 9)),
        { long_name: 'Weather code', units: '1', missing_value: -9999 },
      ),
      qc_code: column('int', flags(), BITS),
      wspd: floats('Wind speed', 'm/s', () => Math.fround(random() * 12)),
      wdir: floats('Wind direction', 'degree', () => Math.fround(random() * 360)),
      dbz: floats('Reflectivity', 'dBZ', () => Math.fround(random() * 60 - 30)),
    },
  };
}

const STATION: readonly Compared[] = [
  { name: 'temp', method: 'mean' },
  { name: 'packed', method: 'mean' },
  { name: 'steady', method: 'mean' },
  { name: 'rain', method: 'sum' },
  { name: 'code', method: 'nearest' },
  { name: 'wdir', method: 'vector', speed: 'wspd' },
  { name: 'dbz', method: 'mean', refused: 'AV17' },
  { name: 'temp', method: 'linear', refused: 'AV15' },
];

/** Rows of a file, before some are taken out. */
const ROWS = 240;

/**
 * Minutes, minutes at the half, minutes with bounds, irregular times with gaps, and samples of
 * which some are alone in their hour.
 */
function madeCases(folder: string): Case[] {
  const kinds = [
    { name: 'minutes', times: (n: number) => n * 60, keep: 1, steps: [300, 3600] },
    { name: 'half minutes', times: (n: number) => n * 60 + 30, keep: 1, steps: [300] },
    { name: 'bounds', times: (n: number) => n * 60, keep: 1, withBounds: true, steps: [300] },
    { name: 'gaps', times: (n: number) => n * 60 + (n % 7), keep: 0.08, steps: [600] },
    { name: 'far apart', times: (n: number) => n * 1500, keep: 0.7, steps: [3600] },
  ];
  return kinds.flatMap(({ name, times, keep, withBounds = false, steps }, kind) =>
    steps.map((step): Case => {
      const random = dice(kind * 31 + step);
      const inputs = [0, 1].map((day) => {
        const all = Array.from({ length: ROWS }, (_, n) => times(day * ROWS + n));
        const kept = all.filter(() => random() < keep);
        const path = join(folder, `made${kind}.b1.2021030${3 + day}.00${step}.nc`);
        writeFileSync(path, madeBytes(stationFile(kind * 7 + day + step, kept, withBounds)));
        return path;
      });
      return { name: `${name} on ${step} s`, inputs, step, variables: STATION };
    }),
  );
}

/** Rows of the table of the specification: output, statement, cells that differ. */
function tableOf(text: string): Record<string, Record<string, number>> {
  const rows: Record<string, Record<string, number>> = {};
  for (const [, output = '', statements = '', differ = '', cells = ''] of text.matchAll(
    /^\| `([^`]+)` \| ((?:\[?AV\d+\]?,? ?)+) \|.*\| ([\d,]+) of ([\d,]+) \|$/gm,
  )) {
    const number = (digits: string) => Number(digits.replaceAll(',', ''));
    rows[output] = {
      ...rows[output],
      cells: number(cells),
      [statements.replaceAll(',', '').trim()]: number(differ),
    };
  }
  return rows;
}

describe.skipIf(!existsSync(ACT))('a time grid beside act-atmos', () => {
  it('a time grid beside act-atmos differs in no cell but by the statements of the table in the specification, which counts them [AV3] [AV5] [AV8] [AV14] [AV17]', async () => {
    using folder = temporaryFolder();
    const { problems, counts } = await compared(folder.path, madeCases(folder.path));
    expect(problems).toEqual([]);
    expect(tableOf(readFileSync(SPECIFICATION, 'utf8'))).toEqual(counts);
  }, 300_000);

  it('a time grid beside act-atmos refuses what only act-atmos puts on a grid, with the reason [AV15] [AV17]', () => {
    const dbz = {
      ...{ name: 'dbz', type: 'float', perRecord: true, inner: [] },
      attributes: { units: 'dBZ' },
    };
    expect(refusal(dbz, 'mean', [dbz])).toContain('logarithmic');
    expect(METHODS).not.toContain('linear');
  });

  it('a time grid beside act-atmos differs in no cell of real days but by statements of the law', async () => {
    using folder = temporaryFolder();
    const days = [1, 2].map((day) => realFile(`sgpmetE13.b1.2019010${day}.000000.cdf`));
    const variables: readonly Compared[] = [
      { name: 'temp_mean', method: 'mean' },
      { name: 'atmos_pressure', method: 'mean' },
      { name: 'rh_mean', method: 'mean' },
      { name: 'tbrg_precip_total_corr', method: 'sum' },
      { name: 'pwd_pw_code_inst', method: 'nearest' },
      { name: 'wdir_vec_mean', method: 'vector', speed: 'wspd_vec_mean' },
    ];
    const cases = [1800].map((step) => ({
      name: `met on ${step} s`,
      inputs: days,
      step,
      variables,
    }));
    expect((await compared(folder.path, cases)).problems).toEqual([]);
  }, 300_000);
});
