// Inputs that have changed: such a file fails alone, with its reason, and the others are delivered.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { fileSource, openDataset } from '@isobar/netcdf';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeMetFile } from '../testing/met-file.ts';
import { extractUnit } from './extract-unit.ts';
import { measureFile } from './measure.ts';
import type { CheckedInput, Plan } from './plan.ts';
import type { UnitInput } from './unit-input.ts';

const DATASTREAM = 'sgpmetE13.b1';
const DAY = 86_400;
const FIRST = Date.UTC(2019, 0, 1) / 1000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-extract-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const nameOf = (n: number) => `${DATASTREAM}.2019010${n + 1}.000000.cdf`;

async function extracted(
  wrongSums: readonly number[],
  joinTo: number | null,
  make: 'netcdf' | 'csv' = 'netcdf',
  spoil: (path: string, n: number) => Promise<void> = () => Promise.resolve(),
  open: UnitInput['open'] = (n) => fileSource(join(folder, nameOf(n))),
  failures = 0,
) {
  const checked = new Map<number, CheckedInput>();
  for (const n of [0, 1, 2]) {
    const path = join(folder, nameOf(n));
    const start = FIRST + n * DAY;
    await writeMetFile(path, { datastream: DATASTREAM, start, samples: 6, step: 600 });
    await spoil(path, n);
    const { bytes, sha256 } = await measureFile(path);
    const sum = wrongSums.includes(n) ? '0'.repeat(64) : sha256;
    checked.set(n, { input: n, bytes, sha256: sum, missing: null });
  }
  const plan: Plan = {
    orderId: 1,
    inputs: [0, 1, 2].map((n) => ({
      ...{ datastream: DATASTREAM, fileName: nameOf(n), path: nameOf(n), size: 1 },
      ...{ start: FIRST + n * DAY, end: FIRST + n * DAY + 3000 },
    })),
    treatments: [
      {
        ...{ datastream: DATASTREAM, variables: ['temp_mean'], ranges: null },
        ...{ masks: [], maskAssessed: [], joinTo },
      },
    ],
    units: [{ make, treatment: 0, inputs: [0, 1, 2], folder: '' }],
  };
  const output = join(folder, 'out');
  await mkdir(output);
  const result = await extractUnit({
    ...{ plan, checked, folder: output, inputs: [0, 1, 2], unit: plan.units[0]! },
    open,
    signal: new AbortController().signal,
    ...{ orderId: 1, orderDate: 0, version: '0', failures },
    onProgress: () => undefined,
  });
  return { result, output };
}

it('fails a file whose bytes are not those of the recipe, and makes the others', async () => {
  const { result, output } = await extracted([1], null);
  expect(result.files.map(({ inputs }) => inputs)).toEqual([[0], [2]]);
  expect(result.missing).toEqual([
    { file: nameOf(1), reason: expect.stringContaining('changed or removed in the archive') },
  ]);
  expect(await readdir(output)).toHaveLength(2);
});

it('joins the others without it', async () => {
  const { result, output } = await extracted([0], 1e9);
  const [file] = result.files;
  expect(result.files).toHaveLength(1);
  expect(file?.inputs).toEqual([1, 2]);
  expect(result.missing.map((lost) => lost.file)).toEqual([nameOf(0)]);
  const dataset = await openDataset(join(output, file?.file ?? ''));
  expect(dataset.variable('temp_mean').shape).toEqual([12]);
  await dataset.close();
});

it('delivers nothing of files that have all changed', async () => {
  const { result, output } = await extracted([0, 1, 2], 1e9);
  expect(result.files).toEqual([]);
  expect(result.missing).toHaveLength(3);
  expect(await readdir(output)).toEqual([]);
});

it('fails a file that goes away after it was read and before its sum is taken', async () => {
  let times = 0;
  const { result, output } = await extracted([], null, 'netcdf', undefined, async (n) => {
    if (n === 1 && ++times === 2) throw new Problem('not-found', 'It is gone.');
    return await fileSource(join(folder, nameOf(n)));
  });
  expect(result.files.map(({ inputs }) => inputs)).toEqual([[0], [2]]);
  expect(result.missing).toEqual([
    { file: nameOf(1), reason: expect.stringContaining('changed or removed in the archive') },
  ]);
  expect(await readdir(output)).toHaveLength(2);
});

/** The second file cannot be read, now: its disk says so. */
const unread: UnitInput['open'] = async (n) => {
  const source = await fileSource(join(folder, nameOf(n)));
  if (n !== 1) return source;
  const read = () => Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
  return { ...source, size: source.size, read, close: () => source.close() };
};

it.each([0, 1])('is run again where a file cannot be read, %d times before', async (failures) => {
  const looked = extracted([], null, 'netcdf', undefined, unread, failures);
  await expect(looked).rejects.toThrow(/cannot be read|EIO|could not/i);
});

it('leaves a file out that could not be read for the third time, and makes the others', async () => {
  const { result } = await extracted([], null, 'netcdf', undefined, unread, 2);
  expect(result.missing.map(({ file }) => file)).toEqual([nameOf(1)]);
  expect(result.files.map(({ inputs }) => inputs)).toEqual([[0], [2]]);
});

it('names the format that is impossible of one file, and makes the others', async () => {
  const { result } = await extracted([], null, 'csv', async (path, n) => {
    if (n === 1) await writeFile(path, 'CDF\u0001 and nothing else');
  });
  expect(result.files.map(({ inputs }) => inputs)).toEqual([[0], [2]]);
  expect(result.missing).toEqual([
    { file: nameOf(1), reason: expect.stringMatching(/^As ASCII-CSV: /) },
  ]);
});
