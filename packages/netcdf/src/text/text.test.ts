// Numbers, times, CSV and ICARTT as text: exact, short, and readable by others.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import type { Values } from '../dataset.ts';
import { Hdf5Writer } from '../hdf5/hdf5-writer.ts';
import { concatenate } from '../job/concatenate.ts';
import type { ConcatenateJob } from '../job/job.ts';
import { openDataset } from '../open.ts';
import { type MadeFile, madeBytes } from '../testing/made-file.ts';
import { ROWS, written } from '../testing/made-rows.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { IsoTime } from './iso-time.ts';
import { LONGEST_NUMBER, putDouble, putFloat, putInteger } from './number-text.ts';

type Put = (bytes: Uint8Array, at: number, value: number) => number;

function text(put: Put, value: number): string {
  const bytes = new Uint8Array(LONGEST_NUMBER + 8);
  const end = put(bytes, 0, value);
  expect(end).toBeLessThanOrEqual(LONGEST_NUMBER);
  return Buffer.from(bytes.subarray(0, end)).toString('latin1');
}

it('numbers as text read back as the same float, whatever its bits', () => {
  const anyFloat = fc.integer({ min: 0, max: 0xffffffff }).map((bits) => {
    const [value = 0] = new Float32Array(Uint32Array.of(bits).buffer);
    return value;
  });
  fc.assert(
    fc.property(fc.oneof(anyFloat, fc.float()), (value) => {
      const written = text(putFloat, value);
      expect(
        Object.is(Math.fround(Number(written)), Math.fround(value)),
        `${value}: ${written}`,
      ).toBe(true);
    }),
    { numRuns: 20_000 },
  );
});

it('numbers as text read back as the same double, whatever its bits', () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      expect(Object.is(Number(text(putDouble, value)), value)).toBe(true);
    }),
    { numRuns: 20_000 },
  );
});

it('numbers as text have the fewest decimals that do', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999, max: 999_999 }), fc.nat(5), (whole, decimals) => {
      const shortest = String(Number((whole / 10 ** decimals).toFixed(decimals)));
      const value = Math.fround(whole / 10 ** decimals);
      if (Math.abs(whole) / 10 ** decimals < 1e-5 && whole !== 0) return;
      expect(text(putFloat, value).length).toBeLessThanOrEqual(shortest.length);
      expect(text(putDouble, whole / 10 ** decimals)).toBe(shortest);
    }),
    { numRuns: 5000 },
  );
});

it.each<[Put, number, string]>([
  [putFloat, Math.fround(0.1), '0.1'],
  [putFloat, -9999, '-9999'],
  [putFloat, Math.fround(97.93), '97.93'],
  [putFloat, -0, '-0'],
  [putFloat, Math.fround(1e-20), '1e-20'],
  [putFloat, Math.fround(9.969209968386869e36), '9.96921e+36'],
  [putFloat, Number.NaN, 'NaN'],
  [putFloat, Infinity, 'Infinity'],
  [putDouble, 0.1 + 0.2, '0.30000000000000004'],
  [putDouble, 1546300800.5, '1546300800.5'],
  [putDouble, 1e300, '1e+300'],
  [putInteger, 0, '0'],
  [putInteger, -2147483648, '-2147483648'],
  [putInteger, 4294967295, '4294967295'],
])('%o of %d is %s', (put, value, expected) => {
  expect(text(put, value)).toBe(expected);
});

it('times as text are those of the platform, for any moment', () => {
  const clock = new IsoTime();
  fc.assert(
    fc.property(fc.integer({ min: -8e9, max: 8e9 }), fc.nat(999), (whole, milli) => {
      const seconds = whole + milli / 1000;
      expect(Date.parse(clock.text(seconds))).toBe(Math.round(seconds * 1000));
    }),
    { numRuns: 3000 },
  );
});

