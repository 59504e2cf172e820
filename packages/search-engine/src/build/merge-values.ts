// Merges the dictionary of a column with the values of new documents, leaving out values that no
// document has any more.
import { floatAt, intAt, ordinalAt } from '../memory/numbers.ts';
import { textsOf } from '../memory/text-bytes.ts';
import { type Column, isTextColumn } from '../segment/column.ts';
import type { NumberDictionary, TextDictionary } from '../segment/dictionary.ts';
import type { Encoded } from './build-column.ts';

export type MergedValues<V extends Int32Array | Float64Array = Int32Array | Float64Array> = {
  /**
   * The numbers; or, for each text, its ordinal in the former dictionary, or -1 minus its place in
   * `added`.
   */
  readonly values: V;
  readonly added: readonly string[];
  /** New ordinal + 1 by former ordinal + 1; 0 for removed values, and at 0. */
  readonly former: Int32Array;
  /** New ordinal + 1 by ordinal among the values of the new documents. */
  readonly later: Int32Array;
  /** No value was added or removed. */
  readonly same: boolean;
};

/** `gone`: documents that are left out; `more`: the values of the new documents. */
export function mergedValues(column: Column, gone: Int32Array, more: Encoded): MergedValues {
  const kept = stillUsed(column, gone);
  const { values } = more;
  if (values instanceof Float64Array) {
    if (isTextColumn(column)) throw new RangeError('Numbers do not belong to a column of texts.');
    return mergedNumbers(column.dictionary, kept, values);
  }
  if (!isTextColumn(column)) throw new RangeError('Texts do not belong to a column of numbers.');
  return mergedTextValues(column.dictionary, kept, textsOf(values));
}

/**
 * `texts`: sorted. `kept`: by ordinal, not 0 if the text stays. A text that is also in `texts`
 * stays in any case.
 */
export function mergedTextValues(
  dictionary: TextDictionary,
  kept: Uint8Array,
  texts: readonly string[],
): MergedValues<Int32Array> {
  const added: string[] = [];
  const found = texts.map((text) => {
    const at = dictionary.lowerBound(text);
    const known = at < dictionary.size && dictionary.text(at) === text;
    if (!known) added.push(text);
    return { at, known };
  });
  const numbering = renumbered(kept, found);
  const values = new Int32Array(numbering.size);
  numbering.each(
    (ordinal, former) => {
      values[ordinal] = former;
    },
    (ordinal, place) => {
      values[ordinal] = -1 - place;
    },
  );
  return { values, added, ...numbering.maps };
}

function mergedNumbers(
  dictionary: NumberDictionary,
  kept: Uint8Array,
  numbers: Float64Array,
): MergedValues<Float64Array> {
  const found = Array.from(numbers, (number) => {
    const at = dictionary.lowerBound(number);
    return { at, known: at < dictionary.size && dictionary.number(at) === number };
  });
  const inserted = numbers.filter((_, i) => !found[i]?.known);
  const numbering = renumbered(kept, found);
  const values = new Float64Array(numbering.size);
  numbering.each(
    (ordinal, former) => {
      values[ordinal] = dictionary.number(former);
    },
    (ordinal, place) => {
      values[ordinal] = floatAt(inserted, place);
    },
  );
  return { values, added: [], ...numbering.maps };
}

/** By ordinal: 1 if a document that remains has the value. */
function stillUsed({ starts, ordinals, postingStarts }: Column, gone: Int32Array): Uint8Array {
  const kept = new Uint8Array(postingStarts.length - 1).fill(1);
  const lost = new Map<number, number>();
  for (const document of gone) {
    const from = starts ? intAt(starts, document) : document;
    const to = starts ? intAt(starts, document + 1) : document + 1;
    for (let i = from; i < to; i++) {
      const ordinal = ordinalAt(ordinals, i) - 1;
      if (ordinal < 0 || (i > from && ordinals[i] === ordinals[i - 1])) continue; // posted once
      lost.set(ordinal, (lost.get(ordinal) ?? 0) + 1);
    }
  }
  for (const [ordinal, count] of lost)
    if (count === intAt(postingStarts, ordinal + 1) - intAt(postingStarts, ordinal))
      kept[ordinal] = 0;
  return kept;
}

/** Where a new value belongs among the former ones, and whether it is one of them. */
type Found = { readonly at: number; readonly known: boolean };

/** Gives new ordinals to former and new values; `found` ascends. */
function renumbered(kept: Uint8Array, found: readonly Found[]) {
  for (const { at, known } of found) if (known) kept[at] = 1;
  const former = new Int32Array(kept.length + 1);
  const later = new Int32Array(found.length);
  const inserted = found.flatMap(({ at, known }, i) => (known ? [] : [{ at, i }]));
  let size = 0;
  let next = 0;
  for (let ordinal = 0; ordinal <= kept.length; ordinal++) {
    for (let one = inserted[next]; one?.at === ordinal; one = inserted[++next])
      later[one.i] = ++size;
    if (ordinal < kept.length && kept[ordinal]) former[ordinal + 1] = ++size;
  }
  found.forEach(({ at, known }, i) => {
    if (known) later[i] = intAt(former, at + 1);
  });
  const same = inserted.length === 0 && size === kept.length;
  const each = (
    ofFormer: (ordinal: number, former: number) => void,
    ofInserted: (ordinal: number, place: number) => void,
  ): void => {
    for (let ordinal = 0; ordinal < kept.length; ordinal++)
      if (kept[ordinal]) ofFormer(intAt(former, ordinal + 1) - 1, ordinal);
    inserted.forEach(({ i }, place) => {
      ofInserted(intAt(later, i) - 1, place);
    });
  };
  return { size, each, maps: { former, later, same } };
}
