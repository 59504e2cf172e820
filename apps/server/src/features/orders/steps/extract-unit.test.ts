// Inputs that have changed: such a file fails alone, with its reason, and the others are delivered.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { fileSource, openDataset } from '@isobar/netcdf';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nameOf, threeDays } from '../testing/three-days.ts';
import { extractUnit } from './extract-unit.ts';
import type { UnitInput } from './unit-input.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-extract-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function extracted(
  wrongSums: readonly number[],
  joinTo: number | null,
  make: 'netcdf' | 'csv' = 'netcdf',
  spoil: (path: string, n: number) => Promise<void> = () => Promise.resolve(),
  open?: UnitInput['open'],
  failures = 0,
) {
  const more = { failures, ...(open ? { open } : {}) };
  const input = await threeDays(folder, { make, treatment: { joinTo }, wrongSums, spoil, more });
  const result = await extractUnit(input);
  const output = input.folder;
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
