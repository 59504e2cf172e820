// Buckets by the values of a field, with counts and the aggregations below each.
import type { AggregationKinds, Aggregations } from '@isobar/query-language/aggregation.ts';
import type {
  AggregationResult,
  AggregationResults,
  Bucket,
} from '@isobar/query-language/result.ts';
import { illegal } from '../language/refusal.ts';
import { numberOf } from '../query/evaluate-exact.ts';
import { type Column, isTextColumn } from '../segment/column.ts';
import { columnFor } from '../segment/fields.ts';
import { valueText } from './aggregate-metrics.ts';
import { type PlainOrder, type PlainTerms, plainTerms } from './aggregate-terms-plain.ts';
import { firstHit, wantsFirst } from './aggregate-top-hits.ts';
import type { AggregationContext } from './aggregation-context.ts';
import { type BucketOrder, inOrder, readOrder } from './bucket-order.ts';
import { documentsByValue, type ValueCounts } from './count.ts';
import type { Counted } from './counted.ts';
import { valueFilter } from './value-filter.ts';

type Terms = AggregationKinds['terms'];

/** A bucket in the making. `value`: ordinal + 1; 0: documents without a value. */
type Draft = {
  readonly value: number;
  readonly key: string | number;
  readonly count: number;
  /**
   * Documents without a value are counted here too, because `missing` names a value that other
   * documents have.
   */
  readonly withMissing: boolean;
  /**
   * At first only the results by which buckets are sorted and those found while counting; in the
   * end all of them.
   */
  results: Record<string, AggregationResult>;
};

export function termsAggregation(
  terms: Terms,
  inner: Aggregations | undefined,
  counted: Counted,
  context: AggregationContext,
): AggregationResult {
  const column = columnFor(context.segment, terms.field);
  if (!column) return unmapped(terms, inner, counted.list(), context);
  if (column.kind === 'point' || column.kind === 'shape')
    throw illegal(`Field [${terms.field}] of places is not supported for aggregation [terms]`);
  const order = readOrder(terms.order, inner);
  const first = inner ? firstDistinct(inner, context) : null;
  const counts = counted.counts(column, first);
  const plain = plainOrder(terms, order, inner, column, context);
  if (plain && inner) {
    const distinct = Object.entries(inner).map(([name, aggregation]) => {
      const by = contiguousDistinct(aggregation, context);
      return { name, counts: by === first ? counts : counted.counts(column, by) };
    });
    return plainResult(terms, order, plain, { column, counts, distinct }, context);
  }
  if (plain) return plainResult(terms, order, plain, { column, counts, distinct: [] }, context);
  const { drafts, total, values } = draftsOf(terms, column, counts, context);
  const mixed = drafts.some((draft) => draft.withMissing);
  const { quick, slow } = parted(inner, mixed ? null : column, context);
  for (const [name, distinct] of quick) {
    const numbers = distinct === first ? counts : counted.counts(column, distinct);
    for (const draft of drafts) draft.results[name] = { value: numbers.distinctOf(draft.value) };
  }
  const early = order.needs.filter((name) => Object.hasOwn(slow, name));
  addResults(drafts, pick(slow, early), column, counted, context);
  const ordered = inOrder(
    drafts,
    order,
    (draft) => draft.key,
    context.budget,
    terms.missing === undefined,
  );
  const chosen = ordered.slice(0, terms.size ?? 10);
  context.budget.buckets(chosen.length);
  addResults(chosen, omit(slow, early), column, counted, context);
  const shown = chosen.reduce((sum, draft) => sum + draft.count, 0);
  return {
    doc_count_error_upper_bound: errorBound(terms, order, values),
    sum_other_doc_count: total - shown,
    buckets: bucketsOf(chosen, column, inner),
  };
}

/**
 * The order, if there are only distinct counts below the buckets and one number decides their
 * order; else null.
 */
