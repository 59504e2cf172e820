// A dictionary after texts were added and removed, as arrays of a segment.

import { GrowingBytes, GrowingInts } from '../memory/growing.ts';
import { itemAt } from '../memory/members.ts';
import { intAt, offsetAt } from '../memory/numbers.ts';
import type { TextDictionary } from '../segment/dictionary.ts';
import type { Numbers } from '../segment/segment-file.ts';

/**
 * For a dictionary in memory: all texts again in one block. `places`, `added`: as in
 * `MergedValues`.
 */
export function mergedTexts(
  dictionary: TextDictionary,
  places: Int32Array,
  added: readonly string[],
): { readonly bytes: Uint8Array; readonly starts: Int32Array } {
  const bytes = new GrowingBytes();
  const starts = new Int32Array(places.length + 1);
  const former = dictionary.starts();
  for (let ordinal = 0; ordinal < places.length; ) {
    const place = intAt(places, ordinal);
    if (place < 0) {
      bytes.append(Buffer.from(itemAt(added, -1 - place)));
      starts[++ordinal] = bytes.length;
      continue;
    }
    const first = ordinal;
    const shift = bytes.length - offsetAt(former, place);
    for (; ordinal < places.length && places[ordinal] === place + ordinal - first; ordinal++)
      starts[ordinal + 1] = offsetAt(former, place + ordinal - first + 1) + shift;
    bytes.append(dictionary.run(place, place + ordinal - first));
  }
  return { bytes: bytes.all(), starts };
}

/**
 * For a dictionary in the file: the texts stay where they are, and a patch says which remain and
 * which were added.
 */
export function patchedTexts(
  dictionary: TextDictionary,
  places: Int32Array,
  added: readonly string[],
): ReadonlyMap<string, Numbers> {
  const bytes = new GrowingBytes();
  const starts = new GrowingInts();
  starts.push(0);
  const patched = places.map((place) => {
    const stored = place < 0 ? -1 : dictionary.place(place);
    if (stored >= 0) return stored;
    bytes.append(place < 0 ? Buffer.from(itemAt(added, -1 - place)) : dictionary.bytes(place));
    starts.push(bytes.length);
    return -(starts.length - 1);
  });
  return new Map<string, Numbers>([
    ['textStarts', dictionary.starts()],
    ['places', patched],
    ['addedTexts', bytes.all()],
    ['addedStarts', starts.all()],
  ]);
}
