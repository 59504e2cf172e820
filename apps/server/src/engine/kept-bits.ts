// Sets of documents that were asked for before, kept by what they belong to until others need the room.
import { type Bits, countBits, fill, noBits, setBit } from './bits.ts';
import { Kept } from './kept.ts';

/** Most bytes of kept sets, of all open indexes of a thread together. */
const MAX_BYTES = 16 << 20;

/** Sets of few documents are kept as lists of them: that takes less room than a bit for every document. */
const sets = new Kept<Bits | Int32Array>(MAX_BYTES, ({ byteLength }) => byteLength);

/** The set that `owner` knows under `key`, from before or by `find`. Not to be changed; good until the next search begins. */
export function keptBits(owner: object, key: string, documents: number, find: () => Bits): Bits {
  let found: Bits | null = null;
  const known = sets.get(owner, key, () => {
    found = find();
    return shortest(found);
  });
  if (found) return found;
  return known instanceof Int32Array ? bitsOf(known, documents) : known;
}

function shortest(bits: Bits): Bits | Int32Array {
  const count = countBits(bits);
  return count < bits.length ? fill(new Int32Array(count), bits) : bits.slice();
}

function bitsOf(documents: Int32Array, count: number): Bits {
  const bits = noBits(count);
  for (let i = 0; i < documents.length; i++) setBit(bits, documents[i] as number);
  return bits;
}
