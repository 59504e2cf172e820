// Elements as byte planes, which compress better than elements one after the other: HDF5 and Blosc
// call it shuffle.

/**
 * Bytes of a word; elements of one or two words are moved by the word, twice as fast as byte by
 * byte.
 */
const WORD = 4;

/**
 * The first bytes of all elements, then all second ones, and so on. `size`: bytes of an element, of
 * which `raw` has a whole number. `made`: memory for as many bytes, which may be used again
 * afterwards.
 */
export function shuffle(
  raw: Uint8Array,
  size: number,
  made: Uint8Array = new Uint8Array(raw.length),
): Uint8Array {
  const count = raw.length / size;
  const words = wordsOf(raw, size);
  if (!words) {
    for (let byte = 0; byte < size; byte++)
      for (let at = 0, from = byte, to = byte * count; at < count; at++, from += size)
        made[to + at] = raw[from] ?? 0;
    return made;
  }
  const each = size / WORD;
  for (let word = 0; word < each; word++) {
    const [first, second, third, fourth] = planesOf(word, count);
    for (let at = 0, from = word; at < count; at++, from += each) {
      const value = words[from] ?? 0;
      made[first + at] = value;
      made[second + at] = value >>> 8;
      made[third + at] = value >>> 16;
      made[fourth + at] = value >>> 24;
    }
  }
  return made;
}

/**
 * The elements whose byte planes these are, in memory of their own. `size`: bytes of an element.
 */
export function unshuffle(planes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(planes.length);
  const count = planes.length / size;
  const words = wordsOf(made, size);
  if (!words) {
    for (let byte = 0; byte < size; byte++)
      for (let at = 0, from = byte * count, to = byte; at < count; at++, to += size)
        made[to] = planes[from + at] ?? 0;
    return made;
  }
  const each = size / WORD;
  for (let word = 0; word < each; word++) {
    const [first, second, third, fourth] = planesOf(word, count);
    for (let at = 0, to = word; at < count; at++, to += each)
      words[to] =
        (planes[first + at] ?? 0) |
        ((planes[second + at] ?? 0) << 8) |
        ((planes[third + at] ?? 0) << 16) |
        ((planes[fourth + at] ?? 0) << 24);
  }
  return made;
}

/** Where the planes of the four bytes of a word begin. */
function planesOf(word: number, count: number): [number, number, number, number] {
  const first = word * WORD * count;
  return [first, first + count, first + 2 * count, first + 3 * count];
}

/**
 * The bytes as words, little endian on every machine that this runs on; undefined where they are
 * none, or not where words can be.
 */
function wordsOf(bytes: Uint8Array, size: number): Uint32Array | undefined {
  if (size % WORD !== 0 || bytes.byteOffset % WORD !== 0) return undefined;
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / WORD);
}
