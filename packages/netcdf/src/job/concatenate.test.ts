// Jobs over made files: what changes between inputs, what fails, and what is said about it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import type { Dataset } from '../dataset.ts';
import { openDataset } from '../open.ts';
import { type MadeFile, type MadeVariable, madeBytes } from '../testing/made-file.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { concatenate } from './concatenate.ts';
import type { ConcatenateJob, JobInput, JobResult } from './job.ts';

const DAY = 86400;
const FIRST = Date.UTC(2020, 0, 1) / 1000;

/** A day with records at hours 0, 1 and 2, and what the test adds. */
function day(
  number: number,
  variables: Record<string, MadeVariable> = {},
  more: Partial<MadeFile> = {},
): MadeFile {
  const date = new Date((FIRST + number * DAY) * 1000).toISOString().slice(0, 10);
  const units = `seconds since ${date} 00:00:00 0:00`;
  return {
    time: 3,
    ...more,
    variables: {
      base_time: {
        type: 'int',
        values: [FIRST + number * DAY],
        attributes: { units: 'seconds since 1970-1-1 0:00:00 0:00' },
      },
      time_offset: {
        type: 'double',
        dimensions: ['time'],
        values: [0, 3600, 7200],
        attributes: { units },
      },
      time: {
        type: 'double',
        dimensions: ['time'],
        values: [0, 3600, 7200],
        attributes: { units },
      },
      temp: {
        type: 'float',
        dimensions: ['time'],
        values: [number, number + 0.25, number + 0.5],
        attributes: { units: 'degC', missing_value: -9999 },
      },
      lat: { type: 'float', values: [36.5] },
      ...variables,
    },
  };
}

function inputs(...files: readonly MadeFile[]): JobInput[] {
  return files.map((file, index) => ({
    name: `day${index}`,
    open: () => openDataset(bytesSource(madeBytes(file))),
  }));
}

async function joined(
  files: readonly MadeFile[],
  look: (result: JobResult, open: (file: number) => Promise<Dataset>) => Promise<void>,
  more: Partial<ConcatenateJob> = {},
): Promise<void> {
  using folder = temporaryFolder();
  const result = await concatenate({
    inputs: inputs(...files),
    variables: 'all',
    output: join(folder.path, 'out.nc'),
    format: 'netcdf',
    ...more,
  });
  const opened: Dataset[] = [];
  await look(result, async (file) => {
    const dataset = await openDataset(result.files[file]?.path ?? '');
    opened.push(dataset);
    return dataset;
  });
  for (const dataset of opened) await dataset.close();
}

