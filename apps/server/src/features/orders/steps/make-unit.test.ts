// What made files say of how they were made and what limits them, and what progress is reported
// meanwhile.
import { readdirSync, readlinkSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import {
  type Attribute,
  type ByteSource,
  ClassicWriter,
  fileSource,
  openDataset,
  type Values,
} from '@isobar/netcdf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeMetFile } from '../testing/met-file.ts';
import { FIRST, nameOf, type ThreeDays, threeDays } from '../testing/three-days.ts';
import { makeUnit } from './make-unit.ts';
import type { UnitInput } from './unit-input.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-make-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function made(how: ThreeDays = {}) {
  const input = await threeDays(folder, how);
  return { result: await makeUnit(input), output: input.folder };
}

/** The line that the making added to the history of the first file. */
async function history(how: ThreeDays): Promise<string> {
  const { result, output } = await made(how);
  const dataset = await openDataset(join(output, result.files[0]?.file ?? ''));
  const found = dataset.attributes.find(({ name }) => name === 'history')?.value;
  await dataset.close();
  return (
    String(found)
      .split('\n')
      .find((line) => line.includes('Isobar')) ?? ''
  );
}

const away: (not: number, code: 'not-found' | 'unavailable') => Partial<UnitInput> = (
  not,
  code,
) => ({
  open: async (n): Promise<ByteSource> => {
    if (n === not) throw new Problem(code, 'No.');
    return await fileSource(join(folder, nameOf(n)));
  },
});

describe('the history of a made file', () => {
  const began = '1970-01-01T00:00:00Z Isobar 0, order 1: ';
  const masks = [{ variables: 'all' as const, start: FIRST, end: FIRST + 600 }];

  it('the history of a made file says all that was done, in the order in which it is done', async () => {
    const ranges = [{ start: FIRST, end: FIRST + 3 * 86_400 - 1 }];
    const treatment = {
      ...{ ranges, masks, maskAssessed: ['Bad' as const, 'Indeterminate' as const] },
      ...{ sortTimes: true, joinTo: 1e9 },
    };
    expect(await history({ treatment })).toContain(
      `${began}variables temp_mean; times 2019-01-01T00:00:00Z/2019-01-03T23:59:59Z; values flagged by data quality reports set to missing; values whose quality is Bad or Indeterminate set to missing; rows sorted by time, repeated times dropped; files joined along time`,
    );
  });

  it('the history of a made file names twenty spans of times at most', async () => {
    const ranges = Array.from({ length: 25 }, (_, n) => ({ start: FIRST + n, end: FIRST + n }));
    const said = await history({ treatment: { ranges } });
    expect(said.match(/2019-01-01T00:00:\d\dZ\/2019/g)).toHaveLength(20);
    expect(said).toContain('T00:00:19Z');
  });

  it('the history of a made file says nothing of what was not done', async () => {
    expect(await history({ treatment: { variables: [] } })).toBe(`${began}all variables`);
  });
});

describe('making', () => {
  it('making a unit drops times that come again in one file only where it is asked to', async () => {
    const spoil = (path: string) =>
      writeMetFile(path, { datastream: 'sgpmetE13.b1', start: FIRST, samples: 6, step: 0 });
    const rows = async (sortTimes: boolean) => {
      const { result, output } = await made({ spoil, treatment: { sortTimes } });
      await rm(output, { recursive: true });
      return result.files.map(({ records }) => records);
    };
    expect(await rows(true)).toEqual([1, 1, 1]);
    expect(await rows(false)).toEqual([6, 6, 6]);
  });

  it('making a unit leaves out a file that claims more values than one may give, and takes one that does not', async () => {
    const few = await made({ more: { maximumClaim: 8 } });
    expect(few.result.files).toEqual([]);
    expect(few.result.missing.map(({ file }) => file)).toEqual([0, 1, 2].map(nameOf));
    await rm(few.output, { recursive: true });
    expect((await made({ more: { maximumClaim: 1e6 } })).result.files).toHaveLength(3);
  });

  it('making a unit gives no file up that is merely no NetCDF, and names none of our folders in the reason', async () => {
    const givenUp: number[] = [];
    const { result } = await made({
      spoil: async (path, n) => {
        if (n === 1) await rm(path).then(() => appendFile(path, 'CDF\u0001 and nothing else'));
      },
      more: { onGivenUp: async (n) => void givenUp.push(n) },
    });
    expect(givenUp).toEqual([]);
    expect(result.missing.map(({ file }) => file)).toEqual([nameOf(1)]);
    expect(result.missing[0]?.reason).not.toContain(folder);
  });

  it('making a unit tells by which value integers are masked, and what could not be', async () => {
    const time: Attribute = { name: 'units', type: 'char', value: 'seconds since 2019-01-01' };
    const spoil = async (path: string) => {
      const writer = await ClassicWriter.create(
        path,
        {
          dimensions: [{ name: 'time', length: 0, unlimited: true }],
          attributes: [],
          variables: [
            { name: 'time', type: 'double', dimensions: ['time'], attributes: [time] },
            {
              name: 'count',
              type: 'short',
              dimensions: ['time'],
              attributes: [{ name: 'missing_value', type: 'short', value: Int16Array.of(-7) }],
            },
            { name: 'sign', type: 'char', dimensions: ['time'], attributes: [] },
          ],
        },
        2,
      );
      const [count, sign] = [Int16Array.of(1, 2), Uint8Array.of(97, 98)];
      const columns: Record<string, Values> = { time: Float64Array.of(0, 60), count, sign };
      await writer.writeRecords(new Map(Object.entries(columns)), 2);
      await writer.close();
    };
    const masks = [{ variables: 'all' as const, start: FIRST, end: FIRST }];
    const treatment = { variables: ['count', 'sign'], masks };
    const { result } = await made({ spoil, treatment, more: { inputs: [0] } });
    expect(result.files[0]).toMatchObject({
      ...{ masked: { count: 1 }, marks: { count: '-7' } },
      kept: { sign: { values: 1, reason: 'it is text, which has no missing value' } },
    });
  });

  it('making a unit makes a file without a known checksum', async () => {
    const { result } = await made({ more: { checked: new Map() } });
    expect(result.files).toHaveLength(3);
  });

  it('making a unit tells how far it is, never less than before and in the end all', async () => {
    const told: number[] = [];
    const more: Partial<UnitInput> = { onProgress: (done) => void told.push(done) };
    await made({ more, treatment: { joinTo: 1e9 } });
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.length).toBeGreaterThan(2);
    expect(told[0]).toBeGreaterThanOrEqual(0);
    expect(told.at(-1)).toBeCloseTo(3, 6);
  });
});

