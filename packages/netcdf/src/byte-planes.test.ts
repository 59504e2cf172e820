import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shuffle, unshuffle } from './byte-planes.ts';

/** Byte n of element e is at n × elements + e. */
function slowPlanes(raw: Uint8Array, size: number): number[] {
  const count = raw.length / size;
  return Array.from({ length: raw.length }, (_, to) => {
    const element = to % count;
    const byte = Math.floor(to / count);
    return raw[element * size + byte] ?? -1;
  });
}

/** Elements of any size, anywhere in their memory. */
const elements = fc
  .record({
    size: fc.constantFrom(1, 2, 3, 4, 8, 12, 16),
    count: fc.nat({ max: 40 }),
    offset: fc.nat({ max: 9 }),
  })
  .chain(({ size, count, offset }) =>
    fc
      .uint8Array({ minLength: size * count + offset, maxLength: size * count + offset })
      .map((memory) => ({ raw: memory.subarray(offset), size })),
  );

it('byte planes of elements of any size, anywhere in memory, are the nth bytes of all elements one after the other', () => {
  fc.assert(
    fc.property(elements, ({ raw, size }) => {
      expect([...shuffle(raw, size)]).toEqual(slowPlanes(raw, size));
    }),
  );
});

it('byte planes are made into the same elements again', () => {
  fc.assert(
    fc.property(elements, ({ raw, size }) => {
      expect([...unshuffle(shuffle(raw, size), size)]).toEqual([...raw]);
    }),
  );
});

it('byte planes are written to the memory that is given', () => {
  const raw = Uint8Array.from({ length: 24 }, (_, n) => n);
  const memory = new Uint8Array(raw.length);
  expect(shuffle(raw, 8, memory)).toBe(memory);
  expect([...memory]).toEqual(slowPlanes(raw, 8));
});
