// Times that the index knows: which chunks of them are made together, and what each holds.
import { packTimes } from '@isobar/netcdf';
import { expect, it } from 'vitest';
import type { ArchiveStore } from '../../ports/archive.ts';
import { fromBlosc } from './blosc.ts';
import { timeBatches } from './known-times.ts';
import { arrayPerformer } from './perform.ts';

it('chunks of times are made in the order in which readers ask: the first, the last, all others; eight at once, each one time', () => {
  expect(timeBatches(0, 64)).toEqual([]);
  expect(timeBatches(1, 64)).toEqual([[0]]);
  expect(timeBatches(3, 64)).toEqual([[0, 2, 1]]);
  const many = timeBatches(100, 64);
  expect(many.map(({ length }) => length)).toEqual(Array(8).fill(8));
  expect(many[0]).toEqual([0, 99, 1, 2, 3, 4, 5, 6]);
  const all = timeBatches(41, 64).flat();
  expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 41 }, (_, n) => n));
});

it('chunks of times hold the times of their parts of files, evenly spaced or not, and are padded behind them', async () => {
  const uneven = Float64Array.of(100, 101.5, Number.NaN, 99);
  const packed = await packTimes(uneven);
  const even = { rows: 3, first: 0.1, step: 0.1, from: 0, to: 3 };
  const part = (from: number, to: number) => ({
    ...{ rows: 4, first: 100, step: null, from, to, packed },
  });
  const { perform, close } = arrayPerformer();
  const answer = await perform(NO_ARCHIVE, {
    ...{ is: 'times', rows: 5, fill: -1 },
    chunks: [[even, part(0, 2)], [part(2, 4)]],
  });
  await close();
  if ('changed' in answer) throw new Error(answer.changed);
  const [length = 0] = answer.lengths;
  const read = async (bytes: Uint8Array) => [...new Float64Array((await fromBlosc(bytes)).buffer)];
  expect(await read(answer.bytes.subarray(0, length))).toEqual([0.1, 0.2, 0.1 + 0.2, 100, 101.5]);
  expect(await read(answer.bytes.subarray(length))).toEqual([Number.NaN, 99, -1, -1, -1]);
});

/** Times need none. */
const noFile = () => Promise.reject(new Error('no file is needed'));
const NO_ARCHIVE: ArchiveStore = {
  ...{ simulated: false, look: noFile, open: noFile },
  async *list() {},
  close: async () => undefined,
};
