// Inputs that have changed: such a file fails alone, with its reason, and the others are delivered.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { fileSource, NetcdfError, openDataset } from '@isobar/netcdf';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeMetFile } from '../testing/met-file.ts';
import { FIRST, nameOf, type ThreeDays, threeDays } from '../testing/three-days.ts';
import { extractUnit } from './extract-unit.ts';
import type { UnitResult } from './plan.ts';
import type { UnitInput } from './unit-input.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-extract-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Extracted {
  readonly wrongSums?: readonly number[];
  readonly joinTo?: number | null;
  readonly make?: 'netcdf' | 'csv';
  readonly spoil?: (path: string, n: number) => Promise<void>;
  readonly open?: UnitInput['open'];
  readonly failures?: number;
}

async function extracted({
  wrongSums = [],
  joinTo = null,
  make = 'netcdf',
  spoil = () => Promise.resolve(),
  open,
  failures = 0,
}: Extracted) {
  const more = { failures, ...(open ? { open } : {}) };
  const input = await threeDays(folder, { make, treatment: { joinTo }, wrongSums, spoil, more });
  const result = await extractUnit(input);
  const output = input.folder;
  return { result, output };
}

it('a unit of extracts fails a file whose bytes are not those of the recipe, and makes the others', async () => {
  const { result, output } = await extracted({ wrongSums: [1] });
  expect(result.files.map(({ inputs }) => inputs)).toEqual([[0], [2]]);
  expect(result.missing).toEqual([
    { file: nameOf(1), reason: expect.stringContaining('changed or removed in the archive') },
  ]);
  expect(await readdir(output)).toHaveLength(2);
});

it('a unit of extracts joins the others without it', async () => {
  const { result, output } = await extracted({ wrongSums: [0], joinTo: 1e9 });
  const [file] = result.files;
  expect(result.files).toHaveLength(1);
  expect(file?.inputs).toEqual([1, 2]);
  expect(result.missing.map((lost) => lost.file)).toEqual([nameOf(0)]);
  const dataset = await openDataset(join(output, file?.file ?? ''));
  expect(dataset.variable('temp_mean').shape).toEqual([12]);
  await dataset.close();
});

it('a unit of extracts delivers nothing of files that have all changed', async () => {
  const { result, output } = await extracted({ wrongSums: [0, 1, 2], joinTo: 1e9 });
  expect(result.files).toEqual([]);
  expect(result.missing).toHaveLength(3);
  expect(await readdir(output)).toEqual([]);
});

it('a unit of extracts fails a file that goes away after it was read and before its sum is taken', async () => {
  let times = 0;
  const { result, output } = await extracted({
    open: async (n) => {
      if (n === 1 && ++times === 2) throw new Problem('not-found', 'It is gone.');
      return await fileSource(join(folder, nameOf(n)));
    },
  });
  expect(result.files.map(({ inputs }) => inputs)).toEqual([[0], [2]]);
  expect(result.missing).toEqual([
    { file: nameOf(1), reason: expect.stringContaining('changed or removed in the archive') },
  ]);
  expect(await readdir(output)).toHaveLength(2);
});

/** The second file cannot be read now: its disk returns an error. */
const unread: UnitInput['open'] = async (n) => {
  const source = await fileSource(join(folder, nameOf(n)));
  if (n !== 1) return source;
  const read = () => Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
  return { ...source, size: source.size, read, close: () => source.close() };
};

it.each([0, 1])(
  'a unit of extracts is run again where a file cannot be read, %d times before',
  async (failures) => {
    const looked = extracted({ open: unread, failures });
    await expect(looked).rejects.toThrow(/cannot be read|EIO|could not/i);
  },
);

it('a unit of extracts leaves a file out that could not be read for the third time, and makes the others', async () => {
  const { result } = await extracted({ open: unread, failures: 2 });
  expect(result.missing.map(({ file }) => file)).toEqual([nameOf(1)]);
  expect(result.files.map(({ inputs }) => inputs)).toEqual([[0], [2]]);
});

