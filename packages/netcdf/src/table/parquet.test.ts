// Parquet: types, times, what is missing, facts in the footer; read back by another library, and by
// Arrow where it is installed.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync, symlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { expect, it, vi } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import { concatenate } from '../job/concatenate.ts';
import { openDataset } from '../open.ts';
import { type MadeFile, madeBytes } from '../testing/made-file.ts';
import { temporaryFolder } from '../testing/tools.ts';

const ARROW = fileURLToPath(
  new URL('../../../../node_modules/.cache/python-programs/parquet', import.meta.url),
);
const START = Date.UTC(2020, 0, 1);
const FILE: MadeFile = {
  time: 4,
  dimensions: { height: 2, letters: 4 },
  attributes: { title: 'made, "quoted"' },
  variables: {
    time: {
      type: 'double',
      dimensions: ['time'],
      values: [0, 0.5, 60, 120],
      attributes: { units: 'seconds since 2020-01-01 00:00:00 0:00' },
    },
    temp: {
      type: 'float',
      dimensions: ['time'],
      values: [1.5, -9999, Number.NaN, 1e20],
      attributes: { long_name: 'Temperature', units: 'degC', _FillValue: 1e20 },
    },
    precise: { type: 'double', dimensions: ['time'], values: [0.1, 1e300, -0, 3] },
    qc_temp: { type: 'int', dimensions: ['time'], values: [0, 1, -2147483648, -9999] },
    packed: {
      type: 'short',
      dimensions: ['time'],
      values: [10, 20, -1, 30],
      attributes: { scale_factor: 2, add_offset: 1, missing_value: -1 },
    },
    wind: { type: 'float', dimensions: ['time', 'height'], values: [1, 2, 3, 4, 5, -9999, 7, 8] },
    sky: { type: 'char', dimensions: ['time', 'letters'], values: 'ab\0\0c"d\0\0\0\0\0wxyz' },
    time_utc: { type: 'int', dimensions: ['time'], values: [1, 2, 3, 4] },
    lat: { type: 'float', values: [36.5], attributes: { units: 'degree_N' } },
  },
};

async function written(folder: string, file: MadeFile) {
  const output = join(folder, 'out.parquet');
  let begun = false;
  let settled = 0;
  const result = await concatenate({
    inputs: [{ name: 'made', open: () => openDataset(bytesSource(madeBytes(file))) }],
    variables: 'all',
    output,
    format: 'parquet',
    history: 'made for a test',
    streamed: {
      onBegun: () => {
        begun = true;
      },
      onWritten: (bytes) => {
        settled = bytes;
      },
    },
  });
  expect([begun, result.files[0]?.bytes]).toEqual([true, statSync(output).size]);
  expect(settled).toBeLessThanOrEqual(result.files[0]?.bytes ?? 0);
  return { output, result };
}

const EXPECTED = [
  [1.5, 0.1, 0, 21, 1, 2, 'ab', 1],
  [null, 1e300, 1, 41, 3, 4, 'c"d', 2],
  [Number.NaN, -0, -2147483648, null, 5, null, '', 3],
  [null, 3, null, 61, 7, 8, 'wxyz', 4],
];
const NAMES = ['temp', 'precise', 'qc_temp', 'packed', 'wind[0]', 'wind[1]', 'sky', 'time_utc_'];

/** A disk without space. */
const FULL = '/dev/full';

it.skipIf(!existsSync(FULL)).each([
  ['at the end', 4],
  ['after a group of rows', 200_000],
])('a Parquet file fails with the reason where the disk is full %s', async (_, rows) => {
  using folder = temporaryFolder();
  const output = join(folder.path, 'full.parquet');
  symlinkSync(FULL, output);
  const counts = Array.from({ length: rows }, (_each, n) => n);
  const file: MadeFile = {
    time: rows,
    variables: {
      time: {
        type: 'double',
        dimensions: ['time'],
        values: counts,
        attributes: { units: 'seconds since 2020-01-01 00:00:00 0:00' },
      },
      a: { type: 'int', dimensions: ['time'], values: counts },
      b: { type: 'int', dimensions: ['time'], values: counts },
    },
  };
  await expect(
    concatenate({
      inputs: [{ name: 'made', open: () => openDataset(bytesSource(madeBytes(file))) }],
      variables: 'all',
      output,
      format: 'parquet',
      history: 'made for a test',
    }),
  ).rejects.toThrow(/ENOSPC/);
});

