// A file that lies elsewhere, read in blocks: any reads give the bytes of the source, each block is
// fetched once while it is kept, and failures are errors.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FetchedFile } from './fetched-file.ts';
import { FETCH, SHARED_CELLS, SHARED_DATA_BYTES, SHARED_HEAD_BYTES } from './protocol.ts';

/** More than the blocks that are kept, and no multiple of a block. */
const SIZE = 20 * 2 ** 20 + 12_345;
const byteAt = (offset: number): number => (Math.imul(offset, 2_654_435_761) >>> 13) & 0xff;

/**
 * Answers at once; the real one is another thread. `given`: how many of the requested bytes it has;
 * null: it fails.
 */
function fetchedFile(
  given: (offset: number, length: number) => number | null = (_, length) => length,
) {
  const shared = new SharedArrayBuffer(SHARED_HEAD_BYTES + SHARED_DATA_BYTES);
  const asked: { offset: number; length: number }[] = [];
  const file = new FetchedFile(SIZE, {
    shared,
    ask(sequence, offset, length) {
      const cells = new Int32Array(shared, 0, SHARED_CELLS);
      expect(Atomics.load(cells, 2)).toBe(sequence);
      asked.push({ offset, length });
      const count = given(offset, length);
      const data = new Uint8Array(shared, SHARED_HEAD_BYTES);
      for (let at = 0; at < (count ?? 0); at++) data[at] = byteAt(offset + at);
      Atomics.store(cells, 1, count ?? 0);
      Atomics.store(cells, 0, count === null ? FETCH.failed : FETCH.filled);
    },
  });
  return { file, asked };
}

/** How many bytes were read, and whether each is that of the source. */
function read(file: FetchedFile, offset: number, length: number) {
  const into = new Uint8Array(length);
  const count = file.read(into, offset);
  const isRight = into.every((byte, at) => byte === (at < count ? byteAt(offset + at) : 0));
  return [count, isRight];
}

const near = fc.tuple(fc.nat(80), fc.integer({ min: -3, max: 3 }));
const reads = fc.array(
  fc.tuple(
    near.map(([block, more]) => Math.max(0, block * 256 * 1024 + more)),
    fc.constantFrom(0, 1, 5, 1000, 256 * 1024, 256 * 1024 + 1, 1_000_000),
  ),
  { minLength: 1, maxLength: 12 },
);

it('reads of any places and lengths give the bytes of the source, in requests that fit and are within it', () => {
  const { file, asked } = fetchedFile();
  fc.assert(
    fc.property(reads, (some) => {
      for (const [offset, length] of some) {
        const count = Math.max(0, Math.min(length, SIZE - offset));
        expect(read(file, offset, length)).toEqual([count, true]);
        const before = asked.length;
        expect(read(file, offset, length)).toEqual([count, true]);
        expect(asked.length).toBe(before);
      }
    }),
    { numRuns: 6 },
  );
  for (const { offset, length } of asked) {
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(SHARED_DATA_BYTES);
    expect(offset + length).toBeLessThanOrEqual(SIZE);
  }
});

it('a block is fetched with those after it that the same read needs, and again when others took its place', () => {
  const { file, asked } = fetchedFile();
  const block = 256 * 1024;
  read(file, block, 1);
  read(file, 0, 3 * block);
  expect(asked).toEqual([
    { offset: block, length: block },
    { offset: 0, length: block },
    { offset: 2 * block, length: block },
  ]);
  asked.length = 0;
  read(file, SIZE - 10, 100);
  expect(asked).toEqual([{ offset: 80 * block, length: SIZE - 80 * block }]);
  read(file, 0, 1); // used last
  for (let at = 3; at < 66; at++) read(file, at * block, 1);
  asked.length = 0;
  read(file, 0, 1);
  expect(asked).toEqual([]);
  read(file, block, 1);
  expect(asked).toEqual([{ offset: block, length: block }]);
});

it('a source that fails, or ends before its size, is an error with its reason', () => {
  const failing = fetchedFile(() => null);
  expect(() => read(failing.file, 0, 1)).toThrow('The source could not be read.');
  const short = fetchedFile((_, length) => length - 7);
  expect(() => read(short.file, 0, 1)).toThrow('The source ends at 262137 B.');
});
