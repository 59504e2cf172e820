// What the classic writer takes and refuses, how far a file is settled, and values of every width
// in their places.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Values } from '../dataset.ts';
import { openDataset } from '../open.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { ClassicWriter } from './classic-writer.ts';
import type { Definition } from './layout.ts';

const DEFINITION: Definition = {
  dimensions: [
    { name: 'time', length: 0, unlimited: true },
    { name: 'few', length: 5, unlimited: false },
    { name: 'many', length: 40, unlimited: false },
    { name: 'wide', length: 32, unlimited: false },
  ],
  attributes: [{ name: 'made', type: 'char', value: 'then' }],
  variables: [
    { name: 'f', type: 'short', dimensions: ['few'], attributes: [] },
    { name: 'uneven', type: 'byte', dimensions: ['time', 'few'], attributes: [] },
    { name: 'long', type: 'double', dimensions: ['time', 'many'], attributes: [] },
    { name: 'even', type: 'double', dimensions: ['time', 'wide'], attributes: [] },
    { name: 'one', type: 'int', dimensions: ['time'], attributes: [] },
  ],
};
const FIXED = Int16Array.of(1, -2, 3, -4, 5);
const RECORDS = 7;
const rows = (count: number, first = 0) =>
  new Map<string, Values>([
    ['uneven', Int8Array.from({ length: 5 * count }, (_, at) => at + first)],
    ['long', Float64Array.from({ length: 40 * count }, (_, at) => at / 3 + first)],
    ['even', Float64Array.from({ length: 32 * count }, (_, at) => at / 7 - first)],
    ['one', Int32Array.from({ length: count }, (_, at) => at * 70_000 + first)],
  ]);

const refused = (message: string) => ({
  code: 'invalid',
  message: expect.stringContaining(message),
});

it('a classic file that is written holds the values of each block where they belong, and says how far it is settled', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'x.nc');
  const writer = await ClassicWriter.create(path, DEFINITION, RECORDS);
  const { recordStart, recordSize, size } = writer.layout;
  await writer.writeRecords(rows(3), 3);
  expect(writer.settled).toBe(0); // the fixed values may still change
  await writer.writeFixed('f', FIXED);
  expect(writer.settled).toBe(recordStart + 3 * recordSize);
  await writer.writeRecords(rows(4, 9), 4);
  expect(writer.settled).toBe(size);
  await writer.replaceAttributes([{ name: 'made', type: 'char', value: 'now!' }]);
  await expect(
    writer.replaceAttributes([{ name: 'made', type: 'char', value: 'later' }]),
  ).rejects.toMatchObject(refused('another length'));
  await writer.sync();
  await writer.close();
  expect((await readFile(path)).length).toBe(size);
  const dataset = await openDataset(path);
  expect(dataset.attributes).toMatchObject([{ name: 'made', value: 'now!' }]);
  expect(await dataset.read('f')).toEqual(FIXED);
  for (const [name, values] of rows(3)) {
    const others = rows(4, 9).get(name) ?? [];
    expect([...(await dataset.read(name))], name).toEqual([...values, ...others]);
  }
  await dataset.close();
});

it('a classic file that is written says which records are missing, and can be left unfinished', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'x.nc');
  const writer = await ClassicWriter.create(path, DEFINITION, RECORDS);
  await writer.writeFixed('f', FIXED);
  await writer.writeRecords(rows(2), 2);
  await expect(writer.close()).rejects.toMatchObject(refused('2 of 7 records were written'));
  const other = await ClassicWriter.create(path, DEFINITION, RECORDS);
  await other.abandon();
  await expect(other.writeFixed('f', FIXED)).rejects.toThrow(); // it is closed
  await expect(
    ClassicWriter.create(join(folder.path, 'no/folder/x.nc'), DEFINITION, 1),
  ).rejects.toMatchObject({ code: 'unreadable', message: expect.stringContaining('no/folder') });
});

it('a classic file that is written is made of pieces in their order, each within its variable', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'x.nc');
  const writer = await ClassicWriter.create(path, DEFINITION, 0);
  await writer.writeFixedPiece('f', FIXED.subarray(0, 2), 0);
  expect(writer.settled).toBe(0);
  await expect(writer.writeFixedPiece('f', FIXED, 1)).rejects.toMatchObject(
    refused('"f" takes 10 B, not 12'),
  );
  await expect(writer.writeFixedPiece('one', Int32Array.of(1), 1)).rejects.toMatchObject(
    refused('"one" takes 4 B, not 8'),
  );
  await writer.writeFixedPiece('f', FIXED.subarray(2), 2);
  expect(writer.settled).toBe(writer.layout.recordStart);
  await writer.close();
  const dataset = await openDataset(path);
  expect(await dataset.read('f')).toEqual(FIXED);
  await dataset.close();
  const whole = await ClassicWriter.create(path, DEFINITION, 0);
  await whole.writeFixedPiece('f', FIXED, 0);
  await whole.close();
});

it('a classic file that is written takes one long record in pieces, and shorter ones beside it', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'x.nc');
  const length = (2 << 20) + 3;
  const definition: Definition = {
    dimensions: [
      { name: 'time', length: 0, unlimited: true },
      { name: 'x', length, unlimited: false },
    ],
    attributes: [],
    variables: [
      { name: 'long', type: 'short', dimensions: ['time', 'x'], attributes: [] },
      { name: 'short', type: 'byte', dimensions: ['time'], attributes: [] },
    ],
  };
  const writer = await ClassicWriter.create(path, definition, 2);
  const values = Int16Array.from({ length }, (_, at) => at % 10_007);
  for (const short of [3, 4])
    await writer.writeRecords(
      new Map<string, Values>([
        ['long', values],
        ['short', Int8Array.of(short)],
      ]),
      1,
    );
  await expect(
    writer.writeRecords(new Map<string, Values>([['long', values]]), 1),
  ).rejects.toMatchObject(refused('laid out for 2 records'));
  await writer.close();
  expect((await readFile(path)).length).toBe(writer.layout.size);
  const dataset = await openDataset(path);
  expect(await dataset.read('short')).toEqual(Int8Array.of(3, 4));
  const read = (await dataset.read('long')) as Int16Array; // its type, above
  const bytes = ({ buffer, byteOffset, byteLength }: Int16Array) =>
    Buffer.from(buffer, byteOffset, byteLength);
  for (const one of [read.subarray(0, length), read.subarray(length)])
    expect(Buffer.compare(bytes(one), bytes(values))).toBe(0);
  await dataset.close();
});

it.each<[string, (writer: ClassicWriter) => Promise<void>]>([
  ['"one" is a record variable', (writer) => writer.writeFixed('one', Int32Array.of(1))],
  ['"none" is not in the definition', (writer) => writer.writeFixed('none', FIXED)],
  ['"f" takes 10 B, not 8', (writer) => writer.writeFixed('f', FIXED.subarray(1))],
  ['"f" cannot hold strings', (writer) => writer.writeFixed('f', ['a', 'b'])],
  ['laid out for 7 records', (writer) => writer.writeRecords(rows(8), 8)],
  [
    'no values for "even"',
    (writer) => writer.writeRecords(new Map([...rows(1)].filter(([name]) => name !== 'even')), 1),
  ],
  ['"uneven" does not have 2 rows', (writer) => writer.writeRecords(rows(1), 2)],
])('%s', async (message, act) => {
  using folder = temporaryFolder();
  const writer = await ClassicWriter.create(join(folder.path, 'x.nc'), DEFINITION, RECORDS);
  await expect(act(writer)).rejects.toMatchObject(refused(message));
  await writer.abandon();
});
