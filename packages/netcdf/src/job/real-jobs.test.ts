// Jobs over the real files, compared with Python's netCDF4, ncdump and NCO.

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { realFiles } from '../../../../fixtures/real-files.ts';
import { type Dataset, rowCount } from '../dataset.ts';
import { openDataset } from '../open.ts';
import {
  hasNcdump,
  hasNco,
  hasPython,
  ncdump,
  python,
  run,
  temporaryFolder,
} from '../testing/tools.ts';
import { type Claim, differences } from '../testing/truth.ts';
import { charRows } from '../text-bytes.ts';
import { findTimeAxis, readTimes } from '../time/time-axis.ts';
import { concatenate } from './concatenate.ts';
import type { ConcatenateJob, JobInput } from './job.ts';

const archive = realFiles().filter((path) => path.includes('archive'));
const met = archive.filter((path) => /sgpmetE13\.b1\.2019010/.test(path));
const sondes = archive.filter((path) => path.includes('twpsondewnpnC3'));

function input(path: string): JobInput {
  return { name: basename(path), open: () => openDataset(path) };
}

function job(
  paths: readonly string[],
  output: string,
  more: Partial<ConcatenateJob> = {},
): ConcatenateJob {
  return { inputs: paths.map(input), variables: 'all', output, format: 'netcdf', ...more };
}

