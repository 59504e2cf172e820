// Sorts documents by small whole numbers; equal ones stay as they are.

/** `keys`: by document, from 0 to below `range`. */
export function countingSort(
  documents: Int32Array,
  keys: Int32Array | Float64Array,
  range: number,
): Int32Array<ArrayBuffer> {
  const starts = new Int32Array(range + 1);
  for (let i = 0; i < documents.length; i++)
    (starts[(keys[documents[i] as number] as number) + 1] as number)++;
  for (let i = 0; i < range; i++) (starts[i + 1] as number) += starts[i] as number;
  const sorted = new Int32Array(documents.length);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i] as number;
    sorted[(starts[keys[document] as number] as number)++] = document;
  }
  return sorted;
}