it.each([
  [0, '1970-01-01T00:00:00Z'],
  [1546300830, '2019-01-01T00:00:30Z'],
  [1546300830.25, '2019-01-01T00:00:30.25Z'],
  [1546300830.000001, '2019-01-01T00:00:30.000001Z'],
  [1546387200 - 2 ** -22, '2019-01-02T00:00:00Z'],
  [-0.5, '1969-12-31T23:59:59.5Z'],
  [Number.NaN, ''],
])('%d is %s', (seconds, expected) => {
  expect(new IsoTime().text(seconds)).toBe(expected);
});

const FILE = {
  time: 3,
  dimensions: { height: 2, letters: 4 },
  attributes: { title: 'a "made" file,\nin two lines', site: 'sgp', location_description: 'here' },
  variables: { base_time: { type: 'int', values: [1577836800] }, ...ROWS },
} satisfies MadeFile;

const csvOf = (more: Partial<ConcatenateJob> = {}) => written(FILE, { format: 'csv', ...more });

it.each([
  ['a line feed', 'one\n2020-01-01T00:00:00Z,9', 'one | 2020-01-01T00:00:00Z,9'],
  ['a vertical tab', 'one\v2020-01-01T00:00:00Z,9', 'one | 2020-01-01T00:00:00Z,9'],
  ['a next line', 'one\u00852020-01-01T00:00:00Z,9', 'one | 2020-01-01T00:00:00Z,9'],
  ['a separator of lines', 'one \u2028 2020,9', 'one | 2020,9'],
  ['a separator of files', 'one\u001c2020,9', 'one 2020,9'],
  ['an escape sequence', 'one\u001b[2Jtwo\u0007', 'one [2Jtwo '],
  ['a tab', 'one\ttwo', 'one\ttwo'],
])('CSV keeps a comment one line where an attribute has %s', async (_, value, expected) => {
  const { text: csv } = await written({ ...FILE, attributes: { title: value } }, { format: 'csv' });
  expect(csv.split('\r\n')).toContain(`# title: ${expected}`);
});