function plainOrder(
  { missing, min_doc_count: minimum = 1 }: Terms,
  { rules }: BucketOrder,
  inner: Aggregations | undefined,
  column: Column,
  context: AggregationContext,
): PlainOrder | null {
  const [rule] = rules;
  if (missing !== undefined || minimum === 0 || !rule || rules.length > 1) return null;
  if (column.kind === 'date' || column.kind === 'boolean' || column.dictionary.size >= 2 ** 21)
    return null;
  for (const aggregation of Object.values(inner ?? {}))
    if (aggregation.meta || !contiguousDistinct(aggregation, context)) return null;
  const [by = '', member = 'value'] = rule.path;
  if (rule.path.length > 2 || member !== 'value') return null;
  return { by: by === '_term' ? '_key' : by, descending: rule.descending };
}

function plainResult(
  terms: Terms,
  order: BucketOrder,
  plain: PlainOrder,
  found: Pick<PlainTerms, 'column' | 'counts' | 'distinct'>,
  context: AggregationContext,
): AggregationResult {
  const { include, exclude } = terms;
  const accepts =
    include === undefined && exclude === undefined
      ? null
      : valueFilter(include, exclude, found.column, context);
  const { table, total, shown, different } = plainTerms({
    ...found,
    order: plain,
    minimum: terms.min_doc_count ?? 1,
    size: terms.size ?? 10,
    accepts,
  });
  context.budget.buckets(table.keys.length);
  return {
    doc_count_error_upper_bound: errorBound(terms, order, different),
    sum_other_doc_count: total - shown,
    buckets: table as never, // becomes buckets when the reply is written
  };
}

/**
 * Counts here are exact. A cluster says -1 (unknown) where a shard may have left out buckets that
 * would rank higher over all shards; programs may look at this number, so we say -1 in the same
 * cases.
 */
function errorBound(
  { size = 10, shard_size, min_doc_count = 1 }: Terms,
  order: BucketOrder,
  buckets: number,
): number {
  const [first] = order.rules;
  const known = first?.path[0] === '_key' || (first?.path[0] === '_count' && first.descending);
  const perShard = Math.max(size, shard_size ?? Math.floor(size * 1.5 + 10));
  return known || min_doc_count > 1 || buckets < perShard ? 0 : -1;
}

function bucketsOf(
  drafts: readonly Draft[],
  column: Column,
  inner: Aggregations | undefined,
): Bucket[] {
  const names = Object.keys(inner ?? {});
  const metas = names.filter((name) => inner?.[name]?.meta);
  return drafts.map(({ key, count, results }) => {
    const text = isTextColumn(column) ? null : valueText(column, key as number);
    const bucket: Record<string, unknown> = { key };
    if (text !== null) bucket.key_as_string = text;
    bucket.doc_count = count;
    for (const name of names) bucket[name] = results[name];
    for (const name of metas) bucket[name] = { meta: inner?.[name]?.meta, ...results[name] };
    return bucket as Bucket;
  });
}

/**
 * The values that get a bucket, the sum of their counts, and how many values there are including
 * those with too small counts.
 */
function draftsOf(
  { min_doc_count: minimum = 1, include, exclude, missing }: Terms,
  column: Column,
  counts: ValueCounts,
  context: AggregationContext,
): { drafts: Draft[]; total: number; values: number } {
  const accepts = valueFilter(include, exclude, column, context);
  const drafts: Draft[] = [];
  let total = 0;
  let values = 0;
  const draft = (value: number, key: string | number, count: number, withMissing: boolean) => {
    values++;
    context.budget.work(1);
    if (count < minimum) return;
    total += count;
    drafts.push({ value, key, count, withMissing, results: {} });
  };
  const missingKey = missing === undefined ? null : keyLike(missing, column, context);
  const missingValue = missingKey === null ? 0 : ordinalOf(column, missingKey) + 1;
  const visit = (value: number, count: number) => {
    if (value !== missingValue && accepts.ordinal(value - 1))
      draft(value, keyOf(column, value - 1), count, false);
  };
  if (minimum === 0)
    for (let value = 1; value <= column.dictionary.size; value++) visit(value, counts.of(value));
  else counts.each(visit);
  if (missingKey !== null && accepts.key(missingKey)) {
    const own = missingValue > 0 ? counts.of(missingValue) : 0;
    const count = own + counts.of(0);
    if (count > 0 || minimum === 0) draft(missingValue, missingKey, count, missingValue > 0);
  }
  return { drafts, total, values };
}

