// Sorts documents by small whole numbers; equal ones stay as they are.
import { addAt, takeAt } from './numbers.ts';

/** `keys`: by document, from 0 to below `range`. */
export function countingSort(
  documents: Int32Array,
  keys: Int32Array | Float64Array,
  range: number,
): Int32Array<ArrayBuffer> {
  const starts = new Int32Array(range + 1);
  for (let i = 0; i < documents.length; i++) addAt(starts, (keys[documents[i] ?? 0] ?? 0) + 1, 1);
  for (let i = 0; i < range; i++) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0);
  const sorted = new Int32Array(documents.length);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i] ?? 0;
    sorted[takeAt(starts, keys[document] ?? 0)] = document;
  }
  return sorted;
}
