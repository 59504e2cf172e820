// The values of a column together with those of new documents.
import type { Encoded } from './build-column.ts';
import { type Column, isTextColumn, type NumberColumn, type TextColumn } from './column.ts';

export type Merged = {
  /** Of a text column the values are places: ordinals of the former dictionary, or -1 - place in `added`. */
  readonly encoded: Encoded;
  readonly added: readonly string[];
};

/** `more`: numbers documents from the end of the column on. */
export function mergedColumn(column: Column, more: Encoded): Merged {
  const { values, former, later, added } = isTextColumn(column)
    ? mergedDictionary(column, more.values as readonly string[])
    : mergedNumbers(column, more.values as Float64Array);
  const { ordinals, starts, documents: count } = column;
  const length = starts ? (starts[count] as number) : count;
  const documents = new Int32Array(length + more.documents.length);
  const all = new Int32Array(documents.length);
  let at = 0;
  for (let document = 0; document < count; document++) {
    const from = starts ? (starts[document] as number) : document;
    const to = starts ? (starts[document + 1] as number) : document + 1;
    for (let i = from; i < to; i++) {
      const value = ordinals[i] as number;
      if (value === 0) continue;
      documents[at] = document;
      all[at++] = former[value - 1] as number;
    }
  }
  for (let i = 0; i < more.documents.length; i++) {
    documents[at] = more.documents[i] as number;
    all[at++] = later[more.ordinals[i] as number] as number;
  }
  const encoded = {
    kind: column.kind,
    values,
    documents: documents.subarray(0, at),
    ordinals: all.subarray(0, at),
  };
  return { encoded, added };
}

/** New ordinals of former values and of those of new documents. */
type Renumbered = { readonly former: Int32Array; readonly later: Int32Array };

function mergedDictionary({ dictionary }: TextColumn, texts: readonly string[]) {
  const added: string[] = [];
  const inserted: { readonly before: number; readonly place: number; readonly i: number }[] = [];
  const known = texts.map((text, i) => {
    const before = dictionary.lowerBound(text);
    if (before < dictionary.size && dictionary.text(before) === text) return before;
    inserted.push({ before, place: -added.length - 1, i });
    added.push(text);
    return -1;
  });
  const values = new Int32Array(dictionary.size + added.length);
  const { former, later } = renumbered(dictionary.size, known, inserted, (ordinal, place) => {
    values[ordinal] = place;
  });
  return { values, former, later, added };
}

function mergedNumbers({ dictionary }: NumberColumn, numbers: Float64Array) {
  const inserted: { readonly before: number; readonly place: number; readonly i: number }[] = [];
  const known = Array.from(numbers, (number, i) => {
    const ordinal = dictionary.find(number);
    if (ordinal < 0) inserted.push({ before: dictionary.lowerBound(number), place: -1 - i, i });
    return ordinal;
  });
  const values = new Float64Array(dictionary.size + inserted.length);
  const { former, later } = renumbered(dictionary.size, known, inserted, (ordinal, place) => {
    values[ordinal] = place < 0 ? (numbers[-1 - place] as number) : dictionary.number(place);
  });
  return { values, former, later, added: [] };
}

/** Walks through both lists, ascending: `known` are the former ordinals of new documents' values, -1 for inserted ones. */
function renumbered(
  size: number,
  known: readonly number[],
  inserted: readonly { readonly before: number; readonly place: number; readonly i: number }[],
  set: (ordinal: number, place: number) => void,
): Renumbered {
  const former = new Int32Array(size);
  const later = new Int32Array(known.length);
  let next = 0;
  let at = 0;
  for (let ordinal = 0; ordinal <= size; ordinal++) {
    for (; at < inserted.length && inserted[at]?.before === ordinal; at++) {
      const one = inserted[at] as (typeof inserted)[number];
      later[one.i] = next;
      set(next++, one.place);
    }
    if (ordinal === size) break;
    former[ordinal] = next;
    set(next++, ordinal);
  }
  known.forEach((ordinal, i) => {
    if (ordinal >= 0) later[i] = former[ordinal] as number;
  });
  return { former, later };
}