const keyOf = (column: Column, ordinal: number): string | number =>
  isTextColumn(column) ? column.dictionary.text(ordinal) : column.dictionary.number(ordinal);

const ordinalOf = (column: Column, key: string | number): number =>
  isTextColumn(column) ? column.dictionary.find(String(key)) : column.dictionary.find(Number(key));

const keyLike = (
  missing: NonNullable<Terms['missing']>,
  column: Column,
  context: AggregationContext,
): string | number =>
  isTextColumn(column) ? String(missing) : numberOf(column, missing, 'down', context);

/**
 * Separates the quick aggregations (distinct counts over a contiguous column, found while counting)
 * from those that need the documents of each bucket.
 */
function parted(
  inner: Aggregations | undefined,
  column: Column | null,
  context: AggregationContext,
) {
  const quick = new Map<string, Column>();
  const slow: Record<string, Aggregations[string]> = {};
  for (const [name, aggregation] of Object.entries(inner ?? {})) {
    const distinct = column && contiguousDistinct(aggregation, context);
    if (distinct) quick.set(name, distinct);
    else slow[name] = aggregation;
  }
  return { quick, slow };
}

/** The column of the first distinct count that is made along with the counts. */
function firstDistinct(inner: Aggregations, context: AggregationContext): Column | null {
  for (const aggregation of Object.values(inner)) {
    const distinct = contiguousDistinct(aggregation, context);
    if (distinct) return distinct;
  }
  return null;
}

function contiguousDistinct(
  aggregation: Aggregations[string],
  { segment }: AggregationContext,
): Column | null {
  if (!('cardinality' in aggregation) || aggregation.cardinality.missing !== undefined) return null;
  const column = columnFor(segment, aggregation.cardinality.field);
  return column?.contiguous ? column : null;
}

function addResults(
  drafts: readonly Draft[],
  inner: Aggregations,
  column: Column,
  counted: Counted,
  context: AggregationContext,
): void {
  if (Object.keys(inner).length === 0 || drafts.length === 0) return;
  const values = drafts.map((draft) => draft.value);
  const mixed = drafts.find((draft) => draft.withMissing);
  if (!mixed && addFirsts(drafts, inner, column, counted, context)) return;
  const documents = documentsByValue(column, counted.list(), values, mixed?.value);
  drafts.forEach((draft, i) => {
    Object.assign(draft.results, context.below(inner, documents(i)));
  });
}

/**
 * Fills the buckets without listing their documents, if only the first document of each is wanted.
 * Says whether it did.
 */
function addFirsts(
  drafts: readonly Draft[],
  inner: Aggregations,
  column: Column,
  counted: Counted,
  context: AggregationContext,
): boolean {
  const wanted = Object.entries(inner).flatMap(([name, one]) =>
    'top_hits' in one &&
    !one.meta &&
    !one.aggs &&
    !one.aggregations &&
    wantsFirst(one.top_hits, context)
      ? [{ name, options: one.top_hits }]
      : [],
  );
  if (
    wanted.length < Object.keys(inner).length ||
    drafts.some((draft) => draft.value === 0 || draft.count === 0)
  )
    return false;
  for (const { value, count, results } of drafts) {
    const first = counted.first(column, value);
    for (const { name, options } of wanted)
      results[name] = firstHit(options, first, count, context);
  }
  return true;
}

const pick = (all: Aggregations, names: readonly string[]): Aggregations =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));

const omit = (all: Aggregations, names: readonly string[]): Aggregations =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));

/** The result for a field that the index does not have: no document has a value. */
function unmapped(
  { missing, min_doc_count: minimum = 1 }: Terms,
  inner: Aggregations | undefined,
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const none = missing === undefined || list.length < Math.max(1, minimum);
  const results: AggregationResults = none ? {} : context.below(inner, list);
  const key = typeof missing === 'number' ? missing : String(missing);
  return {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: 0,
    buckets: none ? [] : [{ key, doc_count: list.length, ...results }],
  };
}
