// Reads through blocks: the same bytes, few requests, bounded memory.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BLOCK_BYTES, readAhead } from './read-ahead.ts';

const bytesOf = (size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, n) => (n * 31 + (n >> 11)) % 253);

/** A file that notes which ranges were requested; `fails`: how many of the next requests fail. */
function distant(size: number, kept?: number) {
  const bytes = bytesOf(size);
  const asked: { offset: number; length: number }[] = [];
  const state = { asked, fails: 0, bytes };
  const source = readAhead({
    size,
    head: bytes.slice(0, BLOCK_BYTES),
    fetch: async (offset, length) => {
      asked.push({ offset, length });
      if (state.fails > 0) {
        state.fails--;
        throw new Error('broken');
      }
      expect(offset + length).toBeLessThanOrEqual(size);
      return bytes.slice(offset, offset + length);
    },
    ...(kept === undefined ? {} : { kept }),
  });
  return Object.assign(state, { source });
}

it('a reader with blocks gives the bytes of the file, whatever the reads and how many at once', async () => {
  const size = fc.oneof(fc.nat(BLOCK_BYTES * 9), fc.constantFrom(1, BLOCK_BYTES, BLOCK_BYTES * 3));
  const reads = fc.array(
    fc.array(fc.tuple(fc.double({ min: 0, max: 1.1, noNaN: true }), fc.nat(300_000)), {
      maxLength: 4,
    }),
    {
      maxLength: 8,
    },
  );
  await fc.assert(
    fc.asyncProperty(
      size,
      reads,
      fc.constantFrom(0, 500_000, undefined),
      async (s, rounds, kept) => {
        const { source, bytes } = distant(s, kept);
        for (const round of rounds) {
          const places = round.map(([part, length]) => [Math.floor(part * s), length] as const);
          const found = await Promise.all(
            places.map(([offset, length]) => source.read(offset, length)),
          );
          for (const [i, [offset, length]] of places.entries())
            expect(
              Buffer.compare(found[i] as Uint8Array, bytes.subarray(offset, offset + length)),
            ).toBe(0);
        }
      },
    ),
    { numRuns: 60 },
  );
});

it('a reader with blocks fetches each block once, and further ahead the longer reads follow one another', async () => {
  const file = distant(BLOCK_BYTES * 40);
  for (let at = 0; at < file.bytes.length; at += 1000) await file.source.read(at, 1000);
  expect(file.asked.reduce((sum, { length }) => sum + length, 0)).toBe(BLOCK_BYTES * 39);
  expect(file.asked.length).toBeLessThan(8);
});

it('a reader with blocks fetches scattered places alone, keeps them, and never the same one twice at once', async () => {
  const file = distant(BLOCK_BYTES * 40);
  const places = [30, 10, 20].map((block) => block * BLOCK_BYTES + 5);
  for (let round = 0; round < 50; round++)
    await Promise.all(
      places.flatMap((at) => [file.source.read(at, 9), file.source.read(at + 20, 9)]),
    );
  expect(file.asked.map(({ offset, length }) => [offset / BLOCK_BYTES, length])).toEqual([
    [30, BLOCK_BYTES],
    [10, BLOCK_BYTES],
    [20, BLOCK_BYTES],
  ]);
});

it('a reader with blocks keeps no more than it may: what was used long ago is fetched again', async () => {
  const kept = BLOCK_BYTES * 8;
  const file = distant(BLOCK_BYTES * 40, kept);
  for (let block = 39; block > 0; block -= 2) await file.source.read(block * BLOCK_BYTES, 1);
  const before = file.asked.length;
  await file.source.read(3 * BLOCK_BYTES, 1);
  expect(file.asked).toHaveLength(before);
  await file.source.read(39 * BLOCK_BYTES, 1);
  expect(file.asked).toHaveLength(before + 1);
});

it('a reader with blocks passes large reads through in one request', async () => {
  const file = distant(BLOCK_BYTES * 40);
  await file.source.read(100, BLOCK_BYTES * 39);
  expect(file.asked).toEqual([{ offset: 100, length: BLOCK_BYTES * 39 }]);
});

it('a reader with blocks asks again for what failed, and nothing once it is closed', async () => {
  const file = distant(BLOCK_BYTES * 4);
  file.fails = 1;
  const at = BLOCK_BYTES + 7;
  await expect(file.source.read(at, 4)).rejects.toThrow('broken');
  expect(await file.source.read(at, 4)).toEqual(file.bytes.slice(at, at + 4));
  const first = await file.source.read(0, 4);
  first.fill(0xff);
  expect(await file.source.read(0, 4)).toEqual(file.bytes.slice(0, 4));
  await file.source.close();
  await expect(file.source.read(0, 1)).rejects.toMatchObject({ code: 'closed' });
});
