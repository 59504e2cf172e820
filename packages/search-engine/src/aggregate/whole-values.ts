// Finds the values that a filter keeps where it keeps a column's values whole: all documents with a
// value meet the filter, or none does.
import type { Aggregations } from '@isobar/query-language/aggregation.ts';
import type { BoolQuery, Query } from '@isobar/query-language/query.ts';
import { AskedBefore } from '../memory/asked-before.ts';
import { chosenValues } from '../query/chosen-values.ts';
import { clauses, minimumOf } from '../query/evaluate.ts';
import { type Column, firstOrdinal } from '../segment/column.ts';
import { fieldOf } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';
import type { AggregationContext } from './aggregation-context.ts';

/**
 * How many searches are remembered as seen before, and the length in characters up to which they
 * are remembered.
 */
const REMEMBERED = 200;
const LONGEST_KEY = 4096;

/**
 * The values of a column that a filter keeps: 1 at each kept value (ordinal + 1). Place 0 stands
 * for the documents without a value.
 */
export type Kept = Uint8Array;

/**
 * For a filter that keeps values whole: which values it keeps of each column that the buckets below
 * it count. These buckets can then be made from the counts over all found documents. Null for other
 * filters, and for a search that was not seen before: counting all found documents for a single
 * filter would take longer.
 */
export function keptValues(
  filter: Query,
  inner: Aggregations | undefined,
  context: AggregationContext,
): ReadonlyMap<Column, Kept> | null {
  const { segment, whole } = context;
  const columns = Object.values(inner ?? {}).map((one) =>
    'terms' in one ? columnOf(one.terms, segment) : null,
  );
  const kept = new Map<Column, Kept>();
  if (columns.length === 0) return null;
  for (const column of columns) if (!column || !isWhole(filter, column, segment)) return null;
  if (!wasAsked(segment, whole.key)) return null;
  for (const column of columns) if (column) kept.set(column, keptOf(filter, column, context));
  return kept;
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
  if (field === null) return true; // no document has it
  return field.kind === 'exact' && (field.column === column || determines(column, field.column));
}

/**
 * Whether documents with the same value in `column` have the same value in `other`, and documents
 * without a value in `column` have none in `other`. Cached.
 */
function determines(column: Column, other: Column): boolean {
  const known = determined.get(column) ?? new Map<Column, boolean>();
  determined.set(column, known);
  const found = known.get(other) ?? (isEmptyWith(column, other) && decides(column, other));
  known.set(other, found);
  return found;
}
const determined = new WeakMap<Column, Map<Column, boolean>>();

const decides = (column: Column, other: Column): boolean =>
  other.determinedBy.includes(column) ||
  (!column.starts && !other.starts && hasOneEach(column, other));

/**
 * Whether every document without a value in the one column lacks one in `other`, too. The one
 * column has at most one value per document.
 */
function isEmptyWith({ ordinals, documents }: Column, other: Column): boolean {
  for (let document = 0; document < documents; document++)
    if (ordinals[document] === 0 && firstOrdinal(other, document, false) !== 0) return false;
  return true;
}

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

const clausesOf = ({ must, filter, should, must_not: mustNot }: BoolQuery): readonly Query[] =>
  [must, filter, should, mustNot].flatMap(clauses);

/** `query`: one that keeps the values of the column whole. */
function keptOf(query: Query, column: Column, context: AggregationContext): Kept {
  const none = () => new Uint8Array(column.dictionary.size + 1);
  if ('match_all' in query) return none().fill(1);
  if ('bool' in query) return keptOfBool(query.bool, column, context);
  const field = fieldOf(context.segment, fieldName(query) ?? '');
  const chosen = field?.kind === 'exact' ? chosenValues(query, field.column, context.budget) : null;
  if (field?.kind !== 'exact' || !chosen) return none();
  const { postings, postingStarts } = column;
  return none().map((_, value) => {
    // documents without a value in `column` have none in the other field either
    if (value === 0) return 0;
    if (field.column === column) return chosen[value - 1] ?? 0;
    const some = postings[postingStarts[value - 1] ?? 0] ?? 0;
    return hasChosen(field.column, some, chosen) ? 1 : 0;
  });
}

function hasChosen({ starts, ordinals }: Column, document: number, chosen: Uint8Array): boolean {
  const from = starts ? (starts[document] ?? 0) : document;
  const to = starts ? (starts[document + 1] ?? 0) : document + 1;
  for (let at = from; at < to; at++) if (chosen[(ordinals[at] ?? 0) - 1] === 1) return true;
  return false;
}

function keptOfBool(bool: BoolQuery, column: Column, context: AggregationContext): Kept {
  const of = (some: BoolQuery['must']) => clauses(some).map((one) => keptOf(one, column, context));
  const needed = [...of(bool.must), ...of(bool.filter)];
  const optional = of(bool.should);
  const unwanted = of(bool.must_not);
  const minimum = minimumOf(bool, needed.length, optional.length);
  return new Uint8Array(column.dictionary.size + 1).map((_, value) => {
    const holds = (one: Kept): boolean => one[value] === 1;
    const isIn = needed.every(holds) && !unwanted.some(holds);
    return isIn && (minimum <= 0 || optional.filter(holds).length >= minimum) ? 1 : 0;
  });
}

const OF_ONE_FIELD: ReadonlySet<string> = new Set(['term', 'terms', 'prefix', 'wildcard']);

/**
 * The only field that decides whether a document meets the query; null for queries of other kinds.
 */
function fieldName(query: Query): string | null {
  const [kind = '', options = {}] = Object.entries(query)[0] ?? [];
  if (!OF_ONE_FIELD.has(kind)) return null;
  return Object.keys(options).find((name) => name !== 'boost') ?? null;
}

const asked = new AskedBefore(REMEMBERED);

const wasAsked = (segment: Segment, key: string | null): boolean =>
  key !== null && key.length <= LONGEST_KEY && asked.was(segment, key);