it('a unit of extracts names the format that is impossible of one file, and makes the others', async () => {
  const { result } = await extracted({
    make: 'csv',
    spoil: async (path, n) => {
      if (n === 1) await writeFile(path, 'CDF\u0001 and nothing else');
    },
  });
  expect(result.files.map(({ inputs }) => inputs)).toEqual([[0], [2]]);
  expect(result.missing).toEqual([
    { file: nameOf(1), reason: expect.stringMatching(/^As ASCII-CSV: /) },
  ]);
});

it('a unit of extracts says of a damaged file what it is called, and not where it lies', async () => {
  const { result } = await extracted({
    open: async (n) => {
      const source = await fileSource(join(folder, nameOf(n)));
      if (n !== 1) return source;
      const damaged = new NetcdfError('corrupt', `${source.path} is damaged.`);
      return { ...source, read: () => Promise.reject(damaged) };
    },
  });
  expect(result.missing).toEqual([{ file: nameOf(1), reason: `${nameOf(1)} is damaged.` }]);
});

it('a unit of extracts reads no further when its order is cancelled while a sum is taken', async () => {
  const cancel = new AbortController();
  const stopped = new Error('cancelled');
  let [opened, blocks] = [0, 0];
  const open: UnitInput['open'] = async (n) => {
    const source = await fileSource(join(folder, nameOf(n)));
    if (++opened === 1) return source;
    const read = async () => {
      if (++blocks === 1) cancel.abort(stopped);
      return new Uint8Array(1000);
    };
    return { ...source, size: 100_000, read };
  };
  const more = { open, signal: cancel.signal, inputs: [0] };
  await expect(extractUnit(await threeDays(folder, { more }))).rejects.toBe(stopped);
  expect(blocks).toBeLessThan(3); // the next is on its way when the first arrives
});

it('a unit of extracts tells which file never came to an end, and makes the others', async () => {
  const givenUp: [number, string][] = [];
  const onGivenUp = async (n: number, reason: string) => void givenUp.push([n, reason]);
  const open = async (n: number) => {
    if (n === 1) throw new NetcdfError('endless', 'It did not come to an end.');
    return await fileSource(join(folder, nameOf(n)));
  };
  const { files, missing } = await extractUnit(
    await threeDays(folder, { more: { open, onGivenUp } }),
  );
  expect(givenUp).toEqual([[1, 'It did not come to an end.']]);
  expect(missing).toEqual([{ file: nameOf(1), reason: 'It did not come to an end.' }]);
  expect(files.map(({ inputs }) => inputs)).toEqual([[0], [2]]);
});

const TOO_LONG = new RangeError('Invalid array length');
const NO_DISK = Object.assign(new Error('no space'), { code: 'ENOSPC' });

/**
 * Asking for room throws for some of the outputs, counted from 0 in the order in which they are
 * begun.
 */
async function failing(error: Error, fails: (output: number) => boolean, how: ThreeDays = {}) {
  let outputs = 0;
  const told: number[] = [];
  const more: Partial<UnitInput> = {
    roomFor: async () => {
      if (fails(outputs++)) throw error;
      return undefined;
    },
    onProgress: (done) => void told.push(done),
    ...how.more,
  };
  const input = await threeDays(folder, { ...how, more });
  const result = await extractUnit(input);
  return { result, told, left: (await readdir(input.folder)).sort() };
}
const inputsOf = ({ files }: UnitResult) => files.map(({ inputs }) => inputs);
const namesOf = ({ files }: UnitResult) => files.map(({ file }) => file).sort();

it('an output of several files is made of each alone', async () => {
  const { result, told, left } = await failing(TOO_LONG, (n) => n === 0, {
    treatment: { joinTo: 1e9 },
  });
  expect(result).toMatchObject({ missing: [], empty: [] });
  expect(inputsOf(result)).toEqual([[0], [1], [2]]);
  expect(left).toEqual(namesOf(result));
  expect(Math.max(...told)).toBeCloseTo(3, 6);
  expect(told.at(-1)).toBeCloseTo(3, 6);
});

