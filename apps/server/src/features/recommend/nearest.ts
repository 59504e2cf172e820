// Recommended from nearest neighbours: what the users order whose orders are most similar. Pure.
import { itemAt, numberAt } from './checked.ts';
import { best, type History, type Ranked, reasonsOf } from './history.ts';

const NEIGHBOURS = 25;

/** What is the same for everybody, worked out once. */
export interface Neighbourhood {
  /** Column -> rows that have it. */
  readonly readers: readonly (readonly number[])[];
  /** Column -> its weight: what few users order identifies a user better than what all order. */
  readonly worth: Float64Array;
  /** Row -> its length under those weights. */
  readonly lengths: Float64Array;
}

/**
 * Most users of one column that are compared: for something that everybody uses, some are enough.
 */
const MOST_READERS = 2000;

export function neighbourhoodOf({ codes, rows, users }: History): Neighbourhood {
  const readers = codes.map((): number[] => []);
  for (const [n, row] of rows.entries())
    for (const column of row.keys())
      if (itemAt(readers, column).length < MOST_READERS) itemAt(readers, column).push(n);
  const worth = users.map((count) => Math.log1p(rows.length / Math.max(1, count)));
  const lengths = Float64Array.from(rows, (row) => lengthOf(row, worth));
  return { readers, worth, lengths };
}

const lengthOf = (row: ReadonlyMap<number, number>, worth: Float64Array): number => {
  let sum = 0;
  for (const [column, weight] of row) sum += (weight * numberAt(worth, column)) ** 2;
  return Math.sqrt(sum);
};

export function nearest(
  history: History,
  { readers, worth, lengths }: Neighbourhood,
  row: ReadonlyMap<number, number>,
  most: number,
): Ranked[] {
  const { rows } = history;
  const products = new Map<number, number>();
  for (const [column, weight] of row)
    for (const n of readers[column] ?? []) {
      const product = weight * (itemAt(rows, n).get(column) ?? 0) * numberAt(worth, column) ** 2;
      products.set(n, (products.get(n) ?? 0) + product);
    }
  const own = lengthOf(row, worth);
  const near = [...products]
    .map(([n, product]) => ({ n, similarity: product / (own * numberAt(lengths, n) + 1e-9) }))
    .sort((a, b) => b.similarity - a.similarity || a.n - b.n);
  // The person's own row, and those of users who use nothing else, have nothing to add.
  const neighbours: typeof near = [];
  for (const one of near) {
    if (neighbours.length === NEIGHBOURS) break;
    if ([...itemAt(rows, one.n).keys()].some((column) => !row.has(column))) neighbours.push(one);
  }
  const scores = new Map<number, number>();
  const shares = new Map<number, Map<number, number>>();
  for (const { n, similarity } of neighbours) {
    const common = [...itemAt(rows, n).keys()].filter((column) => row.has(column));
    for (const [column, weight] of itemAt(rows, n)) {
      if (row.has(column)) continue;
      scores.set(column, (scores.get(column) ?? 0) + similarity * weight);
      const of = shares.get(column) ?? new Map<number, number>();
      for (const shared of common)
        of.set(shared, (of.get(shared) ?? 0) + similarity * numberAt(worth, shared));
      shares.set(column, of);
    }
  }
  const ranked = [...scores].map(([column, score]) => ({
    column,
    score,
    because: reasonsOf(shares.get(column) ?? new Map()),
  }));
  return best(ranked, history, most);
}
