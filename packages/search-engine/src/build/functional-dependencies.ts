// Finds the functional dependencies between columns: a datastream determines its site, a
// measurement its category. Facets are counted faster with them.
import { intAt, ordinalAt } from '../memory/numbers.ts';
import type { Ordinals } from '../segment/column.ts';
import { intsOf, type Numbers, ordinalsOf } from '../segment/segment-file.ts';

/** A laid-out column: its arrays by name. `size`: how many different values it has. */
export type Candidate = {
  readonly name: string;
  readonly contiguous: boolean;
  readonly size: number;
  readonly arrays: ReadonlyMap<string, Numbers>;
};

/**
 * A column is a candidate only if, on average, at least this many documents share one of its
 * values.
 */
const MIN_DOCUMENTS_PER_VALUE = 4;

/**
 * Whether the column `by` determines `column`, if that is known because neither has changed;
 * otherwise undefined.
 */
export type Known = (by: string, column: string) => boolean | undefined;

/**
 * For every column, the names of those that determine it: documents that share a value there have
 * the same values here. The only candidates are the columns that documents are grouped by, and
 * those that determine the first of these.
 */
export function functionalDependencies(
  columns: readonly Candidate[],
  groups: readonly Candidate[],
  documents: number,
  known: Known = () => undefined,
): ReadonlyMap<string, readonly string[]> {
  const determines = (by: Candidate, column: Candidate) =>
    known(by.name, column.name) ?? holdsForAll(by, column, documents);
  const [first] = groups;
  const determining = columns.filter((column) => {
    if (groups.includes(column)) return column.contiguous;
    const few = isSingle(column) && column.size * MIN_DOCUMENTS_PER_VALUE <= documents;
    return few && first !== undefined && determines(column, first);
  });
  return new Map(
    columns.map((column) => [
      column.name,
      determining.filter((by) => determines(by, column)).map(({ name }) => name),
    ]),
  );
}

const isSingle = (column: Candidate): boolean => !column.arrays.has(`${column.name}/starts`);

const valuesIn = ({ name, arrays }: Candidate): Ordinals => ordinalsOf(arrays, `${name}/ordinals`);

/** Whether documents with the same value in `by` have the same values in `column`. */
function holdsForAll(by: Candidate, column: Candidate, documents: number): boolean {
  if (by === column) return true;
  const own = valuesIn(column);
  const starts = isSingle(column) ? null : intsOf(column.arrays, `${column.name}/starts`);
  if (!starts && by.size + 1 < column.size) return false;
  const values = valuesIn(by);
  const firsts = new Int32Array(by.size + 1).fill(-1);
  for (let document = 0; document < documents; document++) {
    const value = ordinalAt(values, document);
    if (value === 0) continue;
    const first = intAt(firsts, value);
    if (first < 0) firsts[value] = document;
    else if (starts ? !sameLists(own, starts, first, document) : own[first] !== own[document])
      return false;
  }
  return true;
}

function sameLists(ordinals: Ordinals, starts: Int32Array, a: number, b: number): boolean {
  const from = intAt(starts, a);
  const other = intAt(starts, b);
  const length = intAt(starts, a + 1) - from;
  if (intAt(starts, b + 1) - other !== length) return false;
  for (let i = 0; i < length; i++) if (ordinals[from + i] !== ordinals[other + i]) return false;
  return true;
}