it('a Parquet file fails with the reason where the disk becomes full just before its footer', async () => {
  using folder = temporaryFolder();
  const output = join(folder.path, 'full.parquet');
  await using handle = await open(join(folder.path, 'other'), 'w');
  let writes = 0;
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  const written = vi.spyOn(prototype, 'write').mockImplementation(async (bytes) => {
    writes++;
    if (writes === 1) return { bytesWritten: bytes.length, buffer: bytes };
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  try {
    await expect(
      concatenate({
        inputs: [{ name: 'made', open: () => openDataset(bytesSource(madeBytes(FILE))) }],
        variables: 'all',
        output,
        format: 'parquet',
      }),
    ).rejects.toThrow(/ENOSPC/);
  } finally {
    written.mockRestore();
  }
  expect(writes).toBe(2); // the rows, and the footer
});

it('Parquet has a row for each time, exact values, and null where a value is missing', async () => {
  using folder = temporaryFolder();
  const { output } = await written(folder.path, FILE);
  const file = await asyncBufferFromFile(output);
  const rows = await parquetReadObjects({ file });
  expect(rows.map((row) => row.time_utc)).toEqual(
    [0, 500, 60_000, 120_000].map((ms) => new Date(START + ms)),
  );
  expect(rows.map((row) => NAMES.map((name) => row[name]))).toEqual(EXPECTED);
});

it('Parquet tells attributes, columns and what holds for all times in its footer', async () => {
  using folder = temporaryFolder();
  const column = (length: number) => Array.from({ length }, (_, n) => n);
  const { output } = await written(folder.path, {
    ...FILE,
    dimensions: { ...FILE.dimensions, kept: 4096, long: 4097 },
    variables: {
      ...FILE.variables,
      serial: { type: 'int64', values: [7] },
      kept: { type: 'short', dimensions: ['kept'], values: column(4096) },
      long: { type: 'short', dimensions: ['long'], values: column(4097) },
    },
  });
  const { key_value_metadata: facts = [], row_groups: groups } = await parquetMetadataAsync(
    await asyncBufferFromFile(output),
  );
  const fact = (key: string) => facts.find((one) => one.key === key)?.value ?? '';
  expect(fact('title')).toBe('made, "quoted"');
  expect(fact('history')).toContain('made for a test');
  expect(JSON.parse(fact('isobar.columns'))).toMatchObject({
    temp: { columns: ['temp'], units: 'degC', long_name: 'Temperature' },
    wind: { columns: ['wind[0]', 'wind[1]'], dimensions: [{ name: 'height', length: 2 }] },
  });
  const fixed = JSON.parse(fact('isobar.fixed'));
  expect(fixed).toMatchObject({
    lat: { values: [36.5], units: 'degree_N' },
    serial: { values: ['7'] },
    kept: { values: column(4096) },
  });
  expect(fixed).not.toHaveProperty('long');
  expect(groups).toHaveLength(1);
});

it('Parquet has a row for each record, also where times are missing, and every digit of 64 bits', async () => {
  using folder = temporaryFolder();
  const { output } = await written(folder.path, {
    time: 3,
    variables: {
      time: {
        type: 'double',
        dimensions: ['time'],
        values: [0, -1, 120],
        attributes: { units: 'seconds since 2020-01-01 00:00:00 0:00', missing_value: -1 },
      },
      count: { type: 'uint64', dimensions: ['time'], values: [2 ** 63, 2 ** 64 - 2048, 7] },
      time_utc: { type: 'int', dimensions: ['time'], values: [1, 2, 3] },
      time_utc_: { type: 'int', dimensions: ['time'], values: [4, 5, 6] },
      wide: {
        type: 'float',
        dimensions: ['time'],
        values: [-999.9, 1, 2],
        attributes: { missing_value: '-999.9' },
      },
    },
  });
  const file = await asyncBufferFromFile(output);
  const rows = await parquetReadObjects({ file });
  expect(rows.map((row) => row.time_utc)).toEqual([
    new Date(START),
    null,
    new Date(START + 120_000),
  ]);
  expect(rows.map((row) => row.count)).toEqual([2n ** 63n, 2n ** 64n - 2048n, 7n]);
  expect(rows.map((row) => [row.time_utc__, row.time_utc_])).toEqual([
    [1, 4],
    [2, 5],
    [3, 6],
  ]);
  expect(rows.map((row) => row.wide)).toEqual([null, 1, 2]);
});

it('Parquet is written in groups of rows, each row once', async () => {
  using folder = temporaryFolder();
  const time = 300_000;
  const values = Array.from({ length: time }, (_, n) => n);
  const units = 'seconds since 2020-01-01 00:00:00 0:00';
  const { output } = await written(folder.path, {
    time,
    variables: {
      time: { type: 'double', dimensions: ['time'], values, attributes: { units } },
      count: { type: 'int', dimensions: ['time'], values },
      double: { type: 'double', dimensions: ['time'], values },
    },
  });
  const file = await asyncBufferFromFile(output);
  const { row_groups: groups } = await parquetMetadataAsync(file);
  expect(groups.length).toBeGreaterThan(1);
  const rows = await parquetReadObjects({ file, columns: ['count'] });
  expect(rows.length).toBe(time);
  expect(rows.every((row, n) => row.count === n)).toBe(true);
});

it.skipIf(!existsSync(ARROW))('Parquet is read by Arrow as it was meant', async () => {
  using folder = temporaryFolder();
  const { output } = await written(folder.path, FILE);
  const script = `
import json, sys
import pyarrow.parquet as pq
table = pq.read_table(sys.argv[1])
print(json.dumps({
    "types": {field.name: str(field.type) for field in table.schema},
    "rows": json.loads(json.dumps([[str(row["time_utc"])] + [row[name] for name in json.loads(sys.argv[2])] for row in table.to_pylist()]).replace("NaN", '"NaN"')),
}))`;
  const text = execFileSync('python3', ['-c', script, output, JSON.stringify(NAMES)], {
    env: { ...process.env, PYTHONPATH: ARROW },
    encoding: 'utf8',
  });
  const told = JSON.parse(text) as { types: unknown; rows: unknown[][] };
  expect(told.types).toEqual({
    time_utc: 'timestamp[us, tz=UTC]',
    temp: 'float',
    precise: 'double',
    qc_temp: 'int32',
    packed: 'double',
    'wind[0]': 'float',
    'wind[1]': 'float',
    sky: 'string',
    time_utc_: 'int32',
  });
  expect(told.rows.map(([time]) => time)).toEqual([
    '2020-01-01 00:00:00+00:00',
    '2020-01-01 00:00:00.500000+00:00',
    '2020-01-01 00:01:00+00:00',
    '2020-01-01 00:02:00+00:00',
  ]);
  const expected = EXPECTED.map((row) => row.map((cell) => (Number.isNaN(cell) ? 'NaN' : cell)));
  expect(told.rows.map(([, ...row]) => row)).toEqual(expected);
});