describe.skipIf(!hasPython)('real files (needs Python netCDF4)', () => {
  it('real files come through whole, alone, in either family, with every value, type and attribute', async () => {
    using folder = temporaryFolder();
    const claims: Claim[] = [];
    for (const format of ['classic', 'netcdf4'] as const) {
      for (const path of archive) {
        const output = join(folder.path, `${format}-${basename(path)}`);
        const result = await concatenate(job([path], output, { format }));
        expect(result.problems, path).toEqual([]);
        expect(result.files, path).toHaveLength(1);
        claims.push({ sources: [path], output });
      }
    }
    const { compared, found } = differences(claims);
    // Classic files have no lists of texts; they become one text each.
    const listed = /classic-nsasurfspecalb1mlaw.*: attribute flag_(meanings|assessments) of/;
    expect(found.filter((difference) => !listed.test(difference))).toEqual([]);
    expect(compared).toBeGreaterThan(3500);
  });

  it('[O060] real files are joined along time, rebased to the first day, whole or a few variables of them', async () => {
    using folder = temporaryFolder();
    const claims: Claim[] = [];
    for (const [name, sources, variables] of [
      ['met', met, 'all'],
      ['few', met, ['temp_mean', 'rh_mean']],
      ['sondes', sondes, 'all'],
    ] as const) {
      for (const format of ['netcdf', 'netcdf4'] as const) {
        const output = join(folder.path, `${name}-${format}.nc`);
        const result = await concatenate(job(sources, output, { variables, format }));
        expect(result.problems).toEqual([]);
        expect(result.files).toHaveLength(1);
        claims.push({ sources, output });
      }
    }
    const few = await openDataset(join(folder.path, 'few-netcdf.nc'));
    expect(few.variables.map(({ name }) => name)).toEqual([
      'base_time',
      'time_offset',
      'time',
      'temp_mean',
      'qc_temp_mean',
      'rh_mean',
      'qc_rh_mean',
      'lat',
      'lon',
      'alt',
    ]);
    await few.close();
    expect(differences(claims)).toEqual({ compared: 2 * (51 + 10 + 14), found: [] });
  });

  it('real files are cut to the rows of the time ranges', async () => {
    using folder = temporaryFolder();
    const output = join(folder.path, 'cut.nc');
    const at = (day: number, hour: number) => Date.UTC(2019, 0, day, hour) / 1000;
    const ranges = [
      [at(1, 12), at(2, 0)],
      [at(2, 6), at(3, 1)],
    ] as const;
    const result = await concatenate(job(met, output, { ranges, variables: ['temp_mean'] }));
    expect(result.files[0]).toMatchObject({
      records: 720 + 1080 + 60,
      firstTime: at(1, 12),
      lastTime: at(3, 1) - 60,
    });
    expect(result.empty).toEqual(met.slice(3).map((path) => basename(path)));
    const claim = {
      sources: met.slice(0, 3),
      output,
      rows: [
        [720, 1440],
        [360, 1440],
        [0, 60],
      ],
    } as const;
    expect(differences([claim])).toEqual({ compared: 8, found: [] });
  });

  it('[C049] real files lose the values inside spans, counted and named in the history, and nothing else', async () => {
    using folder = temporaryFolder();
    const noon = Date.UTC(2019, 0, 2, 12) / 1000;
    const masks = [
      { variables: ['temp_mean', 'qc_temp_mean', 'lat'], start: noon, end: noon + 3600 },
      { variables: ['temp_mean'], start: noon + 3600, end: noon + 7200 },
    ];
    const claims: Claim[] = [];
    for (const format of ['classic', 'netcdf4'] as const) {
      const output = join(folder.path, `${format}.nc`);
      const history = 'extracted for a test';
      const { files } = await concatenate(job(met.slice(0, 3), output, { masks, format, history }));
      expect(files[0]?.masked).toEqual({ temp_mean: 121 });
      expect(files[0]?.notes).toEqual(
        expect.arrayContaining([
          expect.stringContaining('qc_temp_mean is a coordinate or quality variable'),
        ]),
      );
      claims.push({ sources: met.slice(0, 3), output, masked: { temp_mean: [[2160, 2281]] } });
      const dataset = await openDataset(output);
      expect(dataset.attributes.find(({ name }) => name === 'history')?.value).toMatch(
        /\nextracted for a test; values set to -9999: temp_mean {8}121$/,
      );
      expect(dataset.variable('temp_mean').attributes).toEqual(
        expect.arrayContaining([
          { name: 'missing_value', type: 'float', value: Float32Array.of(-9999) },
          { name: '_FillValue', type: 'float', value: Float32Array.of(-9999) },
        ]),
      );
      await dataset.close();
    }
    expect(differences(claims).found).toEqual([]);
  });

  it('[O063] real files lose the values that their own quality variables assess as Bad, as numpy finds them', async () => {
    using folder = temporaryFolder();
    const claims: (readonly [string, string])[] = [];
    const counted: Record<string, number> = {};
    for (const source of archive.filter((path) =>
      /sirs|sgpmet|brs|mfrsr|swats|bnfsonde|houmerged|narrow|co2flx|albedo/.test(path),
    )) {
      const output = join(folder.path, basename(source));
      const { files } = await concatenate(job([source], output, { maskAssessed: ['Bad'] }));
      counted[output] = Object.values(files[0]?.masked ?? {}).reduce((sum, each) => sum + each, 0);
      claims.push([source, output]);
    }
    const truth = JSON.parse(python(ASSESSED, JSON.stringify(claims))) as {
      found: string[];
      counted: Record<string, number>;
    };
    expect(truth.found).toEqual([]);
    expect(counted).toEqual(truth.counted);
    expect(Object.values(counted).filter((count) => count > 0).length).toBeGreaterThan(2);
  });

  it.skipIf(!hasNco || !hasNcdump)(
    'real files are written so that NCO and ncdump read them too',
    async () => {
      using folder = temporaryFolder();
      for (const format of ['classic', 'netcdf4'] as const) {
        const output = join(folder.path, `${format}.nc`);
        await concatenate(job(met.slice(0, 2), output, { format, variables: ['temp_mean'] }));
        expect(run('ncks', ['-H', '-C', '-v', 'temp_mean', '-d', 'time,1440', output])).toContain(
          'temp_mean',
        );
        expect(ncdump(output, '-h')).toContain('time = UNLIMITED ; // (2880 currently)');
      }
    },
  );
});

