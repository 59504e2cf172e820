// NetCDF as JSON: numbers with all their digits, text as text, null for what JSON cannot express.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicWriter } from '@isobar/netcdf';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { writeJson } from './json-form.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});

it('the JSON form is whole where the last piece ends with the last row', async () => {
  const path = join(folder, 'pieces.nc');
  const [rows, wide] = [2, 1 << 18];
  const definition = {
    dimensions: [
      { name: 'time', length: 0, unlimited: true },
      { name: 'wide', length: wide, unlimited: false },
    ],
    attributes: [],
    variables: [{ name: 'b', type: 'byte', dimensions: ['time', 'wide'], attributes: [] }],
  } as const;
  const writer = await ClassicWriter.create(path, definition, rows);
  await writer.writeRecords(new Map([['b', new Int8Array(rows * wide).fill(7)]]), rows);
  await writer.close();
  const target = join(folder, 'pieces.json');
  await writeJson(path, target, new AbortController().signal);
  const text = await readFile(target, 'utf8');
  expect(() => JSON.parse(text)).not.toThrow();
  expect(text.match(/7/g)).toHaveLength(rows * wide);
});

it('the JSON form keeps every digit of 64 bits, in values and in attributes', async () => {
  const path = join(folder, 'wide.nc');
  const fill = 18446744073709551615n;
  const definition = {
    dimensions: [{ name: 'time', length: 0, unlimited: true }],
    attributes: [
      { name: 'big', type: 'int64', value: BigInt64Array.of(9007199254740993n, -1n) },
      { name: 'none', type: 'double', value: Float64Array.of(Number.NaN) },
      { name: '__proto__', type: 'char', value: 'plain' },
    ],
    variables: [
      {
        name: 'n',
        type: 'uint64',
        dimensions: ['time'],
        attributes: [{ name: '_FillValue', type: 'uint64', value: BigUint64Array.of(fill) }],
      },
    ],
  } as const;
  const writer = await ClassicWriter.create(path, definition, 2);
  await writer.writeRecords(new Map([['n', BigUint64Array.of(fill, fill - 1n)]]), 2);
  await writer.close();
  const target = join(folder, 'wide.json');
  const bytes = await writeJson(path, target, new AbortController().signal);
  const text = await readFile(target, 'utf8');
  expect(bytes).toBe(text.length);
  expect(text).toContain('"big":[9007199254740993,-1],"none":null,"__proto__":"plain"');
  expect(text).toContain('"_FillValue":18446744073709551615');
  expect(text).toContain('[18446744073709551615,18446744073709551614]');
});
