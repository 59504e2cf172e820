// A dictionary with texts that came and went, as sections of a segment.
import type { TextDictionary } from './dictionary.ts';
import { GrowingBytes, GrowingInts } from './growing.ts';
import type { Numbers } from './segment-file.ts';

/**
 * `values`: places, as `Merged` has them. A dictionary in memory is written anew; of one in a file the texts stay where they
 * are, and a patch says which of them count and which came.
 */
export function mergedTexts(
  dictionary: TextDictionary,
  values: Int32Array,
  added: readonly string[],
  inMemory: boolean,
): ReadonlyMap<string, Numbers> {
  const bytes = new GrowingBytes();
  const starts = new GrowingInts();
  starts.push(0);
  const append = (text: Buffer) => {
    bytes.append(text);
    starts.push(bytes.length);
  };
  const textOf = (place: number) =>
    place < 0 ? Buffer.from(added[-1 - place] as string) : dictionary.bytes(place);
  if (inMemory) {
    for (const place of values) append(textOf(place));
    return new Map<string, Numbers>([
      ['texts', bytes.all()],
      ['textStarts', starts.all()],
    ]);
  }
  const places = values.map((place) => {
    const stored = place < 0 ? -1 : dictionary.place(place);
    if (stored >= 0) return stored;
    append(textOf(place));
    return -(starts.length - 1);
  });
  return new Map<string, Numbers>([
    ['textStarts', dictionary.starts()],
    ['places', places],
    ['addedTexts', bytes.all()],
    ['addedStarts', starts.all()],
  ]);
}
