// Answers a query: which documents match, and with what score.
import type { BoolQuery, Query } from '@isobar/query-language/query.ts';
import { dependsOnTime } from '../language/dates.ts';
import { required } from '../language/minimum.ts';
import { allBits, type Bits, noBits } from '../memory/bits.ts';
import { cachedBits } from '../memory/cached-bits.ts';
import type { Context } from './context.ts';
import {
  evaluateExists,
  evaluateIds,
  evaluatePrefix,
  evaluateRange,
  evaluateTerm,
  evaluateTerms,
  evaluateWildcard,
} from './evaluate-exact.ts';
import { evaluateGeoBox, evaluateGeoDistance, evaluateGeoShape } from './evaluate-geo.ts';
import { evaluateQueryString } from './evaluate-query-string.ts';
import { evaluateSimpleQueryString } from './evaluate-simple.ts';
import {
  evaluateFuzzy,
  evaluateMatch,
  evaluateMatchBoolPrefix,
  evaluateMatchPhrase,
  evaluateMatchPhrasePrefix,
  evaluateMultiMatch,
} from './evaluate-text.ts';
import { boosted, combine, type Matched, matched } from './matched.ts';

/** The documents that a query finds. Throws Refusal. */
export function evaluate(query: Query, context: Context): Matched {
  context.budget.check();
  const { documents } = context.segment;
  if ('match_all' in query) return boosted(matched(allBits(documents)), query.match_all.boost);
  if ('match_none' in query) return matched(noBits(documents), 0);
  if ('query_string' in query) return evaluateQueryString(query.query_string, context);
  if ('simple_query_string' in query)
    return evaluateSimpleQueryString(query.simple_query_string, context);
  if ('match' in query) return evaluateMatch(query.match, context);
  if ('match_phrase' in query) return evaluateMatchPhrase(query.match_phrase, context);
  if ('match_phrase_prefix' in query)
    return evaluateMatchPhrasePrefix(query.match_phrase_prefix, context);
  if ('match_bool_prefix' in query)
    return evaluateMatchBoolPrefix(query.match_bool_prefix, context);
  if ('multi_match' in query) return evaluateMultiMatch(query.multi_match, context);
  if ('term' in query) return evaluateTerm(query.term, context);
  if ('terms' in query) return evaluateTerms(query.terms, context);
  if ('range' in query) return evaluateRange(query.range, context);
  if ('exists' in query) return evaluateExists(query.exists, context);
  if ('prefix' in query) return evaluatePrefix(query.prefix, context);
  if ('fuzzy' in query) return evaluateFuzzy(query.fuzzy, context);
  if ('wildcard' in query) return evaluateWildcard(query.wildcard, context);
  if ('ids' in query) return evaluateIds(query.ids, context);
  if ('geo_bounding_box' in query) return evaluateGeoBox(query.geo_bounding_box, context);
  if ('geo_distance' in query) return evaluateGeoDistance(query.geo_distance, context);
  if ('geo_shape' in query) return evaluateGeoShape(query.geo_shape, context);
  if ('constant_score' in query) {
    const { filter, boost } = query.constant_score;
    return boosted(matched(matching(filter, context)), boost);
  }
  return evaluateBool(query.bool, context);
}

/**
 * The documents that a query finds, without scores. They come from a cache, so they must not be
 * changed.
 */
export function matching(query: Query, context: Context): Bits {
  const text = JSON.stringify(query);
  const find = () => evaluate(query, { ...context, scoring: false }).bits;
  const { documents } = context.segment;
  return dependsOnTime(text) ? find() : cachedBits(context.segment, text, documents, find);
}

function evaluateBool(bool: BoolQuery, context: Context): Matched {
  const scored = (query: Query) => evaluate(query, context);
  const unscored = (query: Query) => matched(matching(query, context), 0);
  const must = clauses(bool.must).map(scored);
  const filter = clauses(bool.filter).map(unscored);
  const should = clauses(bool.should).map(scored);
  const mustNot = clauses(bool.must_not).map(unscored);
  const { documents } = context.segment;
  if (must.length + filter.length + should.length + mustNot.length === 0)
    return boosted(matched(allBits(documents)), bool.boost);
  const minimum = minimumOf(bool, must.length + filter.length, should.length);
  return boosted(combine({ must, filter, should, mustNot, minimum }, context), bool.boost);
}

/**
 * How many of `should` must match. If there is only `must_not`, `minimum_should_match` is ignored.
 */
export function minimumOf(bool: BoolQuery, others: number, optional: number): number {
  if (others + optional === 0) return 0;
  const atLeast = others === 0 ? 1 : 0;
  return Math.max(atLeast, required(bool.minimum_should_match, optional, 0));
}

/** Clauses of a `bool`, which may be written as one. */
export const clauses = (queries: Query | readonly Query[] | undefined): readonly Query[] =>
  queries === undefined ? [] : Array.isArray(queries) ? queries : [queries as Query];