describe('inputs that differ', () => {
  it('are rebased to the time units of the first', async () => {
    const second = day(1, {
      time: {
        type: 'int',
        dimensions: ['time'],
        values: [0, 60, 120],
        attributes: { units: 'minutes since 2020-01-02' },
      },
    });
    await joined([day(0), second], async (result, open) => {
      const dataset = await open(0);
      const expected = Float64Array.of(0, 3600, 7200, DAY, DAY + 3600, DAY + 7200);
      expect(await dataset.read('time')).toEqual(expected);
      expect(await dataset.read('time_offset')).toEqual(expected);
      expect(await dataset.read('base_time')).toEqual(Int32Array.of(FIRST));
      expect(result.files[0]).toMatchObject({
        records: 6,
        firstTime: FIRST,
        lastTime: FIRST + DAY + 7200,
      });
    });
  });

  it('keep float times exact by storing them as double', async () => {
    const float = (number: number) =>
      day(number, {
        time: {
          type: 'float',
          dimensions: ['time'],
          values: [0, 0.5, 1.5],
          attributes: { units: `seconds since 2020-01-0${number + 1}` },
        },
      });
    await joined([float(0), float(8)], async (_result, open) => {
      const dataset = await open(0);
      expect(dataset.variable('time').type).toBe('double');
      expect(await dataset.read('time', 3)).toEqual(
        Float64Array.of(8 * DAY, 8 * DAY + 0.5, 8 * DAY + 1.5),
      );
    });
  });

  it('give the union of their variables, filled with missing values, and say so', async () => {
    const extra: MadeVariable = { type: 'float', dimensions: ['time'], values: [1, 2, 3] };
    const flag: MadeVariable = { type: 'int', dimensions: ['time'], values: [7, 8, 9] };
    await joined([day(0, { flag }), day(1, { extra })], async (result, open) => {
      const dataset = await open(0);
      expect(await dataset.read('extra')).toEqual(Float32Array.of(-9999, -9999, -9999, 1, 2, 3));
      expect(await dataset.read('flag')).toEqual(Int32Array.of(7, 8, 9, -9999, -9999, -9999));
      const stated = dataset.variable('extra').attributes.map(({ name }) => name);
      expect(stated).toEqual(expect.arrayContaining(['missing_value', '_FillValue']));
      expect(result.files[0]?.notes).toEqual([
        'extra is missing before day1; filled there',
        'flag is missing in day1; filled there',
      ]);
    });
  });

  it('get a value for every time where a scalar moves', async () => {
    const moved = day(1, { lat: { type: 'float', values: [40] } });
    await joined([day(0), moved, day(2)], async (result, open) => {
      const dataset = await open(0);
      expect(dataset.variable('lat').dimensions).toEqual(['time']);
      expect(await dataset.read('lat')).toEqual(
        Float32Array.of(36.5, 36.5, 36.5, 40, 40, 40, 36.5, 36.5, 36.5),
      );
      expect(result.files[0]?.notes.join()).toContain('lat changes between inputs');
    });
  });

  it('go into wider types', async () => {
    const count = (type: 'short' | 'int' | 'double', values: number[]): MadeVariable => ({
      type,
      dimensions: ['time'],
      values,
    });
    const files = [
      day(0, { n: count('short', [1, 2, 3]) }),
      day(1, { n: count('int', [70_000, 2, 3]) }),
    ];
    await joined(files, async (_result, open) => {
      const dataset = await open(0);
      expect(await dataset.read('n')).toEqual(Int32Array.of(1, 2, 3, 70_000, 2, 3));
    });
  });

  it.each<[string, Partial<Record<string, MadeVariable>>, RegExp]>([
    [
      'units',
      {
        temp: {
          type: 'float',
          dimensions: ['time'],
          values: [1, 2, 3],
          attributes: { units: 'K', missing_value: -9999 },
        },
      },
      /the units of temp change from "degC" to "K"/,
    ],
    [
      'missing values',
      {
        temp: {
          type: 'float',
          dimensions: ['time'],
          values: [1, 2, 3],
          attributes: { units: 'degC', missing_value: -1 },
        },
      },
      /missing_value of temp changes/,
    ],
    [
      'type of text',
      { temp: { type: 'char', dimensions: ['time'], values: 'abc' } },
      /temp changes from float to char/,
    ],
  ])('begin a new file where their %s cannot be joined', async (_what, variables, reason) => {
    await joined(
      [day(0), day(1), day(2, variables as Record<string, MadeVariable>)],
      async (result) => {
        expect(result.files.map(({ inputs: from }) => from)).toEqual([['day0', 'day1'], ['day2']]);
        expect(result.files[1]?.notes[0]).toMatch(reason);
        expect(result.files[1]?.path).toMatch(/out\.2\.nc$/);
      },
    );
  });

  it('begin a new file where a dimension or a coordinate changes', async () => {
    const profile = (number: number, heights: number[]) =>
      day(
        number,
        {
          height: { type: 'float', dimensions: ['height'], values: heights },
          wind: {
            type: 'float',
            dimensions: ['time', 'height'],
            values: Array.from({ length: 3 * heights.length }, (_, index) => index),
          },
        },
        { dimensions: { height: heights.length } },
      );
    const files = [
      profile(0, [1, 2]),
      profile(1, [1, 2]),
      profile(2, [1, 3]),
      profile(3, [1, 2, 3]),
    ];
    await joined(files, async (result) => {
      expect(result.files.map(({ inputs: from }) => from)).toEqual([
        ['day0', 'day1'],
        ['day2'],
        ['day3'],
      ]);
      expect(result.files[1]?.notes[0]).toContain('height has other values');
      expect(result.files[2]?.notes[0]).toContain('dimension height changes from 2 to 3');
    });
  });

  it('have time as the record axis even where its length was fixed', async () => {
    const fixed = { timeIsFixed: true };
    await joined([day(0, {}, fixed), day(1, {}, fixed)], async (_result, open) => {
      const dataset = await open(0);
      expect(dataset.dimensions[0]).toEqual({ name: 'time', length: 6, unlimited: true });
      expect(await dataset.read('temp')).toEqual(Float32Array.of(0, 0.25, 0.5, 1, 1.25, 1.5));
    });
  });
});

