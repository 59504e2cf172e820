// Finds out which columns settle which: a datastream its site, a measurement its category. Facets are counted faster by it.
import type { Ordinals } from '../segment/column.ts';
import type { Numbers } from '../segment/segment-file.ts';

/** A laid out column: its arrays by name. `size`: how many different values it has. */
export type Settling = {
  readonly name: string;
  readonly contiguous: boolean;
  readonly size: number;
  readonly arrays: ReadonlyMap<string, Numbers>;
};

/** A column settles others only if on average so many documents share a value. */
const MIN_SHARED = 4;

/** Whether one column settles another, where that is known: both are as they were. */
export type Known = (by: string, column: string) => boolean | undefined;

/**
 * For every column the names of those that settle it: documents with one value there have the same values here. Looked at
 * are the columns that documents are grouped by, and those that settle the first of them.
 */
export function determinantsOf(
  columns: readonly Settling[],
  groups: readonly Settling[],
  documents: number,
  known: Known = () => undefined,
): ReadonlyMap<string, readonly string[]> {
  const settles = (by: Settling, column: Settling) =>
    known(by.name, column.name) ?? settlesAll(by, column, documents);
  const [first] = groups;
  const shared = columns.filter((column) => {
    if (groups.includes(column)) return column.contiguous;
    const few = isSingle(column) && column.size * MIN_SHARED <= documents;
    return few && first !== undefined && settles(column, first);
  });
  return new Map(
    columns.map((column) => [
      column.name,
      shared.filter((by) => settles(by, column)).map(({ name }) => name),
    ]),
  );
}

const isSingle = (column: Settling): boolean => !column.arrays.has(`${column.name}/starts`);

const ordinalsOf = ({ name, arrays }: Settling): Ordinals =>
  arrays.get(`${name}/ordinals`) as Ordinals; // laid out by `layOut`

/** Whether documents with the same value in `by` have the same values in `column`. */
function settlesAll(by: Settling, column: Settling, documents: number): boolean {
  if (by === column) return true;
  const own = ordinalsOf(column);
  const starts = column.arrays.get(`${column.name}/starts`) as Int32Array | undefined;
  if (!starts && by.size + 1 < column.size) return false;
  const values = ordinalsOf(by);
  const firsts = new Int32Array(by.size + 1).fill(-1);
  for (let document = 0; document < documents; document++) {
    const value = values[document] as number;
    if (value === 0) continue;
    const first = firsts[value] as number;
    if (first < 0) firsts[value] = document;
    else if (starts ? !sameLists(own, starts, first, document) : own[first] !== own[document])
      return false;
  }
  return true;
}

function sameLists(ordinals: Ordinals, starts: Int32Array, a: number, b: number): boolean {
  const from = starts[a] as number;
  const other = starts[b] as number;
  const length = (starts[a + 1] as number) - from;
  if ((starts[b + 1] as number) - other !== length) return false;
  for (let i = 0; i < length; i++) if (ordinals[from + i] !== ordinals[other + i]) return false;
  return true;
}
