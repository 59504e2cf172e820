// Sets of documents that were asked for before, kept by what they belong to until others need the room.
import { type Bits, lasting } from './bits.ts';
import { Kept } from './kept.ts';

/** Most bytes of kept sets, of all open indexes of a thread together. */
const MAX_BYTES = 16 << 20;

const sets = new Kept<Bits>(MAX_BYTES, (bits) => bits.byteLength);

/** The set that `owner` knows under `key`, from before or by `find`. Not to be changed. */
export const keptBits = (owner: object, key: string, find: () => Bits): Bits =>
  sets.get(owner, key, () => lasting(find()));