it('together or alone is missing once, and what the others gave alone stays', async () => {
  const { result, left } = await failing(TOO_LONG, (n) => n === 0 || n === 2, {
    treatment: { joinTo: 1e9 },
  });
  expect(result.missing).toEqual([{ file: nameOf(1), reason: 'Invalid array length' }]);
  expect(inputsOf(result)).toEqual([[0], [2]]);
  expect(left).toEqual(namesOf(result));
  expect(result.files.map(({ name }) => name)).toEqual(
    [0, 2].map((n) => nameOf(n).replace(/cdf$/, 'custom.cdf')),
  );
});

it('together names the inputs without a sample in the dates, too', async () => {
  const ranges = [{ start: FIRST, end: FIRST + 100 }];
  const treatment = { joinTo: 1e9, ranges };
  const { result } = await failing(TOO_LONG, (n) => n === 0, { treatment });
  expect(inputsOf(result)).toEqual([[0]]);
  expect(result).toMatchObject({ missing: [], empty: [nameOf(1), nameOf(2)] });
});

it('an output that cannot be made leaves nothing of what was made beside it before', async () => {
  const { result, left } = await failing(TOO_LONG, (n) => n === 1, { treatment: { joinTo: 1 } });
  expect(inputsOf(result)).toEqual([[0], [1], [2]]);
  expect(left).toEqual(namesOf(result));
});

it('an output of one file is missing in its format, and what others gave stays', async () => {
  const { result, left } = await failing(TOO_LONG, (n) => n === 2, { make: 'csv' });
  expect(result.missing).toEqual([
    { file: nameOf(2), reason: 'As ASCII-CSV: Invalid array length' },
  ]);
  expect(inputsOf(result)).toEqual([[0], [1]]);
  expect(left).toEqual(namesOf(result));
});

it.each([
  ['a type', new TypeError('is not a function')],
  ['the format', new NetcdfError('unsupported', 'It has no room for that.')],
])('for %s of its own is missing', async (_, error) => {
  const { result } = await failing(error, () => true);
  expect(result).toMatchObject({ files: [], empty: [] });
  expect(result.missing).toEqual(
    [0, 1, 2].map((n) => ({ file: nameOf(n), reason: error.message })),
  );
});

it.each([
  ['for a reason of the system', new Error('EIO')],
  ['because it cannot be written', new NetcdfError('unreadable', 'cannot be written')],
  ['while the disk is full', new NetcdfError('invalid', 'no room', { cause: NO_DISK })],
])('%s is tried again later', async (_, error) => {
  await expect(failing(error, () => true)).rejects.toBe(error);
});

it('because its order was cancelled reports that', async () => {
  const cancel = new AbortController();
  const stopped = new Error('cancelled');
  const roomFor = async () => {
    cancel.abort(stopped);
    throw TOO_LONG;
  };
  const more = { roomFor, signal: cancel.signal, inputs: [0] };
  await expect(failing(TOO_LONG, () => true, { more })).rejects.toBe(stopped);
});

/** Six samples a second apart, in each file at the same times. */
const secondly = (path: string) =>
  writeMetFile(path, { datastream: 'sgpmetE13.b1', start: FIRST, samples: 6, step: 1 });
const temperatures = async (path: string) => {
  const dataset = await openDataset(path);
  const values = Array.from(await dataset.read('temp_mean'), Number);
  await dataset.close();
  return values;
};

it('a unit takes the last second of its dates and of a report whole, and nothing of the next', async () => {
  const input = await threeDays(folder, {
    spoil: secondly,
    treatment: {
      ranges: [{ start: FIRST + 1, end: FIRST + 4 }],
      masks: [{ variables: 'all', start: FIRST + 2, end: FIRST + 3 }],
    },
    more: { inputs: [0] },
  });
  const { files } = await extractUnit(input);
  expect(files[0]).toMatchObject({
    ...{ records: 4, firstTime: FIRST + 1, lastTime: FIRST + 4, masked: { temp_mean: 2 } },
  });
  const values = await temperatures(join(input.folder, files[0]?.file ?? ''));
  expect(values.map((value) => value === -9999)).toEqual([false, true, true, false]);
});

it('a unit gives outputs of the same times different names', async () => {
  const input = await threeDays(folder, { spoil: secondly, treatment: { joinTo: 1 } });
  const { files } = await extractUnit(input);
  const name = 'sgpmetE13.b1.20190101.000000.20190101.000005.custom';
  expect(files.map(({ name }) => name)).toEqual(
    [`${name}.cdf`, `${name}.2.cdf`, `${name}.3.cdf`], // no file begins where another goes on
  );
  expect(new Set(files.map(({ file }) => file)).size).toBe(3);
});