const ASSESSED = `
import sys, json, re, netCDF4, numpy as np
found, counted = [], {}
for source, output in json.loads(sys.argv[1]):
    a, b = netCDF4.Dataset(source), netCDF4.Dataset(output)
    for f in (a, b): f.set_auto_maskandscale(False)
    n = 0
    for name, v in a.variables.items():
        qc = a.variables.get('qc_' + name)
        if v.dtype.kind != 'f' or qc is None or 'time' not in v.dimensions or name == 'time': continue
        text = lambda o, k: str(o.getncattr(k)).rstrip('\\0') if k in o.ncattrs() else ''
        bits = {int(m[1]): text(qc, k) for k in qc.ncattrs() if (m := re.fullmatch(r'bit_(\\d+)_assessment', k))}
        mask, states = 0, set()
        if bits: mask = sum(1 << k - 1 for k, t in bits.items() if t == 'Bad')
        elif 'flag_masks' in qc.ncattrs() and 'flag_assessments' in qc.ncattrs():
            names = qc.flag_assessments; names = names if isinstance(names, list) else names.split()
            mask = sum(int(m) for m, t in zip(np.atleast_1d(qc.flag_masks), names) if t == 'Bad')
        elif any(re.fullmatch(r'flag_\\d+_assessment', k) for k in qc.ncattrs()):
            states = {int(k.split('_')[1]) for k in qc.ncattrs() if re.fullmatch(r'flag_\\d+_assessment', k) and text(qc, k) == 'Bad'}
        else: mask = sum(1 << int(k.split('_')[2]) - 1 for k in a.ncattrs() if re.fullmatch(r'qc_bit_\\d+_assessment', k) and text(a, k) == 'Bad')
        q = qc[...].astype('i8')
        bad = ((q & mask) != 0) & (q != -9999) | np.isin(q, list(states))
        x = v[...].copy()
        missing = {float(-9999)} | {float(m) for k in ('missing_value', '_FillValue') if k in v.ncattrs() for m in np.atleast_1d(v.getncattr(k)).astype('f8')}
        n += int((bad & ~np.isin(x.astype('f8'), list(missing)) & ~np.isnan(x)).sum())
        x[bad] = -9999
        if not np.array_equal(x, b[name][...], equal_nan=True): found.append(f'{source}: {name}')
    counted[output] = n
print(json.dumps({'found': found, 'counted': counted}))`;

describe('real files as text', () => {
  it.each(archive.map((path) => [basename(path), path]))(
    '[O061] %s: every value of the CSV reads back',
    async (_name, path) => {
      using folder = temporaryFolder();
      const output = join(folder.path, 'a.csv');
      const result = await concatenate(job([path], output, { format: 'csv' }));
      expect(result.problems).toEqual([]);
      const dataset = await openDataset(path);
      await expectCsvHolds(await readFile(output, 'utf8'), dataset);
      await dataset.close();
    },
  );
});

async function expectCsvHolds(text: string, dataset: Dataset): Promise<void> {
  const body = text.split('\r\n').filter((line) => !line.startsWith('#'));
  const [names = [], ...rows] = parse(body.join('\r\n')) as string[][];
  const axis = await findTimeAxis(dataset);
  const times = await readTimes(dataset, axis);
  expect(rows.map(([time]) => Date.parse(time ?? '') / 1000)).toEqual(
    Array.from(times, (time) => Math.floor(Math.round(time * 1e6) / 1e3) / 1e3),
  );
  const columns = names.slice(1);
  let cells = 0;
  for (const variable of dataset.variables) {
    const { name, type, shape, dimensions } = variable;
    const place = columns.findIndex((column) => column === name || column.startsWith(`${name}[`));
    if (place < 0) continue;
    expect(dimensions[0]).toBe(axis.dimension);
    const values = await dataset.read(name);
    const width = type === 'char' ? (shape.at(-1) ?? 1) : 1;
    const perRow = values.length / rowCount(variable) / width;
    const expected = type === 'char' ? charRows(values as Uint8Array, width) : values;
    let wrong = 0;
    rows.forEach((row, index) => {
      for (let k = 0; k < perRow; k++, cells++) {
        const value = expected[index * perRow + k];
        const cell = row[1 + place + k] ?? '';
        const read =
          type === 'float' ? Math.fround(Number(cell)) : type === 'char' ? cell : Number(cell);
        if (!Object.is(read, typeof value === 'bigint' ? Number(value) : value)) wrong++;
      }
    });
    expect(wrong, name).toBe(0);
  }
  expect(cells).toBeGreaterThan(0);
}