describe('copying', () => {
  it('copying files brings files as they are, tells each, and what changed or went away is missing', async () => {
    const told: unknown[] = [];
    const { result, output } = await made({
      make: 'copy',
      wrongSums: [2],
      more: { ...away(1, 'not-found'), onProgress: (...how) => void told.push(how) },
    });
    expect(result.files.map(({ name, format, inputs }) => [name, format, inputs])).toEqual([
      [nameOf(0), 'as archived', [0]],
    ]);
    const copied = await readFile(join(output, nameOf(0)));
    expect(copied.equals(await readFile(join(folder, nameOf(0))))).toBe(true);
    expect(result.missing.map(({ file }) => file)).toEqual([nameOf(1), nameOf(2)]);
    expect(told.map((one) => (Array.isArray(one) ? one.slice(0, 2) : []))).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  it('copying files reports repeated times, and nothing for files whose times ascend or that have none', async () => {
    const { result } = await made({
      make: 'copy',
      spoil: async (path, n) => {
        if (n === 0)
          await writeMetFile(path, { datastream: 'x.b1', start: FIRST, samples: 6, step: 0 });
        if (n === 1) await rm(path).then(() => appendFile(path, 'a picture'));
      },
    });
    expect(result.files.map(({ notes }) => notes)).toEqual([
      [`${nameOf(0)}: 5 times repeat the one before; its rows are in the order of the archive`],
      [],
      [],
    ]);
  });

  it('copying files closes what it was to copy where the copy cannot be begun', async () => {
    const closed: number[] = [];
    const open = async (n: number): Promise<ByteSource> => {
      const source = await fileSource(join(folder, nameOf(n)));
      const close = async () => {
        closed.push(n);
        await source.close();
      };
      return { ...source, close };
    };
    const more = { open, folder: join(folder, 'not there'), inputs: [0] };
    await expect(made({ make: 'copy', more })).rejects.toMatchObject({ code: 'ENOENT' });
    expect(closed).toEqual([0]);
  });

  it('copying files is tried again where a file cannot be read now', async () => {
    const copying = made({ make: 'copy', more: away(1, 'unavailable') });
    await expect(copying).rejects.toMatchObject({ code: 'unavailable' });
  });
});

it('copying stops when it is cancelled', async () => {
  const signal = AbortSignal.abort(new Error('cancelled'));
  await expect(made({ make: 'copy', more: { signal } })).rejects.toThrow('cancelled');
});

/** Files below the folder of the test that this process has open. */
const leftOpen = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return []; // the one that lists them
    }
  });

it.skipIf(process.platform !== 'linux').each(['copy', 'netcdf', 'csv'] as const)(
  'no file stays open after %s, however it ends',
  async (make) => {
    const stopped = AbortSignal.abort(new Error('cancelled'));
    const spoil = async (path: string, n: number) => {
      if (n === 1) await rm(path).then(() => appendFile(path, 'CDF\u0001 and nothing else'));
    };
    for (const how of [{ wrongSums: [2], spoil }, { more: { signal: stopped } }, {}]) {
      const ended = await made({ make, ...how }).catch((error: unknown) => String(error));
      expect(ended).toBeTruthy();
      await expect.poll(leftOpen).toEqual([]);
      await rm(join(folder, 'out'), { recursive: true });
    }
  },
);
