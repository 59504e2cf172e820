import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PendingRows } from './pending-rows.ts';

/** The blocks that come out, copied at once because the memory of a block is used again. */
function collected(chunkRows: number, lots: readonly number[], width: number, isText: boolean) {
  const pending = new PendingRows(chunkRows);
  const written: { first: number; rows: number; values: (number | string)[] }[] = [];
  const note = ([start, count, values]: readonly [number[], number[], ArrayLike<unknown>]) =>
    written.push({
      first: start[0] as number,
      rows: count[0] as number,
      values: Array.from(values as ArrayLike<number | string>),
    });
  let next = 0;
  for (const rows of lots) {
    const numbers = Array.from({ length: rows * width }, (_, i) => next * width + i);
    const values = isText ? numbers.map(String) : Float64Array.from(numbers);
    for (const block of pending.add([next, 0], [rows, width], values)) note(block);
    next += rows;
  }
  const rest = pending.rest();
  if (rest) note(rest);
  return { written, rows: next };
}

it('rows that wait for their chunk come out once, in their order, and each chunk is touched once', () => {
  const lots = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 });
  const numbers = [fc.integer({ min: 1, max: 17 }), lots, fc.integer({ min: 1, max: 3 })] as const;
  fc.assert(
    fc.property(...numbers, fc.boolean(), (chunkRows, all, width, isText) => {
      const { written, rows } = collected(chunkRows, all, width, isText);
      const values = written.flatMap((block) => block.values);
      expect(values.map(Number)).toEqual(Array.from({ length: rows * width }, (_, i) => i));
      let next = 0;
      for (const { first, rows: count } of written) {
        expect([first, first % chunkRows]).toEqual([next, 0]);
        next += count;
      }
      expect(next).toBe(rows);
    }),
  );
});

it('rows that do not follow on are written after those that wait for their chunk', () => {
  const pending = new PendingRows(4);
  expect([...pending.add([0], [3], Float32Array.of(1, 2, 3))]).toEqual([]);
  const blocks = pending.add([8], [2], Float32Array.of(9, 10));
  expect(blocks.next().value).toEqual([[0], [3], Float32Array.of(1, 2, 3)]);
  expect(blocks.next().done).toBe(true);
  expect(pending.rest()).toEqual([[8], [2], Float32Array.of(9, 10)]);
  expect(pending.rest()).toBeUndefined();
});

it('pieces of longer rows do not wait for their chunk', () => {
  const pending = new PendingRows(4);
  const piece = Float32Array.of(1, 2);
  expect([...pending.add([0, 2], [1, 2], piece)]).toEqual([[[0, 2], [1, 2], piece]]);
  expect(pending.rest()).toBeUndefined();
});
