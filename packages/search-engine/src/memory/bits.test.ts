// Sets and lists of documents, compared with plain arrays.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listOf, listWithin, noBits, setBit } from './bits.ts';
import { beginScratch } from './scratch.ts';

const DOCUMENTS = 2000;

it('the intersection of a list and a set is right, whichever of the two is much shorter', () => {
  const numbers = (most: number) =>
    fc.uniqueArray(fc.nat(DOCUMENTS - 1), { maxLength: most, size: 'max' });
  const some = fc.oneof(numbers(12), numbers(1500));
  fc.assert(
    fc.property(some, some, (documents, members) => {
      beginScratch();
      const bits = noBits(DOCUMENTS);
      for (const document of members) setBit(bits, document);
      const list = Int32Array.from(documents).sort();
      const expected = [...list].filter((document) => members.includes(document));
      expect([...listWithin(list, bits)]).toEqual(expected);
      expect([...listOf(bits)]).toEqual(members.toSorted((a, b) => a - b));
    }),
    { numRuns: 200 },
  );
});
