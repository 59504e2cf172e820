// Who used which instruments, as numbers: no name and no id of a person is in it. Pure.
import { addAt, itemAt } from './checked.ts';

/** Use of an instrument by one person: an order counts as one, a saved search as less. */
export type Use = ReadonlyMap<string, number>;

/** Users as rows, instruments as columns; only rows with something in them. */
export interface History {
  /** Column -> instrument code. */
  readonly codes: readonly string[];
  readonly columnOf: ReadonlyMap<string, number>;
  /** Row -> column -> weight above 0. */
  readonly rows: readonly ReadonlyMap<number, number>[];
  /** Column -> how many rows have it. */
  readonly users: Float64Array;
}

export function historyOf(uses: Iterable<Use>): History {
  const columnOf = new Map<string, number>();
  const rows: Map<number, number>[] = [];
  for (const use of uses) {
    const row = new Map<number, number>();
    for (const [code, weight] of use) {
      if (!(weight > 0)) continue;
      const column = columnOf.get(code) ?? columnOf.size;
      columnOf.set(code, column);
      row.set(column, damped(weight));
    }
    if (row.size > 0) rows.push(row);
  }
  const users = new Float64Array(columnOf.size);
  for (const row of rows) for (const column of row.keys()) addAt(users, column, 1);
  return { codes: [...columnOf.keys()], columnOf, rows, users };
}

/** A row of this history for one person: instruments that it does not know are left out. */
export function rowOf({ columnOf }: History, use: Use): ReadonlyMap<number, number> {
  const row = new Map<number, number>();
  for (const [code, weight] of use) {
    const column = columnOf.get(code);
    if (column !== undefined && weight > 0) row.set(column, damped(weight));
  }
  return row;
}

/** A user who orders one thing every day should not outweigh ten users who order it once. */
const damped = (weight: number): number => Math.log1p(weight) / Math.LN2;

/** A column with its score and the columns for which it is recommended. */
export interface Ranked {
  readonly column: number;
  readonly score: number;
  readonly because: readonly number[];
}

/** The best `most`, ties by code, so that the same history always tells the same. */
export const best = (ranked: Iterable<Ranked>, { codes }: History, most: number): Ranked[] =>
  [...ranked]
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) => b.score - a.score || (itemAt(codes, a.column) < itemAt(codes, b.column) ? -1 : 1),
    )
    .slice(0, most);

/** Reasons named for one recommendation. */
export const MOST_REASONS = 2;

/** The columns with the largest shares. */
export const reasonsOf = (shares: ReadonlyMap<number, number>): readonly number[] =>
  [...shares]
    .filter(([, share]) => share > 0)
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, MOST_REASONS)
    .map(([column]) => column);