it('a unit gives each of several outputs the ending of what it begins with', async () => {
  const input = await threeDays(folder, { treatment: { joinTo: 1 } });
  const ending = (n: number) => (n === 1 ? nameOf(n).replace(/cdf$/, 'nc') : nameOf(n));
  const inputs = input.plan.inputs.map((file, n) => ({ ...file, fileName: ending(n) }));
  const { files } = await extractUnit({ ...input, plan: { ...input.plan, inputs } });
  expect(files.map(({ name }) => name.split('.').at(-1))).toEqual(['cdf', 'nc', 'cdf']);
});

it('a unit of one file that was to be joined is named like that file', async () => {
  const input = await threeDays(folder, { treatment: { joinTo: 1e9 }, more: { inputs: [1] } });
  const { files } = await extractUnit(input);
  expect(files.map(({ name }) => name)).toEqual([nameOf(1).replace(/cdf$/, 'custom.cdf')]);
});

it('a unit of which no input is left gives nothing, joined or not', async () => {
  for (const joinTo of [1e9, null]) {
    const input = await threeDays(folder, { treatment: { joinTo }, more: { inputs: [] } });
    expect(await extractUnit(input)).toEqual({ files: [], missing: [], empty: [] });
    expect(await readdir(input.folder)).toEqual([]);
    await rm(input.folder, { recursive: true });
  }
});

it('a unit names what changed and what is damaged beside what is joined', async () => {
  const spoil = async (path: string, n: number) => {
    if (n === 1) await writeFile(path, 'CDF\u0001 and nothing else');
  };
  const treatment = { joinTo: 1e9 };
  const input = await threeDays(folder, { wrongSums: [0], spoil, treatment });
  const { files, missing } = await extractUnit(input);
  expect(files.map(({ inputs }) => inputs)).toEqual([[2]]);
  expect(missing.map(({ file }) => file)).toEqual([nameOf(0), nameOf(1)]);
});

it('a unit tells which file it is at, and all as done in the end, also of those that cannot be made', async () => {
  const told: [number, number, string][] = [];
  const spoil = async (path: string, n: number) => {
    if (n === 0) await writeFile(path, 'CDF\u0001 and nothing else');
  };
  const onProgress = (...how: [number, number, string]) => void told.push(how);
  await extractUnit(await threeDays(folder, { spoil, more: { onProgress } }));
  expect(new Set(told.map(([, total]) => total))).toEqual(new Set([3]));
  expect(new Set(told.map(([, , file]) => file))).toEqual(new Set([0, 1, 2].map(nameOf)));
  expect(told.at(-1)?.[0]).toBeCloseTo(3, 6);
  const joined: string[] = [];
  await rm(join(folder, 'out'), { recursive: true });
  await extractUnit(
    await threeDays(folder, {
      treatment: { joinTo: 1e9 },
      more: { onProgress: (_, __, file) => void joined.push(file) },
    }),
  );
  expect([...new Set(joined)]).toEqual([nameOf(1), nameOf(2)]);
  expect(joined.at(-1)).toBe(nameOf(2));
});

it('a unit leaves no source open, whatever becomes of it', async () => {
  let open = 0;
  const counted: UnitInput['open'] = async (n) => {
    const source = await fileSource(join(folder, nameOf(n)));
    open++;
    const close = async () => {
      open--;
      await source.close();
    };
    return { ...source, size: source.size, read: (at, length) => source.read(at, length), close };
  };
  const spoil = async (path: string, n: number) => {
    if (n === 2) await writeFile(path, 'CDF\u0001 and nothing else');
  };
  for (const joinTo of [1e9, null]) {
    const more = { open: counted };
    const input = await threeDays(folder, { wrongSums: [0], spoil, treatment: { joinTo }, more });
    expect((await extractUnit(input)).files).toHaveLength(1);
    await rm(input.folder, { recursive: true });
  }
  expect(open).toBe(0);
});
