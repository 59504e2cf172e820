// What the classic writer writes, read back by our reader and by ncdump.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ByteSource, bytesSource } from '../byte-source.ts';
import type { Dataset, NumericArray, Values } from '../dataset.ts';
import { openDataset } from '../open.ts';
import { ALL_TYPES, CLASSIC_TYPES, type RandomFile, randomFile } from '../testing/definitions.ts';
import { expectSameAsNcdump } from '../testing/same-as-ncdump.ts';
import { hasNcdump, ncdump, temporaryFolder } from '../testing/tools.ts';
import { ClassicWriter } from './classic-writer.ts';
import { classicLayout } from './layout.ts';

it('classic files come back as they were written, whatever they hold', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'any.nc');
  await fc.assert(
    fc.asyncProperty(randomFile(ALL_TYPES), fc.integer({ min: 1, max: 4 }), async (file, block) => {
      await write(path, file, block);
      const dataset = await openDataset(path);
      await expectHolds(dataset, file);
      await dataset.close();
      const bytes = await readFile(path);
      expect(bytes.length).toBe(classicLayout(file.definition, file.records).size);
    }),
    { numRuns: 150 },
  );
});

it.skipIf(!hasNcdump)('classic files are read by ncdump as by us (needs ncdump)', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'any.nc');
  for (const types of [CLASSIC_TYPES, ALL_TYPES]) {
    for (const file of fc.sample(randomFile(types), { numRuns: 25, seed: types.length })) {
      await write(path, file, 3);
      const dataset = await openDataset(path);
      await expectSameAsNcdump(dataset, ncdump(path));
      await dataset.close();
    }
  }
});

it('classic files are laid out as CDF-2, and as CDF-5 where a type or a size asks for it', () => {
  const dimensions = [{ name: 'n', length: 3, unlimited: false }];
  const variable = { name: 'v', dimensions: ['n'], attributes: [] };
  const layout = (type: 'int' | 'int64', length = 3) =>
    classicLayout(
      {
        dimensions: [{ name: 'n', length, unlimited: false }],
        attributes: [],
        variables: [{ ...variable, type }],
      },
      0,
    );
  expect(layout('int').version).toBe(2);
  expect(layout('int64').version).toBe(5);
  expect(layout('int', 2 ** 31).version).toBe(5);
  expect(layout('int', 2 ** 31).size).toBeGreaterThan(2 ** 33);
  const two = { version: 2 as const, dimensions, attributes: [] };
  expect(() =>
    classicLayout({ ...two, variables: [{ ...variable, type: 'int64' }] }, 0),
  ).toThrowError(expect.objectContaining({ code: 'invalid' }));
});

it('classic files tell where every variable lies before there are data', async () => {
  const definition = {
    dimensions: [
      { name: 'time', length: 0, unlimited: true },
      { name: 'n', length: 3, unlimited: false },
    ],
    attributes: [],
    variables: [
      { name: 'a', type: 'short' as const, dimensions: ['time'], attributes: [] },
      { name: 'f', type: 'byte' as const, dimensions: ['n'], attributes: [] },
      { name: 'b', type: 'double' as const, dimensions: ['time', 'n'], attributes: [] },
    ],
  };
  const layout = classicLayout(definition, 10);
  expect(layout.recordSize).toBe(4 + 24);
  expect(layout.variables).toMatchObject([
    { name: 'a', begin: layout.recordStart, bytes: 2, padded: 4, isRecord: true },
    { name: 'f', begin: layout.recordStart - 4, bytes: 3, padded: 4, isRecord: false },
    { name: 'b', begin: layout.recordStart + 4, bytes: 24, padded: 24, isRecord: true },
  ]);
  expect(layout.size).toBe(layout.recordStart + 280);
});

it.each([
  [
    'an unknown dimension',
    { variables: [{ name: 'v', type: 'int', dimensions: ['x'], attributes: [] }] },
  ],
  ['two variables of one name', { variables: [scalar('v'), scalar('v')] }],
  ['two unlimited dimensions', { dimensions: [unlimited('a'), unlimited('b')] }],
  ['a dimension of length 0', { dimensions: [{ name: 'a', length: 0, unlimited: false }] }],
  [
    'time in a later place',
    {
      dimensions: [unlimited('t'), { name: 'n', length: 2, unlimited: false }],
      variables: [{ name: 'v', type: 'int', dimensions: ['n', 't'], attributes: [] }],
    },
  ],
])('classic files are refused when the definition has %s', (_what, part) => {
  const definition = { dimensions: [], attributes: [], variables: [], ...part } as never;
  expect(() => classicLayout(definition, 1)).toThrowError(
    expect.objectContaining({ code: 'invalid' }),
  );
});

