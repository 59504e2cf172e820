// Buckets of every combination of values of several fields, a page at a time: how notebooks walk
// through all there is.

import type { AggregationKinds, Aggregations } from '@isobar/query-language/aggregation.ts';
import type { AggregationResult } from '@isobar/query-language/result.ts';
import { illegal } from '../language/refusal.ts';
import { numberAt } from '../memory/numbers.ts';
import type { AggregationContext } from './aggregation-context.ts';
import { type CompositeSource, readSource } from './composite-source.ts';

type Composite = AggregationKinds['composite'];
/** A code for each source; see CompositeSource. */
type Tuple = readonly number[];
interface Found {
  readonly tuple: Tuple;
  count: number;
}

/**
 * When more combinations than this are being counted, only those of the wanted page are kept and
 * later ones are dropped.
 */
const MOST_COUNTED = 65_536;

export function composite(
  { size = 10, sources, after }: Composite,
  inner: Aggregations | undefined,
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const read = sources.map((source) => readSource(source, context));
  const past = after ? read.map((source) => source.codeOf(after[source.name] ?? null)) : null;
  const page = pageOf({ size, read, past }, list, context);
  context.budget.buckets(page.length * (1 + read.length));
  const documents = inner ? documentsOf(page, read, list, context) : null;
  const buckets = page.map(({ tuple, count }) => ({
    key: keyOf(tuple, read),
    doc_count: count,
    ...(documents ? context.below(inner, Int32Array.from(documents.get(tuple.join()) ?? [])) : {}),
  }));
  const last = buckets.at(-1);
  // The contract's type of a bucket has a single value as its key; the key here is an object with
  // one value per source.
  return { ...(last ? { after_key: last.key } : {}), buckets: buckets as never };
}

const keyOf = (tuple: Tuple, read: readonly CompositeSource[]): Record<string, unknown> =>
  Object.fromEntries(read.map(({ name, keyOf: own }, i) => [name, own(numberAt(tuple, i))]));

interface Wish {
  readonly size: number;
  readonly read: readonly CompositeSource[];
  readonly past: Tuple | null;
}

function pageOf(
  { size, read, past }: Wish,
  list: Int32Array,
  context: AggregationContext,
): Found[] {
  const compare = comparing(read);
  const most = Math.max(MOST_COUNTED, 4 * size);
  let counted = new Map<string, Found>();
  let end: Tuple | null = null;
  for (const [, tuple] of tuplesOf(read, list, context)) {
    const key = tuple.join();
    const known = counted.get(key);
    if (known) {
      known.count += 1;
      continue;
    }
    if (past && compare(tuple, past) <= 0) continue;
    if (end && compare(tuple, end) > 0) continue;
    counted.set(key, { tuple, count: 1 });
    if (counted.size <= most) continue;
    const best = [...counted.values()].sort((a, b) => compare(a.tuple, b.tuple)).slice(0, size);
    end = best.at(-1)?.tuple ?? null;
    counted = new Map(best.map((one) => [one.tuple.join(), one]));
  }
  return [...counted.values()].sort((a, b) => compare(a.tuple, b.tuple)).slice(0, size);
}

function documentsOf(
  page: readonly Found[],
  read: readonly CompositeSource[],
  list: Int32Array,
  context: AggregationContext,
): Map<string, number[]> {
  const documents = new Map<string, number[]>(page.map(({ tuple }) => [tuple.join(), []]));
  for (const [document, tuple] of tuplesOf(read, list, context)) {
    const own = documents.get(tuple.join());
    if (own && own.at(-1) !== document) own.push(document);
  }
  return documents;
}

const comparing =
  (read: readonly CompositeSource[]) =>
  (a: Tuple, b: Tuple): number => {
    for (const [i, { descending }] of read.entries()) {
      const [x, y] = [numberAt(a, i), numberAt(b, i)];
      if (x !== y) return (x < y ? -1 : 1) * (descending ? -1 : 1);
    }
    return 0;
  };

/**
 * Yields each document with every combination of its values. A document that lacks the value of a
 * source yields nothing.
 */
function* tuplesOf(
  read: readonly CompositeSource[],
  list: Int32Array,
  context: AggregationContext,
): Generator<[number, Tuple]> {
  for (const document of list) {
    let tuples: number[][] = [[]];
    for (const source of read) {
      const codes = source.codesOf(document);
      context.budget.work(4 + tuples.length * codes.length);
      if (tuples.length * codes.length > MOST_COUNTED)
        throw illegal(
          `the values of one document combine in more than ${MOST_COUNTED} ways; name fewer sources`,
        );
      const [only] = codes;
      if (only !== undefined && codes.length === 1) for (const tuple of tuples) tuple.push(only);
      else tuples = tuples.flatMap((tuple) => codes.map((code) => [...tuple, code]));
    }
    for (const tuple of tuples) {
      context.budget.work(16);
      yield [document, tuple];
    }
  }
}
