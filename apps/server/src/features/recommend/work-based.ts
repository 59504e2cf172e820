// Recommended from one's own work: what is used together with what the person uses. Pure.
import { itemAt, numberAt } from './checked.ts';
import { best, type History, type Ranked, reasonsOf } from './history.ts';

/** For each column, its neighbours by co-use: cosine of their users. */
export type CoUse = readonly ReadonlyMap<number, number>[];

/**
 * Most columns of one row that are paired: a user who orders everything shows nothing about what
 * belongs together.
 */
const MOST_PAIRED = 200;

export function coUse({ codes, rows, users }: History): CoUse {
  const pairs = codes.map(() => new Map<number, number>());
  for (const row of rows) {
    const columns = [...row.keys()].slice(0, MOST_PAIRED);
    for (const a of columns)
      for (const b of columns)
        if (a !== b) itemAt(pairs, a).set(b, (itemAt(pairs, a).get(b) ?? 0) + 1);
  }
  for (const [a, near] of pairs.entries())
    for (const [b, count] of near)
      near.set(b, count / (Math.sqrt(numberAt(users, a) * numberAt(users, b)) + SHRINK));
  return pairs;
}

/** One shared user is no pattern: rare pairs count less. */
const SHRINK = 3;

export function workBased(
  history: History,
  near: CoUse,
  row: ReadonlyMap<number, number>,
  most: number,
): Ranked[] {
  const shares = new Map<number, Map<number, number>>();
  for (const [own, weight] of row)
    for (const [other, similarity] of near[own] ?? []) {
      if (row.has(other)) continue;
      const of = shares.get(other) ?? new Map<number, number>();
      of.set(own, weight * similarity);
      shares.set(other, of);
    }
  const ranked = [...shares].map(([column, of]) => ({
    column,
    score: [...of.values()].reduce((sum, share) => sum + share, 0),
    because: reasonsOf(of),
  }));
  return best(ranked, history, most);
}
