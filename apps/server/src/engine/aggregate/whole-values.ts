// Whether a filter keeps the values of a column whole: all documents with a value meet it, or none does.
import type { Aggregations } from '@isobar/contract/search/dsl-aggregation.ts';
import type { BoolQuery, Query } from '@isobar/contract/search/dsl-query.ts';
import { AskedBefore } from '../memory/asked-before.ts';
import type { Column } from '../segment/column.ts';
import { fieldOf } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';
import type { AggregationContext } from './aggregation-context.ts';

/** Searches that are remembered as asked before, and the longest one. */
const REMEMBERED = 200;
const LONGEST_KEY = 4096;

/**
 * Whether all aggregations below a filter are buckets of values that it keeps whole, so that they can be made of what is kept of
 * all found documents. Only of searches that were asked before: to count all for one filter alone would take longer.
 */
export function keepsWhole(
  filter: Query,
  inner: Aggregations | undefined,
  { segment, whole }: AggregationContext,
): boolean {
  const all = Object.values(inner ?? {});
  const columns = all.map((one) => ('terms' in one ? columnOf(one.terms, segment) : null));
  if (all.length === 0 || !columns.every((column) => column && isWhole(filter, column, segment)))
    return false;
  return wasAsked(segment, whole.key);
}

function columnOf(
  {
    field,
    missing,
    min_doc_count: minimum = 1,
  }: { field: string; missing?: unknown; min_doc_count?: number | undefined },
  segment: Segment,
): Column | null {
  const column = segment.columns.get(field);
  const isPlain = missing === undefined && minimum > 0;
  return isPlain && column?.starts === null && isValue(column) ? column : null;
}

const isValue = ({ kind }: Column): boolean => kind !== 'point' && kind !== 'shape';

function isWhole(query: Query, column: Column, segment: Segment): boolean {
  if ('match_all' in query || 'match_none' in query) return true;
  if ('bool' in query) return clausesOf(query.bool).every((one) => isWhole(one, column, segment));
  const name = fieldName(query);
  if (name === null) return false;
  const field = fieldOf(segment, name);
  if (field === null) return true; // nobody has it
  return field.kind === 'exact' && (field.column === column || determines(column, field.column));
}

/** Whether documents that share a value of the one column have the same value of the other. Looked up once. */
function determines(column: Column, other: Column): boolean {
  if (other.determinedBy.includes(column)) return true;
  if (column.starts || other.starts) return false;
  const known = determined.get(column) ?? new Map<Column, boolean>();
  determined.set(column, known);
  const found = known.get(other) ?? hasOneEach(column, other);
  known.set(other, found);
  return found;
}
const determined = new WeakMap<Column, Map<Column, boolean>>();

function hasOneEach({ ordinals, dictionary, documents }: Column, other: Column): boolean {
  const values = new Int32Array(dictionary.size + 1).fill(-1);
  for (let document = 0; document < documents; document++) {
    const value = ordinals[document] ?? 0;
    const own = other.ordinals[document] ?? 0;
    if (value === 0 || values[value] === own) continue;
    if (values[value] !== -1) return false;
    values[value] = own;
  }
  return true;
}

function clausesOf({ must, filter, should, must_not: mustNot }: BoolQuery): readonly Query[] {
  return [must, filter, should, mustNot].flatMap((some) => some ?? []);
}

const OF_ONE_FIELD: ReadonlySet<string> = new Set(['term', 'terms', 'prefix', 'wildcard']);

/** The only field on which it depends whether a document meets the query; null for queries of other kinds. */
function fieldName(query: Query): string | null {
  const [kind = '', options = {}] = Object.entries(query)[0] ?? [];
  if (!OF_ONE_FIELD.has(kind)) return null;
  return Object.keys(options).find((name) => name !== 'boost') ?? null;
}

const asked = new AskedBefore(REMEMBERED);

const wasAsked = (segment: Segment, key: string | null): boolean =>
  key !== null && key.length <= LONGEST_KEY && asked.was(segment, key);