it('[O061] CSV has comments, names and a line for each time, in the form of RFC 4180', async () => {
  const { text: csv, result } = await csvOf();
  expect(csv.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(result.files[0]?.bytes).toBe(Buffer.byteLength(csv));
  const lines = csv.split('\r\n');
  const comments = lines.filter((line) => line.startsWith('#'));
  expect(comments).toEqual([
    '# CSV made from NetCDF: UTF-8, RFC 4180; lines that begin with # are comments',
    '# The first column is the time in UTC (ISO 8601); missing values stand as they do in the source',
    '# A text that a spreadsheet would take for a formula has an apostrophe before it',
    '# title: a "made" file, | in two lines',
    '# site: sgp',
    '# location_description: here',
    '# height (height=2) = 10 20.5 m',
    '# lat = 36.605 degree_N',
    '# column temp: Temperature, mean; units degC; type float; missing -9999',
    '# column qc_temp: units none; type int; missing -9999',
    '# column wind: units m/s, horizontal; type float; missing -9999; 2 columns wind[0] to wind[1], indexes of height (0 to 1)',
    '# column sky: units none; type char',
    '# units: UTC,degC,,"m/s, horizontal","m/s, horizontal",',
  ]);
  expect(lines.slice(comments.length)).toEqual([
    'time_utc,temp,qc_temp,wind[0],wind[1],sky',
    '2020-01-01T00:00:00Z,1.5,0,1,2,"a,b"',
    '2020-01-01T00:00:00.5Z,-9999,1,3,4,"""q"""',
    '2020-01-01T00:01:00Z,NaN,2,5,6,',
    '',
  ]);
  const parsed = parse(lines.slice(comments.length).join('\r\n'), { columns: true }) as Record<
    string,
    string
  >[];
  expect(parsed.map(({ sky }) => sky)).toEqual(['a,b', '"q"', '']);
});

it('CSV leaves out, with a note, what does not fit into columns', async () => {
  const wide: MadeFile = {
    time: 1,
    dimensions: { bin: 20_000 },
    variables: {
      time: { ...ROWS.time, values: [0] },
      spectrum: {
        type: 'byte',
        dimensions: ['time', 'bin'],
        values: new Array<number>(20_000).fill(1),
      },
    } as MadeFile['variables'],
  };
  using folder = temporaryFolder();
  const { files } = await concatenate({
    inputs: [{ name: 'wide', open: () => openDataset(bytesSource(madeBytes(wide))) }],
    variables: 'all',
    output: join(folder.path, 'wide.csv'),
    format: 'csv',
  });
  expect(files[0]?.notes.join()).toContain('spectrum is left out: its 20000 values per time');
});

it('columns of a CSV have names of their own, also where a variable is called as another column is', async () => {
  const one = (values: number[]) => ({ type: 'int', dimensions: ['time'], values }) as const;
  const file: MadeFile = {
    time: 1,
    dimensions: { two: 2 },
    variables: {
      time: { ...ROWS.time, values: [0] },
      time_utc: one([1]),
      time_utc_: one([2]),
      a: { type: 'int', dimensions: ['time', 'two'], values: [3, 4] },
      'a[1]': one([5]),
    } as MadeFile['variables'],
  };
  const { text: csv } = await csvOf({
    inputs: [{ name: 'made', open: () => openDataset(bytesSource(madeBytes(file))) }],
  });
  expect(
    csv
      .split('\r\n')
      .filter((line) => !line.startsWith('#'))
      .slice(0, 2),
  ).toEqual(['time_utc,time_utc__,time_utc_,a[0],a[1],a[1]_', '2020-01-01T00:00:00Z,1,2,3,4,5']);
  expect(csv).toContain('# column time_utc: called time_utc__ here');
});

it('columns of a CSV hold no formulas of an archive, and numbers as they are', async () => {
  const cells = ['=1+1', '-12.', '@SUM'];
  const file: MadeFile = {
    time: 3,
    dimensions: { letters: 4 },
    variables: {
      time: ROWS.time,
      note: { type: 'char', dimensions: ['time', 'letters'], values: cells.join('') },
    },
  };
  const { text: csv } = await csvOf({
    inputs: [{ name: 'made', open: () => openDataset(bytesSource(madeBytes(file))) }],
  });
  const rows = csv.split('\r\n').filter((line) => line.startsWith('2020'));
  expect(rows.map((row) => row.split(',')[1])).toEqual(["'=1+1", '-12.', "'@SUM"]);
});

it('NetCDF-4 as text has strings as quoted fields and whole 64-bit integers; classic files go without strings', async () => {
  using folder = temporaryFolder();
  const source = join(folder.path, 'a.nc');
  const writer = await Hdf5Writer.create(
    source,
    {
      dimensions: [{ name: 'time', length: 0, unlimited: true }],
      attributes: [],
      variables: [
        {
          name: 'time',
          type: 'double',
          dimensions: ['time'],
          attributes: [{ name: 'units', type: 'char', value: 'seconds since 2020-01-01' }],
        },
        { name: 'note', type: 'string', dimensions: ['time'], attributes: [] },
        { name: 'big', type: 'int64', dimensions: ['time'], attributes: [] },
      ],
    },
    2,
  );
  const columns = new Map<string, Values>([
    ['time', Float64Array.of(0, 1)],
    ['note', ['plain', 'a "ç", b']],
    ['big', BigInt64Array.of(9007199254740993n, -1n)],
  ]);
  await writer.writeRecords(columns, 2);
  await writer.close();
  const output = join(folder.path, 'a.csv');
  const inputs = [{ name: 'a', open: () => openDataset(source) }];
  await concatenate({ inputs, variables: 'all', output, format: 'csv' });
  const csv = await readFile(output, 'utf8');
  expect(csv.split('\r\n').filter((line) => !line.startsWith('#'))).toEqual([
    'time_utc,note,big',
    '2020-01-01T00:00:00Z,plain,9007199254740993',
    '2020-01-01T00:00:01Z,"a ""ç"", b",-1',
    '',
  ]);
  const classic = join(folder.path, 'classic.nc');
  const { files } = await concatenate({
    inputs,
    variables: 'all',
    output: classic,
    format: 'classic',
  });
  expect(files[0]).toMatchObject({
    format: 'cdf5',
    notes: ['note is left out: classic files have no strings'],
  });
});
