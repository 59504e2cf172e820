// Answers a whole request over one segment: found documents, aggregations, the page of hits.

import type { Aggregations } from '@isobar/query-language/aggregation.ts';
import type { Hits, HitsTotal, SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { aggregate } from './aggregate/aggregate.ts';
import { type AggregationCache, cachedAggregations } from './aggregate/aggregation-cache.ts';
import { dependsOnTime } from './language/dates.ts';
import { Budget, illegal } from './language/refusal.ts';
import { sourceCut } from './language/source-filter.ts';
import {
  allBits,
  type Bits,
  both,
  countBits,
  listForSearch,
  listOf,
  noBits,
  setBit,
} from './memory/bits.ts';
import { intAt, scoreAt } from './memory/numbers.ts';
import { beginScratch } from './memory/scratch.ts';
import type { Context } from './query/context.ts';
import { evaluate, matching } from './query/evaluate.ts';
import { highlighter } from './query/highlight.ts';
import { type Matched, matched, scoresByDocument } from './query/matched.ts';
import { suggest } from './query/suggest.ts';
import { bestScore, hitOf, showsScores } from './reply/hits.ts';
import { type DraftReply, replyObject, replyText } from './reply/reply-text.ts';
import { leading, rank } from './reply/sort.ts';
import { listAfter } from './reply/sort-after.ts';
import { type SortKey, sortKeys } from './reply/sort-keys.ts';
import { sequenceOf } from './reply/sort-sequence.ts';
import { bestOfGroups, everyPlace, topOfSequence, topPlaces } from './reply/top.ts';
import type { Column } from './segment/column.ts';
import { firstOrdinal, isTextColumn } from './segment/column.ts';
import { columnFor } from './segment/fields.ts';
import type { Segment } from './segment/segment.ts';

/** What a search may take, and what it knows of its surroundings. */
export type SearchLimits = {
  /**
   * Milliseconds after which the search is stopped; the `timeout` of its body can only shorten
   * them.
   */
  readonly milliseconds: number;
  /** Milliseconds since 1970: what `now` means in dates. */
  readonly now: number;
  /**
   * Shared with another thread, which sets its first number to 1 when no caller waits any more: see
   * `Budget`.
   */
  readonly cancelled?: Int32Array | null;
  /** Most bytes of the reply; `MAX_REPLY` by default. */
  readonly most?: number;
  /** A cache of aggregations for the searches of this thread. */
  readonly cache?: AggregationCache;
};

/**
 * Answers a request that `parseSearchBody` has let through, in this thread. `index`: the name that
 * hits carry. Throws a `Refusal` for what the fields of this index cannot answer (400), a reply
 * that is too long (413), and a search whose time is over or whose caller is gone (408);
 * `SegmentDamaged` where a document of the file is not as it was written. The reply is good for as
 * long as the caller likes.
 */
export const search = (
  segment: Segment,
  index: string,
  body: SearchBody,
  limits: SearchLimits,
): SearchReply => replyObject(answer(segment, index, body, limits));

/**
 * The reply of `search` as UTF-8 JSON, which takes less work; the bytes belong to the caller, who
 * may transfer them. Throws as `search` does.
 */
export const searchText = (
  segment: Segment,
  index: string,
  body: SearchBody,
  limits: SearchLimits,
): Uint8Array<ArrayBuffer> => replyText(answer(segment, index, body, limits));

function answer(
  segment: Segment,
  index: string,
  body: SearchBody,
  limits: SearchLimits,
): DraftReply {
  const start = performance.now();
  beginScratch();
  const keys = sortKeys(body.sort, segment);
  const aggregations = body.aggs ?? body.aggregations;
  const size = body.size ?? 10;
  const showScores = size > 0 && showsScores(keys, body.track_scores);
  const scoring =
    showScores || body.min_score !== undefined || (!!aggregations && showsBestHits(aggregations));
  const context: Context = {
    segment,
    scoring,
    now: limits.now,
    budget: new Budget(
      Math.min(limits.milliseconds, timeoutOf(body.timeout)),
      limits.cancelled,
      limits.most,
    ),
  };
  const found = findDocuments(body, context);
  const foundCount = countBits(found.bits);
  const filtered = body.post_filter
    ? both(found.bits, matching(body.post_filter, context))
    : found.bits;
  const filteredCount = filtered === found.bits ? foundCount : countBits(filtered);
  const forAll = aggregations !== undefined && showsBestHits(aggregations);
  const scores =
    showScores || forAll
      ? scoresByDocument(found, forAll ? found.bits : filtered, segment.documents)
      : null;
  const count = (asked: Aggregations) =>
    aggregate(
      asked,
      {
        bits: found.bits,
        documents: () => listOfFound(found.bits, foundCount, segment),
        key: keyOf(body),
      },
      { ...context, index, scores, alike: found.scored === null },
    );
  const aggregated =
    aggregations &&
    (limits.cache
      ? cachedAggregations(limits.cache, segment, index, body, () => count(aggregations))
      : count(aggregations));
  const hits = page(
    { body, index, bits: filtered, count: filteredCount, keys, size },
    showScores ? scores : null,
    scores,
    context,
  );
  const draft = {
    took: Math.round(performance.now() - start),
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits,
    ...(aggregations && Object.keys(aggregations).length > 0 ? { aggregations: aggregated } : {}),
    ...(body.suggest ? { suggest: suggest(body.suggest, context) } : {}),
  };
  return { draft };
}

function findDocuments(body: SearchBody, context: Context): Matched {
  const { documents } = context.segment;
  const asksOnlyWords =
    body.suggest !== undefined && !body.query && !(body.aggs ?? body.aggregations);
  if (asksOnlyWords) return matched(noBits(documents));
  const found = body.query ? evaluate(body.query, context) : matched(allBits(documents));
  if (body.min_score === undefined) return found;
  const least = body.min_score;
  const scores = scoresByDocument(found, found.bits, documents);
  const bits = noBits(documents);
  for (const d of listOf(found.bits)) if (scoreAt(scores, d) >= least) setBit(bits, d);
  return { ...found, bits };
}

/** The query that finds the documents, as a text; null if what it finds changes with time. */
function keyOf({ query, min_score }: SearchBody): string | null {
  const key = JSON.stringify([query, min_score]);
  return dependsOnTime(key) ? null : key;
}

/**
 * The list of found documents. If these are all documents, the same list is returned each time, so
 * that whatever is cached for the list stays valid.
 */
function listOfFound(bits: Bits, count: number, segment: Segment): Int32Array {
  if (count < segment.documents) return listForSearch(bits, count);
  const list = everything.get(segment) ?? listOf(bits);
  everything.set(segment, list);
  return list;
}
const everything = new WeakMap<Segment, Int32Array>();

type Page = {
  readonly body: SearchBody;
  readonly index: string;
  readonly bits: Bits;
  /** How many documents there are in `bits`. */
  readonly count: number;
  readonly keys: readonly SortKey[];
  readonly size: number;
};

function page(
  whole: Page,
  shownScores: Float32Array | null,
  scores: Float32Array | null,
  context: Context,
): Hits {
  const { body, index, bits, count, keys, size } = whole;
  const { segment } = context;
  const total = totalOf(body.track_total_hits, count);
  const collapse = body.collapse && collapseColumn(body.collapse.field, segment);
  if (size === 0) return { ...total, max_score: null, hits: [] };
  const top = topDocuments(whole, collapse ?? null, scores, context);
  context.budget.check();
  const highlights = body.highlight && highlighter(body.highlight, body.query, context);
  const source = sourceCut(body._source);
  if (source === null)
    context.budget.foresee(top.reduce((sum, document) => sum + segment.sourceBytes(document), 0));
  const rules = {
    index,
    segment,
    budget: context.budget,
    scores: shownScores,
    source,
    keys: body.sort === undefined ? [] : keys,
    extra: (document: number) => ({
      ...(collapse ? collapsedBy(collapse, document) : {}),
      ...highlights?.(document),
    }),
  };
  return {
    ...total,
    // a page after another has no best score
    max_score: body.search_after ? null : bestScore(bits, shownScores),
    hits: Array.from(top, (document) => hitOf(document, rules)),
  };
}

/** The documents of the page, best first. */
function topDocuments(
  { body, bits, count, keys, size }: Page,
  collapse: Column | null,
  scores: Float32Array | null,
  context: Context,
): Int32Array {
  const { segment, budget } = context;
  const from = body.from ?? 0;
  const sequence = body.search_after ? null : sequenceOf(segment, keys, count, budget);
  const quick = sequence && topOfSequence(sequence, bits, collapse, { from, size }, count);
  if (quick) return quick;
  const whole = listForSearch(bits, count);
  const list = body.search_after
    ? listAfter(whole, keys, body.search_after, scores, context)
    : whole;
  budget.check();
  const best = (some: Int32Array) => {
    const ranking = rank(some, keys, scores, context);
    budget.check();
    return { ranking, places: collapse ? bestOfGroups(ranking, collapse) : everyPlace(ranking) };
  };
  const wanted = from + size;
  const led = leading(list, keys, wanted * (collapse ? DOCUMENTS_OF_GROUP : 1));
  const first = led && best(led);
  const { ranking, places } = first && first.places.length >= wanted ? first : best(list);
  const top = topPlaces(places, ranking.compare, from, size);
  return top.map((place) => intAt(ranking.list, place));
}
/**
 * This many documents per hit of a collapsed page are looked at first; if they hold too few groups,
 * all of them are.
 */
const DOCUMENTS_OF_GROUP = 64;

function totalOf(tracked: SearchBody['track_total_hits'], value: number): { total?: HitsTotal } {
  if (tracked === false) return {};
  if (typeof tracked === 'number' && value > tracked)
    return { total: { value: tracked, relation: 'gte' } };
  return { total: { value, relation: 'eq' } };
}

function collapseColumn(field: string, segment: Segment): Column {
  const column = columnFor(segment, field);
  if (!column) throw illegal(`no mapping found for \`${field}\` in order to collapse on`);
  if (column.kind === 'date' || column.kind === 'boolean')
    throw illegal(
      `unknown type for collapse field \`${field}\`, only keywords and numbers are accepted`,
    );
  if (column.starts || column.kind === 'point' || column.kind === 'shape')
    throw illegal(`cannot collapse on the field \`${field}\`: it holds several values`);
  return column;
}

function collapsedBy(column: Column, document: number): object {
  const value = firstOrdinal(column, document, false);
  if (value === 0) return {};
  const shown = isTextColumn(column)
    ? column.dictionary.text(value - 1)
    : column.dictionary.number(value - 1);
  return { fields: { [column.name]: [shown] } };
}

function timeoutOf(timeout: string | undefined): number {
  if (timeout === undefined) return Number.POSITIVE_INFINITY;
  return Number.parseInt(timeout, 10) * (timeout.endsWith('ms') ? 1 : 1000);
}

/** Whether any aggregation shows hits, which may need scores. */
const showsBestHits = (aggregations: Aggregations): boolean =>
  Object.values(aggregations).some((aggregation) => {
    const inner = aggregation.aggs ?? aggregation.aggregations;
    return 'top_hits' in aggregation || (inner !== undefined && showsBestHits(inner));
  });