describe('files of limited size', () => {
  it('[O060] are split at the border of an input, and named by first and last time', async () => {
    using folder = temporaryFolder();
    const result = await concatenate({
      inputs: inputs(...Array.from({ length: 6 }, (_, number) => day(number))),
      variables: 'all',
      output: ({ part, firstTime, lastTime }) =>
        join(folder.path, `${part}-${firstTime - FIRST}-${lastTime - FIRST}.nc`),
      format: 'netcdf',
      maximumBytes: 256 * 1024 + 150,
    });
    const parts = result.files.map(({ inputs: from }) => from.length);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.reduce((sum, count) => sum + count, 0)).toBe(6);
    expect(result.files[0]?.path).toBe(
      join(folder.path, `0-0-${((parts[0] ?? 0) - 1) * DAY + 7200}.nc`),
    );
    for (const { bytes } of result.files) expect(bytes).toBeLessThan(256 * 1024 + 150);
    expect(result.files[1]?.notes[0]).toContain('would grow beyond');
  });
});

describe('masks', () => {
  const quality = (values: number[], attributes = {}): MadeVariable => ({
    type: 'int',
    dimensions: ['time'],
    values,
    attributes: { bit_1_assessment: 'Bad', bit_2_assessment: 'Indeterminate', ...attributes },
  });

  it('take all data variables when none is named, but no integers, times, places or quality', async () => {
    const file = day(0, {
      count: { type: 'int', dimensions: ['time'], values: [1, 2, 3] },
      qc_temp: quality([0, 1, 2]),
      sigma: {
        type: 'double',
        dimensions: ['time'],
        values: [1, -9999, 3],
        attributes: { missing_value: -9999 },
      },
    });
    const masks = [{ variables: 'all' as const, start: FIRST + 3600, end: FIRST + 7200 }];
    await joined(
      [file],
      async (result, open) => {
        const dataset = await open(0);
        expect(await dataset.read('temp')).toEqual(Float32Array.of(0, -9999, -9999));
        expect(await dataset.read('sigma')).toEqual(Float64Array.of(1, -9999, -9999));
        expect(await dataset.read('count')).toEqual(Int32Array.of(1, 2, 3));
        expect(await dataset.read('qc_temp')).toEqual(Int32Array.of(0, 1, 2));
        expect(await dataset.read('time')).toEqual(Float64Array.of(0, 3600, 7200));
        expect(result.files[0]?.masked).toEqual({ temp: 2, sigma: 1 });
      },
      { masks },
    );
  });

  it.each<[readonly ('Bad' | 'Indeterminate')[], number[]]>([
    [['Bad'], [0, -9999, 0.5]],
    [['Indeterminate'], [0, 0.25, -9999]],
    [
      ['Bad', 'Indeterminate'],
      [0, -9999, -9999],
    ],
  ])('[O063] of quality variables take what they assess %j', async (maskAssessed, expected) => {
    await joined(
      [day(0, { qc_temp: quality([0, 1, 2]) })],
      async (_result, open) => {
        const dataset = await open(0);
        expect(await dataset.read('temp')).toEqual(Float32Array.from(expected));
      },
      { maskAssessed },
    );
  });

  it('[P150] of quality variables go by the bits of each input', async () => {
    const files = [
      day(0, { qc_temp: quality([0, 1, 2]) }),
      day(1, {
        qc_temp: quality([0, 1, 2], { bit_1_assessment: 'Indeterminate', bit_2_assessment: 'Bad' }),
      }),
      day(2, {
        qc_temp: {
          type: 'int',
          dimensions: ['time'],
          values: [0, 1, 2],
          attributes: { flag_masks: [1, 2], flag_assessments: 'Bad Indeterminate' },
        },
      }),
      day(
        3,
        { qc_temp: { type: 'int', dimensions: ['time'], values: [0, 1, 2] } },
        { attributes: { qc_bit_2_assessment: 'Bad' } },
      ),
    ];
    await joined(
      files,
      async (result, open) => {
        const dataset = await open(0);
        expect(await dataset.read('temp')).toEqual(
          Float32Array.of(0, -9999, 0.5, 1, 1.25, -9999, 2, -9999, 2.5, 3, 3.25, -9999),
        );
        expect(result.files[0]?.masked).toEqual({ temp: 4 });
      },
      { maskAssessed: ['Bad'] },
    );
  });

  it('of one quality value per time take all heights, of one per height that height', async () => {
    const file = day(
      0,
      {
        wind: { type: 'float', dimensions: ['time', 'h'], values: [1, 2, 3, 4, 5, 6] },
        qc_wind: quality([0, 1, 0]),
        rain: { type: 'float', dimensions: ['time', 'h'], values: [1, 2, 3, 4, 5, 6] },
        qc_rain: { ...quality([0, 1, 0, 0, 1, 0]), dimensions: ['time', 'h'] },
      },
      { dimensions: { h: 2 } },
    );
    await joined(
      [file],
      async (_result, open) => {
        const dataset = await open(0);
        expect(await dataset.read('wind')).toEqual(Float32Array.of(1, 2, -9999, -9999, 5, 6));
        expect(await dataset.read('rain')).toEqual(Float32Array.of(1, -9999, 3, 4, -9999, 6));
      },
      { maskAssessed: ['Bad'] },
    );
  });

  it('state -9999 beside another missing value, and leave one that is stated', async () => {
    const odd = day(0, {
      odd: {
        type: 'float',
        dimensions: ['time'],
        values: [1, -1, 3],
        attributes: { missing_value: -1, _FillValue: -1 },
      },
    });
    const masks = [{ variables: ['odd'], start: FIRST, end: FIRST + 3600 }];
    await joined(
      [odd],
      async (result, open) => {
        const { attributes } = (await open(0)).variable('odd');
        expect(attributes).toEqual([
          { name: '_FillValue', type: 'float', value: Float32Array.of(-1) },
          { name: 'missing_value', type: 'float', value: Float32Array.of(-1, -9999) },
        ]);
        expect(result.files[0]?.masked).toEqual({ odd: 1 });
      },
      { masks },
    );
  });
});

