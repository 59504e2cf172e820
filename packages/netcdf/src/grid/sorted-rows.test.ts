// Rows in order of their times, in blocks of any size, beside a plain sort of all rows: files that
// overlap, go back, and lack times.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { madeSeries } from '../testing/made-series.ts';
import { fileExtents, fileGroups } from './file-groups.ts';
import { type SortedBlock, sortedBlocks } from './sorted-rows.ts';

const DAY = Date.UTC(2022, 5, 1) / 1000;

const time = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 30 }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);
const file = fc
  .tuple(fc.array(time, { minLength: 1, maxLength: 5 }), fc.constantFrom(0, 0, 20, 60))
  .map(([times, later]) => times.map((each) => each + later))
  .filter((times) => times.some(Number.isFinite));

const seriesOf = (files: readonly (readonly number[])[]) =>
  madeSeries(
    ...files.map((values) => ({
      time: values.length,
      variables: {
        time: {
          ...{ type: 'double' as const, dimensions: ['time'], values },
          attributes: { units: 'seconds since 2022-06-01 00:00:00' },
        },
      },
    })),
  );

interface Row {
  readonly row: number;
  readonly time: number;
}

const rowsOf = ({ times, rows, first }: SortedBlock): Row[] =>
  Array.from(times, (each, i) => ({ row: rows?.[i] ?? first + i, time: each }));

it('blocks of rows are those of a plain sort by time and row, none larger than allowed, each with its neighbours', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 6 }),
      fc.tuple(fc.integer({ min: -5, max: 95 }), fc.nat(40)),
      async (files, most, [from, long]) => {
        const series = await seriesOf(files);
        const groups = fileGroups(await fileExtents(series));
        const sorted = [...(await series.readTimes(0, series.rows))]
          .map((each, row) => ({ row, time: each }))
          .filter((one) => Number.isFinite(one.time))
          .sort((a, b) => a.time - b.time || a.row - b.row);
        const blocksOf = async (extent: { first: number; last: number }) => {
          const found: Row[] = [];
          for await (const block of sortedBlocks(series, groups, most, extent)) {
            const rows = rowsOf(block);
            const place = sorted.findIndex(({ row }) => row === rows[0]?.row);
            expect(rows.length).toBeLessThanOrEqual(most);
            expect(rows).toEqual(sorted.slice(place, place + rows.length));
            expect([block.before, block.after]).toEqual([
              sorted[place - 1]?.time,
              sorted[place + rows.length]?.time,
            ]);
            found.push(...rows);
          }
          return found;
        };
        expect(await blocksOf({ first: -Infinity, last: Infinity })).toEqual(sorted);
        const [first, last] = [DAY + from, DAY + from + long];
        const within = await blocksOf({ first, last });
        const begin = Math.max(0, sorted.filter((one) => one.time < first).length - 1);
        const end = sorted.filter((one) => one.time <= last).length + 1;
        expect(within).toEqual(expect.arrayContaining(sorted.slice(begin, end)));
        expect(new Set(within.map(({ row }) => row)).size).toBe(within.length);
        await series.close();
      },
    ),
    { numRuns: 60 },
  );
});
