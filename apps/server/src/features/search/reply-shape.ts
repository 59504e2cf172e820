// Two forms of a reply that typed and older clients ask for: `typed_keys` and
// `rest_total_hits_as_int`. Pure.

import type { Aggregation, Aggregations } from '@isobar/query-language/aggregation.ts';
import type { FieldType, Mapping } from '@isobar/query-language/mapping.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { recordOf } from '../../platform/text/unknown.ts';
import { SearchRefused } from '../../ports/search-index.ts';

export interface ReplyShape {
  /** `sterms#NAME` instead of `NAME`. */
  readonly typedKeys: boolean;
  /** `hits.total` is a number, as it was before version 7. */
  readonly plainTotals: boolean;
}

/** Longer replies are not taken apart again: that would hold others up. */
const MOST_BYTES = 2 << 20;

type Query = Readonly<Record<string, unknown>>;

/**
 * The shape that an address asks for (null: as it is), and its other parameters. Throws
 * SearchRefused.
 */
export function takeShape(query: Query): { shape: ReplyShape | null; rest: Query } {
  const { typed_keys, rest_total_hits_as_int, ...rest } = query;
  const shape = {
    typedKeys: flag('typed_keys', typed_keys),
    plainTotals: flag('rest_total_hits_as_int', rest_total_hits_as_int),
  };
  return { rest, shape: shape.typedKeys || shape.plainTotals ? shape : null };
}

function flag(name: string, value: unknown): boolean {
  if (value === undefined || value === 'false') return false;
  if (value === '' || value === 'true') return true;
  throw new SearchRefused(400, 'illegal_argument_exception', `[${name}] expected true or false`);
}

/**
 * A reply as UTF-8 JSON in another shape. Throws SearchRefused for one that is too long for that.
 */
export function shapedText(
  text: Uint8Array,
  shape: ReplyShape,
  body: SearchBody,
  mapping: Mapping,
): Uint8Array {
  if (text.length > MOST_BYTES)
    throw new SearchRefused(
      413,
      'content_too_long_exception',
      `a reply of more than ${MOST_BYTES >> 20} MiB comes without typed_keys and rest_total_hits_as_int`,
    );
  const reply: unknown = JSON.parse(Buffer.from(text).toString());
  return Buffer.from(JSON.stringify(shaped(recordOf(reply), shape, body, mapping)));
}

export function shaped(reply: Query, shape: ReplyShape, body: SearchBody, mapping: Mapping): Query {
  const asked = body.aggs ?? body.aggregations;
  const { aggregations, suggest } = reply;
  return {
    ...reply,
    ...('hits' in reply && shape.plainTotals ? { hits: plainTotal(reply.hits) } : {}),
    ...(asked && aggregations
      ? { aggregations: below(recordOf(aggregations), asked, shape, mapping) }
      : {}),
    ...(suggest && body.suggest && shape.typedKeys
      ? { suggest: typedSuggest(recordOf(suggest), body.suggest) }
      : {}),
  };
}

function plainTotal(hits: unknown): unknown {
  const { total } = recordOf(hits);
  const { value } = recordOf(total);
  return value === undefined ? hits : { ...recordOf(hits), total: value };
}

/** Results by name, or a bucket with results among its members. */
function below(results: Query, asked: Aggregations, shape: ReplyShape, mapping: Mapping): Query {
  const entries = Object.entries(results).map(([name, result]): [string, unknown] => {
    const aggregation = Object.hasOwn(asked, name) ? asked[name] : undefined;
    if (!aggregation) return [name, result];
    const key = shape.typedKeys ? `${typeOf(aggregation, mapping)}#${name}` : name;
    return [key, one(recordOf(result), aggregation, shape, mapping)];
  });
  return Object.fromEntries(entries);
}

function one(result: Query, aggregation: Aggregation, shape: ReplyShape, mapping: Mapping): Query {
  if ('top_hits' in aggregation)
    return shape.plainTotals ? { ...result, hits: plainTotal(result.hits) } : result;
  const inner = aggregation.aggs ?? aggregation.aggregations;
  if (!inner) return result;
  const { buckets } = result;
  const bucket = (each: unknown) => below(recordOf(each), inner, shape, mapping);
  if (Array.isArray(buckets)) return { ...result, buckets: buckets.map(bucket) };
  if (buckets === undefined) return bucket(result);
  const named = Object.entries(recordOf(buckets)).map(([name, each]) => [name, bucket(each)]);
  return { ...result, buckets: Object.fromEntries(named) };
}

/** The type of an aggregation, which clients expect in the names of its results. */
function typeOf(aggregation: Aggregation, mapping: Mapping): string {
  const [kind = ''] = Object.keys(aggregation).filter(
    (name) => !['aggs', 'aggregations', 'meta'].includes(name),
  );
  if (!('terms' in aggregation)) return kind.replace(/^percentile/, 'tdigest_percentile');
  const field = aggregation.terms.field.replace(/\.keyword$/, '');
  if (field === '_id') return 'sterms';
  const type = Object.hasOwn(mapping, field) ? mapping[field]?.type : undefined;
  return type === undefined ? 'umterms' : TERMS[type];
}

const TERMS: Readonly<Record<FieldType, string>> = {
  text: 'sterms',
  keyword: 'sterms',
  geo_point: 'sterms',
  geo_shape: 'sterms',
  stored: 'sterms',
  integer: 'lterms',
  date: 'lterms',
  boolean: 'lterms',
  double: 'dterms',
};

function typedSuggest(suggest: Query, asked: NonNullable<SearchBody['suggest']>): Query {
  const entries = Object.entries(suggest).map(([name, result]) => {
    const wish = Object.hasOwn(asked, name) ? recordOf(recordOf(asked)[name]) : {};
    return [`${'phrase' in wish ? 'phrase' : 'term'}#${name}`, result];
  });
  return Object.fromEntries(entries);
}
