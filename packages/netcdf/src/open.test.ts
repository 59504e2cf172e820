// Telling formats by their first bytes, and refusing by name what is no NetCDF.

import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { realFile } from '../../../fixtures/real-files.ts';
import { bytesSource, fileSource } from './byte-source.ts';
import { openDataset } from './open.ts';
import { type MadeFile, madeBytes } from './testing/made-file.ts';
import { temporaryFolder } from './testing/tools.ts';

const SMALL: MadeFile = {
  time: 2,
  variables: { n: { type: 'int', dimensions: ['time'], values: [4, 5] } },
};

it('the opening of a file goes by the first bytes, whatever the name says', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'looks-like.h5');
  await writeFile(path, madeBytes(SMALL));
  const dataset = await openDataset(path);
  expect(dataset.format).toBe('cdf2');
  expect(await dataset.read('n')).toEqual(Int32Array.of(4, 5));
  await dataset.close();
});

it('[P143] the opening of a file reads real files of either format with either ending', async () => {
  using folder = temporaryFolder();
  for (const [name, other, format] of [
    ['sgpmetE13.b1.20190508.000000.cdf', 'a.nc', 'netcdf4'],
    ['bnfmetM1.b1.20250619.000000.cdf', 'b.nc', 'cdf1'],
    ['nsacloudphaseC1.c1.20180601.000000.nc', 'c.cdf', 'netcdf4'],
  ] as const) {
    const path = join(folder.path, other);
    await copyFile(realFile(name), path);
    const dataset = await openDataset(path);
    expect(dataset.format).toBe(format);
    await dataset.close();
  }
});

it.each([
  ['nothing', ''],
  ['text', 'time,temp\n1,2\n'],
  ['a web page', '<!DOCTYPE html><html></html>'],
  ['three letters', 'CDF'],
])('the opening of a file refuses %s as not NetCDF', async (_what, content) => {
  await expect(openDataset(bytesSource(Buffer.from(content)))).rejects.toMatchObject({
    code: 'not-netcdf',
  });
});

it.each([
  ['HDF4', Uint8Array.of(0x0e, 0x03, 0x13, 0x01, 0)],
  ['CDF of NASA', Uint8Array.of(0xcd, 0xf3, 0x00, 0x01, 0)],
  ['CDF of NASA', Uint8Array.of(0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff)],
  ['GRIB', Buffer.from('GRIB\u0000')],
  ['BUFR', Buffer.from('BUFR\u0000')],
  ['compressed by gzip', gzipSync('CDF')],
  ['compressed by zstd', zstdCompressSync('CDF')],
  ['compressed by bzip2', Buffer.from('BZh91AY')],
  ['compressed by xz', Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00)],
  ['a ZIP archive', Buffer.from('PK\u0003\u0004')],
])('the opening of a file says of %s what it is, and what to do', async (what, content) => {
  const opening = openDataset(bytesSource(content));
  await expect(opening).rejects.toMatchObject({ code: 'unsupported' });
  await expect(opening).rejects.toThrow(new RegExp(`^It is ${what}[,;].* first \\(.+\\)\\.$`));
});

it('the opening of a file refuses HDF5 that breaks off at once', async () => {
  const signature = Uint8Array.of(0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0);
  await expect(openDataset(bytesSource(signature))).rejects.toMatchObject({
    code: expect.stringMatching(/truncated|not-netcdf|corrupt/),
  });
});

it('the opening of a file says that a path cannot be read, with the path', async () => {
  using folder = temporaryFolder();
  const missing = join(folder.path, 'missing.nc');
  const unreadable = (path: string) => ({
    code: 'unreadable',
    message: expect.stringContaining(path),
  });
  await expect(openDataset(missing)).rejects.toMatchObject(unreadable(missing));
  await expect(openDataset(folder.path)).rejects.toMatchObject(unreadable(folder.path));
});

it('the opening of a file names the file in every refusal', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'cut.nc');
  await writeFile(path, madeBytes(SMALL).subarray(0, 50));
  await expect(openDataset(path)).rejects.toMatchObject({
    code: 'truncated',
    message: expect.stringContaining(path),
  });
});

it('the opening of a file closes its source, also when it refuses it', async () => {
  let closed = 0;
  const watched = (bytes: Uint8Array) => ({
    ...bytesSource(bytes),
    close: () => {
      closed++;
      return Promise.resolve();
    },
  });
  await expect(openDataset(watched(Buffer.from('no')))).rejects.toThrow();
  expect(closed).toBe(1);
  const dataset = await openDataset(watched(madeBytes(SMALL)));
  await dataset.close();
  await dataset.close();
  expect(closed).toBe(2);
});

it('the opening of a file gives what a source throws a name', async () => {
  const source = { ...bytesSource(madeBytes(SMALL)) };
  const dataset = await openDataset(source);
  source.read = () => Promise.reject(new Error('the network is down'));
  await expect(dataset.read('n')).rejects.toMatchObject({
    code: 'unreadable',
    cause: expect.objectContaining({ message: 'the network is down' }),
  });
});

it('a file as a source gives fewer bytes only at its end', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'ten');
  await writeFile(path, '0123456789');
  const source = await fileSource(path);
  const read = async (offset: number, length: number) =>
    Buffer.from(await source.read(offset, length)).toString();
  expect([source.size, await read(2, 3), await read(8, 10), await read(20, 5)]).toEqual([
    10,
    '234',
    '89',
    '',
  ]);
  await source.close();
});
