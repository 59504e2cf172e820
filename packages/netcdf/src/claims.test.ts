// Files that claim much and hold nothing: refused or left out before anything is allocated, and the
// rest is made.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { classicLayout } from './classic/layout.ts';
import { concatenate } from './job/concatenate.ts';
import type { ConcatenateJob } from './job/job.ts';
import { openDataset } from './open.ts';
import { day, inputs } from './testing/made-days.ts';
import { hasPython, python, temporaryFolder } from './testing/tools.ts';
import { findTimeAxis, readTimeRange } from './time/time-axis.ts';

const HUGE = `
import sys, netCDF4
what, path = sys.argv[1:]
most = 2 ** 31 - 5
with netCDF4.Dataset(path, 'w') as f:
    f.createDimension('time', most if what == 'times' else None)
    f.createDimension('x', most); f.createDimension('y', most)
    t = f.createVariable('time', 'f8', ('time',), chunksizes=(1024,)); t.units = 'seconds since 2019-01-01'
    if what != 'times': t[:] = range(10)
    if what == 'fixed': f.createVariable('v', 'f4', ('x', 'y'), chunksizes=(64, 64))
    if what == 'rows': f.createVariable('v', 'f4', ('time', 'x'), chunksizes=(1, 4096))
    if what == 'bomb':
        f.createDimension('z', 400_000)
        f.createVariable('v', 'f4', ('time', 'z'), chunksizes=(1, 400_000), zlib=True)[:] = 0
    if what == 'long':
        f.createDimension('z', 1 << 28)
        f.createVariable('v', 'i1', ('z',), chunksizes=(1 << 20,), zlib=True)
    f.createVariable('small', 'f4', ('time',), chunksizes=(1024,))
    if what != 'times': f.variables['small'][:] = range(10)
`;

function made(path: string, more: Partial<ConcatenateJob> = {}) {
  const output = `${path}.out`;
  return concatenate({
    inputs: [{ name: 'huge.nc', open: () => openDataset(path) }],
    ...{ variables: 'all', format: 'netcdf', output },
    ...more,
  });
}

describe.skipIf(!hasPython)('files that claim much (needs Python netCDF4)', () => {
  it.each(['fixed', 'rows'])(
    'files with %s beyond any memory lose that variable alone',
    async (what) => {
      using folder = temporaryFolder();
      const path = join(folder.path, 'huge.nc');
      python(HUGE, what, path);
      expect((await stat(path)).size).toBeLessThan(60_000);
      for (const format of ['netcdf', 'csv', 'icartt'] as const) {
        const { files, problems } = await made(path, { format, output: `${path}.${format}` });
        expect(problems).toEqual([]);
        expect(files[0]?.records).toBe(10);
        const reason =
          what === 'fixed'
            ? 'it claims more values than can be counted'
            : 'one row of it claims 8.59 GB';
        expect(files[0]?.notes.join()).toContain(`v is left out: ${reason}`);
      }
      const dataset = await openDataset(path);
      const asked = async () => await dataset.read('v', 0, 1);
      await expect(asked()).rejects.toMatchObject({ code: 'unsupported' });
      await dataset.close();
    },
  );

  it('files with times beyond any memory are refused, whatever is asked of them', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'huge.nc');
    python(HUGE, 'times', path);
    const { files, problems } = await made(path);
    expect(files).toEqual([]);
    expect(problems[0]).toMatchObject({ code: 'unsupported' });
    const dataset = await openDataset(path);
    const axis = await findTimeAxis(dataset);
    await expect(readTimeRange(dataset, axis)).rejects.toMatchObject({ code: 'unsupported' });
    await dataset.close();
  });

  it('files that unpack to more than a job may make are refused before the first byte', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'bomb.nc');
    python(HUGE, 'bomb', path);
    expect((await stat(path)).size).toBeLessThan(60_000);
    const refused = await made(path, { maximumClaim: 10_000_000 });
    expect(refused.files).toEqual([]);
    expect(refused.problems[0]?.message).toBe(
      'Its values claim 16 MB (v alone 16 MB), more than the 10 MB that may be made.',
    );
    const { files } = await made(path);
    expect(files[0]?.records).toBe(10);
  });

  it('values that were never written are read as fill values, in pieces', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'long.nc');
    python(HUGE, 'long', path);
    const before = process.memoryUsage().rss;
    const { files } = await made(path);
    expect(files[0]?.records).toBe(10);
    // of 268 MB that it claims
    expect(process.memoryUsage().rss - before).toBeLessThan(220_000_000);
    const dataset = await openDataset(files[0]?.path ?? '');
    expect(await dataset.read('v', (1 << 28) - 2, 1 << 28)).toEqual(Int8Array.of(-127, -127));
    await dataset.close();
  });
});

it('room is asked for before each output; a reason makes its inputs problems and the rest is made', async () => {
  using folder = temporaryFolder();
  const asked: number[] = [];
  const result = await concatenate({
    inputs: inputs(day(0), day(1, {}, { dimensions: { other: 2 } })),
    variables: 'all',
    output: join(folder.path, 'out.nc'),
    format: 'netcdf',
    maximumBytes: 1,
    roomFor: ({ bytes }) => {
      asked.push(bytes);
      return Promise.resolve(asked.length === 1 ? 'The disk is too small.' : undefined);
    },
  });
  expect(asked).toHaveLength(2);
  expect(asked.every((bytes) => bytes > 100)).toBe(true);
  expect(result.problems).toEqual([
    { input: 'day0', code: 'unsupported', message: 'The disk is too small.' },
  ]);
  expect(result.files.map(({ inputs: of }) => of)).toEqual([['day1']]);
});

it('room is not given to more attributes than a file can need', async () => {
  const attributes = Array.from({ length: 100_001 }, (_, n) => ({
    name: `a${n}`,
    type: 'char' as const,
    value: 'x',
  }));
  const { header } = classicLayout({ dimensions: [], attributes, variables: [] }, 0);
  await expect(openDataset(bytesSource(header))).rejects.toMatchObject({ code: 'unsupported' });
});
