// Times that repeat or go back: they are reported, and sorted where that was asked for.
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openDataset } from '../open.ts';
import { DAY, day, FIRST, inputs, joined } from '../testing/made-days.ts';
import type { MadeFile, MadeVariable } from '../testing/made-file.ts';
import { hasPython, python, temporaryFolder } from '../testing/tools.ts';
import { gathered, type RowRun, sortedInWords, sortedRows } from './sort-rows.ts';

/** A day whose times are these seconds, and whose temperatures count from 0. */
function dayOf(...seconds: readonly number[]): MadeFile {
  const file = day(0);
  const at = (name: string) => ({ ...file.variables[name], values: seconds }) as MadeVariable;
  const temp = { ...file.variables.temp, values: seconds.map((_, n) => n) } as MadeVariable;
  const variables = { ...file.variables, time: at('time'), time_offset: at('time_offset'), temp };
  return { ...file, time: seconds.length, variables };
}

it('times inside one file that repeat or decrease are noted, and kept', async () => {
  await joined([dayOf(0, 10, 10, 20, 5)], async (result, open) => {
    const dataset = await open(0);
    expect(Array.from(await dataset.read('temp'), Number)).toEqual([0, 1, 2, 3, 4]);
    expect(result.files[0]?.notes).toEqual([
      'day0: 1 time repeats the one before and 1 time is earlier than the one before; its rows are in the order of the archive',
    ]);
  });
});

it('times inside one file that are in order get no note', async () => {
  await joined([dayOf(0, 10, 20)], (result) => {
    expect(result.files[0]?.notes).toEqual([]);
    return Promise.resolve();
  });
});

it('times inside one file that are in order stay as they are under the option to sort, without a note', async () => {
  await joined(
    [dayOf(0, 10, 20)],
    async ({ files }, open) => {
      expect(files[0]?.notes).toEqual([]);
      expect(Array.from(await (await open(0)).read('temp'), Number)).toEqual([0, 1, 2]);
    },
    { sortTimes: true },
  );
});

it.each(['netcdf', 'netcdf4'] as const)(
  'times inside one file are sorted in %s, each once, when asked for',
  async (format) => {
    await joined(
      [dayOf(30, 10, 10, 20, 5), dayOf(90_000, 80_000)],
      async (result, open) => {
        const dataset = await open(0);
        expect(Array.from(await dataset.read('time'), Number)).toEqual([
          5, 10, 20, 30, 80_000, 90_000,
        ]);
        expect(Array.from(await dataset.read('temp'), Number)).toEqual([4, 1, 3, 0, 1, 0]);
        expect(result.files[0]).toMatchObject({ records: 6, firstTime: FIRST + 5 });
        expect(result.files[0]?.notes).toContain(
          'day0: rows were put in the order of their times and 1 row whose time was there before was dropped',
        );
      },
      { sortTimes: true, format },
    );
  },
);

it('times inside one file are cut before they are sorted', async () => {
  await joined(
    [dayOf(30, 10, 20, 5)],
    async (_result, open) => {
      expect(Array.from(await (await open(0)).read('time'), Number)).toEqual([10, 20]);
    },
    { sortTimes: true, ranges: [[FIRST + 6, FIRST + 30]] },
  );
});

const SAID = `
import sys, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    f.createDimension('time', None)
    t = f.createVariable('time', 'f8', ('time',)); t.units = 'seconds since 2020-01-01'; t[:] = [30, 10, 20, 10]
    v = f.createVariable('remark', str, ('time',))
    for n, word in enumerate(['late', 'first', '', 'again']): v[n] = word`;

it.skipIf(!hasPython)('texts go with their rows (needs Python netCDF4)', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'remarks.nc');
  python(SAID, path);
  await joined(
    [],
    async (_result, open) => {
      expect(await (await open(0)).read('remark')).toEqual(['first', '', 'late']);
    },
    { sortTimes: true, inputs: [{ name: 'remarks', open: () => openDataset(path) }] },
  );
  const remarks = { name: 'remarks', open: () => openDataset(path) };
  await joined(
    [],
    async (_result, open) => {
      expect(await (await open(0)).read('remark', 4)).toEqual(['', '', '']);
    },
    { inputs: [remarks, ...inputs(day(1))] },
  );
});

it.skipIf(!hasPython)('texts are kept in the family that has them (needs Python)', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'remarks.nc');
  python(SAID, path);
  const remarks = { name: 'remarks', open: () => openDataset(path) };
  await joined(
    [],
    async ({ files }, open) => {
      expect(await (await open(0)).read('remark', 2)).toEqual(['', 'late', 'first', '', 'again']);
      expect(files[0]?.format).toBe('netcdf4');
    },
    { inputs: [...inputs(dayOf(0, 1, 2)), remarks] },
  );
  const reason = 'it is text, which has no missing value';
  await joined(
    [],
    async ({ files }) => expect(files[0]?.kept).toEqual({ remark: { values: 4, reason } }),
    { inputs: [remarks], masks: [{ variables: 'all', start: FIRST, end: FIRST + DAY }] },
  );
  const classic = { inputs: [remarks], format: 'classic', streamed: {} } as const;
  const named = joined([], async () => undefined, { ...classic, variables: ['remark'] });
  await expect(named).rejects.toThrow('remark has texts of any length');
  const left = 'remark is left out: classic files have no strings';
  await joined([], async ({ files }) => expect(files[0]?.notes).toContain(left), classic);
});