describe('jobs that meet trouble', () => {
  it('leave out inputs that fail to open or to read, and name them', async () => {
    using folder = temporaryFolder();
    const broken = madeBytes(day(1));
    const [first, , third] = inputs(day(0), day(1), day(2));
    const result = await concatenate({
      inputs: [
        first as JobInput,
        { name: 'cut', open: () => openDataset(bytesSource(broken.slice(0, -20))) },
        { name: 'gone', open: () => Promise.reject(new Error('no such object')) },
        { name: 'fails later', open: () => openDataset(failingLater(madeBytes(day(1)))) },
        third as JobInput,
      ],
      variables: 'all',
      output: join(folder.path, 'out.nc'),
      format: 'netcdf',
    });
    expect(result.problems.map(({ input, code }) => [input, code])).toEqual([
      ['cut', 'truncated'],
      ['gone', 'unreadable'],
      ['fails later', 'unreadable'],
    ]);
    expect(result.files).toMatchObject([{ inputs: ['day0', 'day2'], records: 6 }]);
    const dataset = await openDataset(join(folder.path, 'out.nc'));
    expect(await dataset.read('temp')).toEqual(Float32Array.of(0, 0.25, 0.5, 2, 2.25, 2.5));
    await dataset.close();
  });

  it('find rows of inputs whose times are not in order', async () => {
    const mixed = day(0, {
      time: {
        type: 'double',
        dimensions: ['time'],
        values: [0, 500_000, 100],
        attributes: { units: 'seconds since 2020-01-01' },
      },
    });
    const ranges = [[FIRST, FIRST + 3600]] as const;
    await joined(
      [mixed],
      async (result, open) => {
        expect(result.problems).toEqual([]);
        const dataset = await open(0);
        expect(await dataset.read('temp')).toEqual(Float32Array.of(0, 0.5));
      },
      { ranges },
    );
  });

  it('say which variables no input has, and which inputs have no rows', async () => {
    const ranges = [[FIRST + DAY, FIRST + 2 * DAY]] as const;
    await joined(
      [day(0), day(1)],
      async (result, open) => {
        expect(result.empty).toEqual(['day0']);
        expect(result.problems).toMatchObject([
          { code: 'no-such-variable', message: expect.stringContaining('tempp') },
        ]);
        expect((await open(0)).variables.map(({ name }) => name)).toEqual([
          'base_time',
          'time_offset',
          'time',
          'temp',
          'lat',
        ]);
      },
      { ranges, variables: ['temp', 'tempp'] },
    );
  });

  it('without a time axis are problems, not files', async () => {
    const timeless: MadeFile = {
      time: 2,
      variables: { x: { type: 'int', dimensions: ['time'], values: [1, 2] } },
    };
    await joined([timeless], async (result) => {
      expect(result.files).toEqual([]);
      expect(result.problems).toMatchObject([{ input: 'day0', code: 'no-time' }]);
    });
  });

  it('stop when they are aborted, and leave no half file', async () => {
    using folder = temporaryFolder();
    const abort = new AbortController();
    const output = join(folder.path, 'out.nc');
    const running = concatenate({
      inputs: inputs(...Array.from({ length: 10 }, (_, number) => day(number))),
      variables: 'all',
      output,
      format: 'netcdf',
      signal: abort.signal,
      onProgress: ({ phase, done }) => {
        if (phase === 'write' && done === 3) abort.abort(new Error('stopped by hand'));
      },
    });
    await expect(running).rejects.toThrow('stopped by hand');
    expect(existsSync(output)).toBe(false);
  });

  it('fail by name when the output cannot be written', async () => {
    const [input] = inputs(day(0));
    const job = { inputs: [input as JobInput], variables: 'all', format: 'netcdf' } as const;
    for (const format of ['netcdf', 'netcdf4', 'csv'] as const) {
      const output = '/nowhere/at/all/out.nc';
      await expect(concatenate({ ...job, format, output }), format).rejects.toMatchObject({
        code: expect.stringMatching(/unreadable|corrupt/),
      });
    }
  });

  it('tell their progress', async () => {
    const seen: string[] = [];
    await joined([day(0), day(1)], async () => undefined, {
      onProgress: ({ phase, done, total, records }) => {
        seen.push(`${phase} ${done}/${total} ${records}`);
      },
    });
    expect(seen).toEqual(['survey 1/2 0', 'survey 2/2 0', 'write 1/2 3', 'write 2/2 6']);
  });
});

/** Opens and tells its ends, but then its data cannot be read any more. */
function failingLater(bytes: Uint8Array) {
  const source = bytesSource(bytes);
  return {
    ...source,
    read: (offset: number, length: number) =>
      length > 40 && offset > 0
        ? Promise.reject(new Error('connection lost'))
        : source.read(offset, length),
  };
}
