// A set from the cache is the set that was found, however many documents it has and wherever they
// stand.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listOf, noBits, setBit } from './bits.ts';
import { cachedBits } from './cached-bits.ts';
import { beginScratch } from './scratch.ts';

const DOCUMENTS = 200_000; // more than three blocks of 65,536 documents

const some = fc.array(fc.nat(DOCUMENTS - 1), { maxLength: 200 });
const range = fc
  .tuple(fc.nat(DOCUMENTS - 1), fc.nat(70_000))
  .map(([from, length]) =>
    Array.from({ length: Math.min(length, DOCUMENTS - from) }, (_, i) => from + i),
  );

it('the cache of sets gives back what was found', () => {
  fc.assert(
    fc.property(some, fc.option(range), (few, many) => {
      const wanted = [...new Set([...few, ...(many ?? [])])].sort((a, b) => a - b);
      const owner = {};
      const find = () => {
        const bits = noBits(DOCUMENTS);
        for (const document of wanted) setBit(bits, document);
        return bits;
      };
      const nothing = () => {
        throw new Error('is asked for though it is known');
      };
      for (const ask of [find, find, nothing, nothing]) {
        beginScratch();
        const found = cachedBits(owner, 'one', DOCUMENTS, ask);
        expect(listOf(found).join()).toBe(wanted.join());
      }
    }),
    { numRuns: 60 },
  );
});