it('rows have all of their texts, and each block is read once as long as few are needed', async () => {
  const texts = Array.from({ length: 12 }, (_, n) => `${n >> 1}${'ab'[n & 1]}`);
  const reads: number[] = [];
  const read = async (start: number, stop: number) => {
    reads.push(start);
    return new Map([['remark', texts.slice(2 * start, 2 * stop)]]);
  };
  const rows = [5, 0, 4, 1, 3, 2];
  const runs = rows.map((row) => ({ start: row, stop: row + 1 }));
  const found: string[] = [];
  for await (const { columns } of gathered(runs, 2, 6, read))
    found.push(...Array.from(columns.get('remark') ?? [], String));
  expect(found).toEqual(rows.flatMap((row) => [`${row}a`, `${row}b`]));
  expect(reads).toEqual([4, 0, 2]);
});

it('no more than four blocks of a file are kept in memory, those that were used last', async () => {
  const reads: number[] = [];
  const read = async (start: number, stop: number) => {
    reads.push(start);
    return new Map([['n', Int32Array.from({ length: stop - start }, (_, n) => start + n)]]);
  };
  const rows = [0, 1, 2, 3, 0, 4, 0, 1];
  const found: number[] = [];
  const runs = rows.map((row) => ({ start: row, stop: row + 1 }));
  for await (const { columns } of gathered(runs, 1, 5, read))
    found.push(...Array.from(columns.get('n') ?? [], Number));
  expect(found).toEqual(rows);
  expect(reads).toEqual([0, 1, 2, 3, 4, 1]);
});

it('in order stay in the runs in which they were chosen', () => {
  const runs = [
    { start: 0, stop: 2 },
    { start: 2, stop: 3 },
  ];
  const sorted = sortedRows(Float64Array.of(1, 2, 3), runs);
  expect(sorted).toEqual({ runs, records: 3, dropped: 0, isMoved: false });
});

it('rows come out sorted, each time once, whatever the times are and however they are blocked', async () => {
  const times = fc.array(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant(Number.NaN)), {
    minLength: 1,
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(times, fc.integer({ min: 1, max: 9 }), async (list, perBlock) => {
      const all = Float64Array.from(list);
      const sorted = sortedRows(all, [{ start: 0, stop: all.length }]);
      const rows: number[] = [];
      const read = (start: number, stop: number) =>
        Promise.resolve(
          new Map([['row', Int32Array.from({ length: stop - start }, (_, n) => start + n)]]),
        );
      for await (const block of gathered(sorted?.runs ?? [], perBlock, all.length, read))
        rows.push(...Array.from(block.columns.get('row') ?? [], Number));
      const known = list.filter((time) => !Number.isNaN(time));
      const expected = [...new Set(known)].sort((a, b) => a - b).map((time) => list.indexOf(time));
      const missing = list.flatMap((time, row) => (Number.isNaN(time) ? [row] : []));
      expect(rows).toEqual([...expected, ...missing]);
      expect(sorted?.dropped).toBe(list.length - rows.length);
      expect(sorted?.records).toBe(rows.length);
      expect(sorted?.isMoved).toBe(rows.some((row, n) => row < (rows[n - 1] ?? 0)));
    }),
  );
});

it('rows of several stations are each sorted as if they were alone', () => {
  const row = fc.tuple(
    fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(Number.NaN)),
    fc.integer({ min: 0, max: 2 }),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (list) => {
      const times = Float64Array.from(list, ([time]) => time);
      const stations = Int32Array.from(list, ([, station]) => station);
      const all = [{ start: 0, stop: list.length }];
      const rowsOf = (runs: readonly RowRun[] = []) =>
        runs.flatMap(({ start, stop }) =>
          Array.from({ length: stop - start }, (_, n) => start + n),
        );
      const together = rowsOf(sortedRows(times, all, stations)?.runs);
      for (const station of [0, 1, 2]) {
        const own = list.flatMap(([, of], n) => (of === station ? [n] : []));
        const alone = sortedRows(
          Float64Array.from(own, (n) => times[n] ?? Number.NaN),
          [{ start: 0, stop: own.length }],
        );
        expect(together.filter((n) => stations[n] === station)).toEqual(
          rowsOf(alone?.runs).map((n) => own[n]),
        );
      }
      const sorted = together.map((n) => times[n]).filter((time) => !Number.isNaN(time));
      expect(sorted).toEqual(sorted.toSorted((one, other) => Number(one) - Number(other)));
    }),
  );
});

it.each([
  [0, false, undefined],
  [0, true, 'rows were put in the order of their times'],
  [1, false, '1 row whose time was there before was dropped'],
  [
    2,
    true,
    'rows were put in the order of their times and 2 rows whose times were there before were dropped',
  ],
])(
  '%i rows that were dropped and rows that were moved, %s, are noted',
  (dropped, isMoved, words) => {
    expect(sortedInWords({ runs: [], records: 3, dropped, isMoved })).toBe(words);
  },
);
