// A file as it is written: texts of any length in the classic family, flags that hold for all
// times, and times that are not in order.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import type { Dataset, Variable } from '../dataset.ts';
import { openDataset } from '../open.ts';
import { day, FIRST, joined } from '../testing/made-days.ts';
import { type MadeVariable, madeBytes } from '../testing/made-file.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { concatenate } from './concatenate.ts';
import type { ConcatenateJob } from './job.ts';

/** A day as NetCDF-4 would have it, with texts of any length named 'remark' and 'a'. */
async function withTexts(): Promise<Dataset> {
  const dataset = await openDataset(bytesSource(madeBytes(day(0))));
  const texts = ['remark', 'a'].map(
    (name): Variable => ({
      ...{ name, type: 'string', dimensions: ['time'], shape: [3], attributes: [] },
    }),
  );
  const isText = (name: string) => texts.some((text) => text.name === name);
  return Object.assign(Object.create(dataset), {
    format: 'netcdf4',
    variables: [...dataset.variables, ...texts],
    variable: (name: string) => texts.find((text) => text.name === name) ?? dataset.variable(name),
    readRows: async (names: readonly string[], start: number, stop: number) => {
      const numbers = names.filter((name) => !isText(name));
      const read = await dataset.readRows(numbers, start, stop);
      return names.map((name) =>
        isText(name) ? ['x', 'y', 'z'].slice(start, stop) : read[numbers.indexOf(name)],
      );
    },
  });
}

async function classic(more: Partial<ConcatenateJob>) {
  using folder = temporaryFolder();
  return await concatenate({
    ...{ inputs: [{ name: 'day0', open: withTexts }], variables: 'all', format: 'classic' },
    ...{ output: join(folder.path, 'out.nc'), ...more },
  });
}

describe('texts of any length', () => {
  const note = (name: string) => `${name} is left out: classic files have no strings`;

  it('texts of any length are left out of a classic file, with a note of each', async () => {
    const { files, problems } = await classic({});
    expect(problems).toEqual([]);
    expect(files[0]).toMatchObject({ format: 'cdf2', notes: [note('remark'), note('a')] });
    expect((await classic({ variables: ['temp', 'remark'] })).files[0]?.notes).toEqual([
      note('remark'),
    ]);
  });

  it('texts of any length end a classic stream that names them, which has no notes beside it, and no other', async () => {
    await expect(classic({ variables: ['temp', 'remark'], streamed: {} })).rejects.toThrow(
      'remark has texts of any length, which classic NetCDF cannot hold; NetCDF-4, CSV and JSON can.',
    );
    expect((await classic({ streamed: {} })).files[0]?.notes).toEqual([note('remark'), note('a')]);
  });
});

it('flags that hold for all times are those of each input, and an input without them is not masked', async () => {
  const wind: MadeVariable = { type: 'float', dimensions: ['time', 'h'], values: Array(6).fill(1) };
  const qc_wind: MadeVariable = {
    ...{ type: 'int', dimensions: ['h'], values: [0, 1] },
    attributes: { bit_1_assessment: 'Bad' },
  };
  const dimensions = { h: 2 };
  await joined(
    [day(0, { wind, qc_wind }, { dimensions }), day(1, { wind }, { dimensions })],
    async ({ files, problems }) => {
      expect(problems).toEqual([]);
      expect(files[0]).toMatchObject({ records: 6, masked: { wind: 3 } });
    },
    { maskAssessed: ['Bad'] },
  );
});

describe('times that are not in order', () => {
  const attributes = { units: 'seconds since 2020-01-01' };
  const back = day(0, {
    time: { type: 'double', dimensions: ['time'], values: [3600, 90_000, 7200], attributes },
  });
  /** How often rows of the input were read. */
  const reads = async (more: Partial<ConcatenateJob>) => {
    let count = 0;
    const open = async () => {
      const dataset = await openDataset(bytesSource(madeBytes(back)));
      const readRows = dataset.readRows.bind(dataset);
      return Object.assign(dataset, {
        readRows: (...given: Parameters<Dataset['readRows']>) => {
          count++;
          return readRows(...given);
        },
      });
    };
    await joined([], async ({ files }) => expect(files[0]?.records).toBeGreaterThan(0), {
      ...{ inputs: [{ name: 'back', open }], ...more },
    });
    return count;
  };

  it('times that are not in order are written in one go where neither dates nor masks depend on them', async () => {
    expect(await reads({})).toBe(1);
    expect(await reads({ masks: [] })).toBe(1);
  });

  it('times that are not in order are read again, all of them, where masks depend on them', async () => {
    const masks = [{ variables: ['temp'], start: FIRST, end: FIRST + 100_000 }];
    expect(await reads({ masks })).toBe(2);
  });
});
