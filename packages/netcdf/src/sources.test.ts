// Where bytes come from and what may be asked of a dataset: files that are none or become shorter,
// rows that are there, and claims that fit.
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bytesSource, fileSource } from './byte-source.ts';
import { checkAttributes, checkRead, inWords, tooLarge, weigh } from './claims.ts';
import { NeedsSeveralFiles } from './netcdf-error.ts';
import { openDataset } from './open.ts';
import { madeFile } from './testing/made-file.ts';
import { temporaryFolder } from './testing/tools.ts';

it('a file as a source of bytes gives the bytes that are there, also where it has become shorter', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'a.nc');
  await writeFile(
    path,
    Uint8Array.from({ length: 100 }, (_, n) => n),
  );
  const source = await fileSource(path);
  expect([source.size, source.name, source.path]).toEqual([100, 'a.nc', path]);
  expect(await source.read(10, 3)).toEqual(Uint8Array.of(10, 11, 12));
  expect(await source.read(98, 9)).toEqual(Uint8Array.of(98, 99));
  expect(await source.read(200, 9)).toHaveLength(0);
  await truncate(path, 50);
  expect(await source.read(48, 9)).toEqual(Uint8Array.of(48, 49));
  await source.close();
  await source.close();
});

it('a file as a source of bytes has the plain files of its folder beside it: none elsewhere, no link and no folder', async () => {
  using folder = temporaryFolder();
  await mkdir(join(folder.path, 'inner'));
  for (const name of ['inner/a.csv', 'inner/b.json', 'c.json'])
    await writeFile(join(folder.path, name), name);
  await mkdir(join(folder.path, 'inner/folder'));
  await symlink(join(folder.path, 'c.json'), join(folder.path, 'inner/link.json'));
  const source = await fileSource(join(folder.path, 'inner/a.csv'));
  const beside = await source.beside?.('b.json');
  expect(Buffer.from((await beside?.read(0, 99)) ?? []).toString()).toBe('inner/b.json');
  await beside?.close();
  for (const name of ['../c.json', 'link.json', 'folder', 'none.json'])
    expect(await source.beside?.(name), name).toBeNull();
  await source.close();
});

it('a file as a source of bytes is unreadable with the cause where it is a folder or is not there', async () => {
  using folder = temporaryFolder();
  const missing = join(folder.path, 'none.nc');
  await expect(fileSource(folder.path)).rejects.toMatchObject({ code: 'unreadable' });
  await expect(fileSource(missing)).rejects.toMatchObject({
    ...{
      name: 'NetcdfError',
      code: 'unreadable',
      message: `The file ${missing} cannot be opened.`,
    },
    cause: { code: 'ENOENT' },
  });
  await expect(openDataset(bytesSource(new Uint8Array(0)))).rejects.toThrow('The file is empty.');
  expect(new NeedsSeveralFiles('units')).toMatchObject({
    ...{ name: 'NeedsSeveralFiles', code: 'invalid', difference: 'units' },
    message: 'The files do not fit into one: units.',
  });
  expect(new NeedsSeveralFiles(undefined).message).toContain('there are too many values');
});

const dataset = () =>
  madeFile({
    time: 5,
    variables: {
      t: { type: 'short', dimensions: ['time'], values: [0, 1, 2, 3, 4] },
      scalar: { type: 'short', values: [7] },
    },
  });

it('rows of a variable are those between two numbers, all where none is given, and each of some', async () => {
  const of = await dataset();
  const rows = async (start?: number, stop?: number) =>
    Array.from((await of.read('t', start, stop)) as Int16Array);
  expect(await rows()).toEqual([0, 1, 2, 3, 4]);
  expect([await rows(3), await rows(undefined, 2), await rows(1, 3)]).toEqual([
    [3, 4],
    [0, 1],
    [1, 2],
  ]);
  expect([await rows(0, 5), await rows(5, 5), await rows(2, 2)]).toEqual([[0, 1, 2, 3, 4], [], []]);
  expect(await of.readEvery('t', 1, 5, 2)).toEqual(Int16Array.of(1, 3));
  expect(await of.read('scalar')).toEqual(Int16Array.of(7));
  expect(await of.read('scalar', 0, 1)).toEqual(Int16Array.of(7));
});

it('rows of a variable are refused where they are not there, are no whole numbers, or end before they begin', async () => {
  const of = await dataset();
  for (const [start, stop] of [
    [-1, 2],
    [0, 6],
    [3, 2],
    [0.5, 2],
    [0, 2.5],
    [Number.NaN, 2],
  ])
    await expect(of.read('t', start, stop), `${start} to ${stop}`).rejects.toMatchObject({
      code: 'out-of-range',
    });
  await expect(of.read('scalar', 0, 2)).rejects.toMatchObject({ code: 'out-of-range' });
  for (const every of [0, -1, 1.5])
    await expect(of.readEvery('t', 0, 5, every)).rejects.toMatchObject({ code: 'out-of-range' });
  await expect(of.read('T')).rejects.toMatchObject({
    ...{ code: 'no-such-variable', message: 'There is no variable "T"; near misses: t.' },
  });
  await expect(of.read('pressure')).rejects.toThrow('There is no variable "pressure".');
});

const MB = 2 ** 20;

it('what a file claims is as much as one call may read, a row may take, a time may need and a job may make', () => {
  expect(() => checkRead('x', 512 * MB)).not.toThrow();
  expect(() => checkRead('x', 512 * MB + 1)).toThrow(/claim 537 MB at once/);
  const variable = (count: number, type: 'double' | 'string' = 'double') => ({
    ...{ name: 'x', type, dimensions: ['time', 'y'], shape: [9, count], attributes: [] },
  });
  expect(tooLarge(variable(16 * MB))).toBeUndefined();
  expect(tooLarge(variable(16 * MB + 1))).toBe('one row of it claims 134 MB');
  expect(tooLarge(variable(8 * MB, 'string'))).toBeUndefined();
  expect(tooLarge(variable(8 * MB + 1, 'string'))).toBe('one row of it claims 134 MB');
  const claim = (name: string, bytes: number, perRecord = true) => ({ name, bytes, perRecord });
  const most = [claim('a', 384 * MB - 1), claim('b', 1), claim('fixed', 900 * MB, false)];
  expect(() => weigh(most, 2, 1668 * MB)).not.toThrow();
  expect(() => weigh(most, 2, 1668 * MB - 1)).toThrow(
    /claim 1.75 GB \(fixed alone 944 MB\), more than the 1.75 GB/,
  );
  expect(() => weigh([...most, claim('c', 1)], 0, Number.POSITIVE_INFINITY)).toThrow(
    /claim 403 MB for each time/,
  );
});

it('what a file claims has a hundred thousand attributes at most', () => {
  const attributes = (length: number) =>
    Array.from({ length }, (_, n) => ({ name: `a${n}`, type: 'char' as const, value: '' }));
  const variables = [
    { name: 'x', type: 'int' as const, dimensions: [], shape: [], attributes: attributes(1) },
  ];
  expect(() => checkAttributes({ attributes: attributes(99_999), variables })).not.toThrow();
  expect(() => checkAttributes({ attributes: attributes(100_000), variables })).toThrow(
    /has 100001 attributes/,
  );
});

it('what a file claims is written in three digits', () => {
  expect([0, 999, 1000, 1_234_567, 1e18, 1e21, 123e21].map(inWords)).toEqual([
    '0 B',
    '999 B',
    '1 kB',
    '1.23 MB',
    '1 EB',
    '1000 EB',
    '123000 EB',
  ]);
});