it('classic files say on close what was not written', async () => {
  using folder = temporaryFolder();
  const definition = { dimensions: [unlimited('t')], attributes: [], variables: [scalar('v')] };
  const writer = await ClassicWriter.create(join(folder.path, 'x.nc'), definition, 2);
  await expect(writer.close()).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/"v" was not written/),
  });
});

it('reading classic files takes one read to open and one for each slice of a variable', async () => {
  const file = fc
    .sample(randomFile(CLASSIC_TYPES), { numRuns: 30, seed: 5 })
    .find(
      ({ definition, records }) =>
        records > 3 && definition.variables.some(({ dimensions }) => dimensions[0] === 'time'),
    ) as RandomFile;
  using folder = temporaryFolder();
  const path = join(folder.path, 'a.nc');
  await write(path, file, 5);
  const counted = counting(bytesSource(await readFile(path)));
  const dataset = await openDataset(counted);
  expect(counted.reads).toBe(1);
  const name =
    file.definition.variables.find(({ dimensions }) => dimensions[0] === 'time')?.name ?? '';
  await dataset.read(name, 1, 3);
  expect(counted.reads).toBe(2);
});

it('reading classic files gives the same rows one by one and many variables at a time', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'a.nc');
  await fc.assert(
    fc.asyncProperty(randomFile(CLASSIC_TYPES), fc.nat(8), fc.nat(8), async (file, a, b) => {
      await write(path, file, 4);
      const dataset = await openDataset(path);
      const [start, stop] = [Math.min(a, b, file.records), Math.min(Math.max(a, b), file.records)];
      const records = dataset.variables.filter(({ dimensions }) => dimensions[0] === 'time');
      const names = records.map(({ name }) => name);
      const together = await dataset.readRows(names, start, stop);
      for (const [index, name] of names.entries()) {
        expect(together[index]).toEqual(await dataset.read(name, start, stop));
        const whole = file.values.get(name) as NumericArray;
        const perRow = file.records === 0 ? 0 : whole.length / file.records;
        expect(together[index]).toEqual(whole.slice(start * perRow, stop * perRow));
      }
      await dataset.close();
    }),
    { numRuns: 60 },
  );
});

it('reading classic files names the variable that does not exist, the near misses and the rows that are not there', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'a.nc');
  const definition = {
    dimensions: [],
    attributes: [],
    variables: [scalar('temp_mean'), scalar('rh_mean')],
  };
  const values = new Map([
    ['temp_mean', Int32Array.of(1)],
    ['rh_mean', Int32Array.of(2)],
  ]);
  await write(path, { definition, records: 0, values }, 1);
  const dataset = await openDataset(path);
  expect(() => dataset.variable('temp_meen')).toThrowError(
    expect.objectContaining({
      code: 'no-such-variable',
      message: expect.stringMatching(/temp_mean/),
    }),
  );
  await expect(dataset.read('rh_mean', 0, 2)).rejects.toMatchObject({ code: 'out-of-range' });
  await dataset.close();
  await expect(dataset.read('rh_mean')).rejects.toMatchObject({ code: 'closed' });
});

async function write(
  path: string,
  { definition, records, values }: RandomFile,
  block: number,
): Promise<void> {
  const writer = await ClassicWriter.create(path, definition, records);
  const isRecord = (name: string) =>
    writer.layout.variables.some((variable) => variable.name === name && variable.isRecord);
  for (const [name, all] of values) if (!isRecord(name)) await writer.writeFixed(name, all);
  for (let start = 0; start < records; start += block) {
    const count = Math.min(block, records - start);
    const columns = new Map<string, Values>();
    for (const [name, all] of values) {
      const perRow = all.length / records;
      if (isRecord(name)) columns.set(name, all.slice(start * perRow, (start + count) * perRow));
    }
    await writer.writeRecords(columns, count);
  }
  await writer.close();
}

async function expectHolds(dataset: Dataset, { definition, values }: RandomFile): Promise<void> {
  expect(dataset.attributes).toEqual(definition.attributes);
  expect(
    dataset.variables.map(({ name, type, dimensions, attributes }) => ({
      name,
      type,
      dimensions,
      attributes,
    })),
  ).toEqual(definition.variables);
  for (const { name } of definition.variables) {
    expect(await dataset.read(name), name).toEqual(values.get(name));
  }
}

function scalar(name: string) {
  return { name, type: 'int' as const, dimensions: [], attributes: [] };
}

function unlimited(name: string) {
  return { name, length: 0, unlimited: true };
}

function counting(source: ByteSource): ByteSource & { reads: number } {
  const counted = {
    size: source.size,
    reads: 0,
    read: (offset: number, length: number) => {
      counted.reads++;
      return source.read(offset, length);
    },
    close: () => source.close(),
  };
  return counted;
}
