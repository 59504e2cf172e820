// Jobs that fail: damaged inputs, times out of order, names that no input has, an abort, a full
// disk.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import { openDataset } from '../open.ts';
import { DAY, day, FIRST, inputs, joined } from '../testing/made-days.ts';
import { type MadeFile, madeBytes } from '../testing/made-file.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { concatenate } from './concatenate.ts';
import type { JobInput, PartName } from './job.ts';

it('jobs that meet trouble leave out inputs that fail to open or to read, and name them', async () => {
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
  expect(result.problems[2]?.message).toBe('The source cannot be read.');
  expect(result.files).toMatchObject([{ inputs: ['day0', 'day2'], records: 6 }]);
  const dataset = await openDataset(join(folder.path, 'out.nc'));
  expect(await dataset.read('temp')).toEqual(Float32Array.of(0, 0.25, 0.5, 2, 2.25, 2.5));
  await dataset.close();
});

it('jobs that meet trouble find rows of inputs whose times are not in order', async () => {
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

it('jobs that meet trouble say which variables no input has, and which inputs have no rows', async () => {
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

it('jobs without a time axis are problems, not files', async () => {
  const timeless: MadeFile = {
    time: 2,
    variables: { x: { type: 'int', dimensions: ['time'], values: [1, 2] } },
  };
  await joined([timeless], async (result) => {
    expect(result.files).toEqual([]);
    expect(result.problems).toMatchObject([{ input: 'day0', code: 'no-time' }]);
  });
});

it('jobs that meet trouble stop when they are aborted, and leave no half file', async () => {
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
      if (phase === 'write' && done === 3) abort.abort(new Error('stopped manually'));
    },
  });
  await expect(running).rejects.toThrow('stopped manually');
  expect(existsSync(output)).toBe(false);
});

it('jobs that meet trouble fail by name when the output cannot be written', async () => {
  const [input] = inputs(day(0));
  const job = { inputs: [input as JobInput], variables: 'all', format: 'netcdf' } as const;
  for (const format of ['netcdf', 'netcdf4', 'csv'] as const) {
    const output = '/nowhere/at/all/out.nc';
    await expect(concatenate({ ...job, format, output }), format).rejects.toMatchObject({
      code: expect.stringMatching(/unreadable|corrupt/),
    });
  }
});

it('jobs that meet trouble ask for the name of each output by its times and inputs, or number the second and later ones', async () => {
  const told: PartName[] = [];
  using folder = temporaryFolder();
  const name = (part: PartName) => {
    told.push(part);
    return join(folder.path, `${part.part}.nc`);
  };
  const files = [day(0), day(1), day(2)];
  await joined(files, async () => undefined, { output: name, maximumBytes: 1 });
  expect(told).toEqual(
    [0, 1, 2].map((n) => ({
      ...{ part: n, inputs: [`day${n}`] },
      ...{ firstTime: FIRST + n * DAY, lastTime: FIRST + n * DAY + 7200 },
    })),
  );
  told.length = 0;
  await joined(files.slice(0, 2), async () => undefined, { output: name });
  expect(told.map(({ inputs: names }) => names)).toEqual([['day0', 'day1']]);
  const output = join(folder.path, 'all.of.it.nc');
  await joined(
    files,
    async (result) => {
      const paths = ['all.of.it.nc', 'all.of.it.2.nc', 'all.of.it.3.nc'];
      expect(result.files.map(({ path }) => path)).toEqual(
        paths.map((one) => join(folder.path, one)),
      );
    },
    { output, maximumBytes: 1 },
  );
});

it('a job reports its progress', async () => {
  const seen: string[] = [];
  await joined([day(0), day(1)], async () => undefined, {
    onProgress: ({ phase, done, total, records }) => {
      seen.push(`${phase} ${done}/${total} ${records}`);
    },
  });
  expect(seen).toEqual(['survey 1/2 0', 'survey 2/2 0', 'write 1/2 3', 'write 2/2 6']);
});

/**
 * An input that opens and gives its first and last time, but whose data cannot be read afterwards.
 */
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

it('a file of several inputs notes which of their global attributes differ, before what the caller has to say of it', async () => {
  const titled = (number: number, title: string) => day(number, {}, { attributes: { title } });
  const differing = 'global attributes differ between inputs (title); those of the first are kept';
  for (const [files, notes] of [
    [
      [titled(0, 'a'), titled(1, 'b')],
      [differing, 'of the caller'],
    ],
    [[titled(0, 'a'), titled(1, 'a')], ['of the caller']],
    [[titled(0, 'a')], ['of the caller']],
  ] as const)
    await joined(files, async (result) => expect(result.files[0]?.notes).toEqual(notes), {
      streamed: { notes: ['of the caller'] },
    });
});

it('an input that gives no rows says nothing of global attributes', async () => {
  const titled = (number: number, title: string) => day(number, {}, { attributes: { title } });
  const files = [titled(0, 'a'), titled(1, 'a'), titled(5, 'b')];
  await joined(files, async (result) => expect(result.files[0]?.notes).toEqual([]), {
    ranges: [[FIRST, FIRST + 2 * DAY]],
  });
});
