// Recommended by matrix factorisation of implicit use (alternating least squares; Hu, Koren and
// Volinsky 2008). Pure.
import { addAt, itemAt, numberAt } from './checked.ts';
import { best, type History, type Ranked, reasonsOf } from './history.ts';

const FACTORS = 16;
const ROUNDS = 10;
/** How much more confidence use gives than the absence of use. */
const CONFIDENCE = 12;
/** Regularisation, which prevents overfitting. */
const RIDGE = 4;

/** Item factors, FACTORS numbers a column. */
export interface Factors {
  readonly items: Float64Array;
  readonly gram: Float64Array;
}

/** The same history gives the same factors: the start is not left to chance. */
export function factorise({ codes, rows }: History): Factors {
  const random = mulberry(0x15_0b_a7);
  const items = Float64Array.from({ length: codes.length * FACTORS }, () => random() * 0.1);
  const people = new Float64Array(rows.length * FACTORS);
  const columns = codes.map(() => new Map<number, number>());
  for (const [n, row] of rows.entries()) for (const [c, w] of row) itemAt(columns, c).set(n, w);
  for (let round = 0; round < ROUNDS; round++) {
    solveAll(people, rows, items);
    solveAll(items, columns, people);
  }
  return { items, gram: gramOf(items) };
}

export function byFactors(
  history: History,
  { items, gram }: Factors,
  row: ReadonlyMap<number, number>,
  most: number,
): Ranked[] {
  if (row.size === 0) return [];
  const person = new Float64Array(FACTORS);
  solve(person, 0, row, items, gram);
  const ranked: Ranked[] = [];
  for (let column = 0; column < history.codes.length; column++) {
    if (row.has(column)) continue;
    ranked.push({ column, score: dot(person, 0, items, column * FACTORS), because: [] });
  }
  return best(ranked, history, most).map((one) => {
    const shares = new Map<number, number>();
    for (const [own, weight] of row) shares.set(own, weight * cosine(items, own, one.column));
    return { ...one, because: reasonsOf(shares) };
  });
}

function solveAll(
  target: Float64Array,
  rows: readonly ReadonlyMap<number, number>[],
  fixed: Float64Array,
): void {
  const gram = gramOf(fixed);
  for (const [n, row] of rows.entries()) solve(target, n * FACTORS, row, fixed, gram);
}

/** The factors that explain one row best: (YtY + Yt(C-1)Y + ridge) x = Yt C p, by Cholesky. */
function solve(
  target: Float64Array,
  at: number,
  row: ReadonlyMap<number, number>,
  fixed: Float64Array,
  gram: Float64Array,
): void {
  const matrix = gram.slice();
  const right = new Float64Array(FACTORS);
  for (const [other, weight] of row) {
    const sure = CONFIDENCE * weight;
    const from = other * FACTORS;
    for (let i = 0; i < FACTORS; i++) {
      const y = numberAt(fixed, from + i);
      addAt(right, i, (1 + sure) * y);
      for (let j = 0; j <= i; j++)
        addAt(matrix, i * FACTORS + j, sure * y * numberAt(fixed, from + j));
    }
  }
  for (let i = 0; i < FACTORS; i++) addAt(matrix, i * FACTORS + i, RIDGE);
  cholesky(matrix);
  for (let i = 0; i < FACTORS; i++) {
    let sum = numberAt(right, i);
    for (let j = 0; j < i; j++) sum -= numberAt(matrix, i * FACTORS + j) * numberAt(right, j);
    right[i] = sum / numberAt(matrix, i * FACTORS + i);
  }
  for (let i = FACTORS - 1; i >= 0; i--) {
    let sum = numberAt(right, i);
    for (let j = i + 1; j < FACTORS; j++)
      sum -= numberAt(matrix, j * FACTORS + i) * numberAt(right, j);
    right[i] = sum / numberAt(matrix, i * FACTORS + i);
  }
  target.set(right, at);
}

/** In place, the lower triangle; the matrix is symmetric and positive: the ridge makes it so. */
function cholesky(matrix: Float64Array): void {
  for (let i = 0; i < FACTORS; i++)
    for (let j = 0; j <= i; j++) {
      let sum = numberAt(matrix, i * FACTORS + j);
      for (let k = 0; k < j; k++)
        sum -= numberAt(matrix, i * FACTORS + k) * numberAt(matrix, j * FACTORS + k);
      matrix[i * FACTORS + j] =
        i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / numberAt(matrix, j * FACTORS + j);
    }
}

function gramOf(vectors: Float64Array): Float64Array {
  const gram = new Float64Array(FACTORS * FACTORS);
  for (let at = 0; at < vectors.length; at += FACTORS)
    for (let i = 0; i < FACTORS; i++)
      for (let j = 0; j <= i; j++)
        addAt(gram, i * FACTORS + j, numberAt(vectors, at + i) * numberAt(vectors, at + j));
  return gram;
}

function dot(a: Float64Array, from: number, b: Float64Array, to: number): number {
  let sum = 0;
  for (let i = 0; i < FACTORS; i++) sum += numberAt(a, from + i) * numberAt(b, to + i);
  return sum;
}

function cosine(items: Float64Array, a: number, b: number): number {
  const [x, y] = [a * FACTORS, b * FACTORS];
  const length = Math.sqrt(dot(items, x, items, x) * dot(items, y, items, y));
  return length > 0 ? dot(items, x, items, y) / length : 0;
}

/** Small, and the same everywhere. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
