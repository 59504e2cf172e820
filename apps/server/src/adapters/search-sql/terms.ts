// Buckets of files that share a value: grouped, ordered and cut by the database.

import type { AggregationKinds, Aggregations } from '@isobar/query-language/aggregation.ts';
import type { AggregationResult, Bucket } from '@isobar/query-language/result.ts';
import { formatDate } from '@isobar/search-engine/language/dates.ts';
import { type RawBuilder, sql } from 'kysely';
import { allOf, type Condition, not } from './condition.ts';
import { type FileField, fileField, isOptional } from './fields.ts';
import { isMetric, type Metric, metricOf, split } from './metric.ts';
import { queryCondition } from './query.ts';
import { unsupported } from './refusals.ts';
import type { FileRows } from './rows.ts';
import { columnOf } from './where.ts';

type Terms = AggregationKinds['terms'];

export async function termsOf(
  rows: FileRows,
  condition: Condition,
  terms: Terms,
  subs: Aggregations | undefined,
): Promise<AggregationResult> {
  const field = fileField(terms.field);
  const metrics = metricsBelow(rows, condition, subs);
  const name = columnOf(field.column, rows.dialect);
  const filled = isOptional(field.column) && terms.missing !== undefined;
  const key = filled ? sql`coalesce(${name}, ${String(terms.missing)})` : name;
  const among = allOf([
    condition,
    ...(isOptional(field.column) && !filled
      ? [{ kind: 'present', column: field.column } as const]
      : []),
    ...valuesOf(field, terms, rows.now),
  ]);
  const found = await rows.grouped(among, {
    key,
    keyColumn: filled ? undefined : field.column,
    columns: metrics.flatMap(([, metric]) => metric.columns),
    least: leastCount(terms),
    order: orderOf(terms, new Map(metrics)),
    limit: terms.size ?? 10,
    allTotal: true,
  });
  const buckets = found.map((row): Bucket => {
    const results = metrics.map(([name, metric]) => [name, metric.read(row)]);
    return {
      ...keyOf(field, row.key),
      doc_count: Number(row.total),
      ...Object.fromEntries(results),
    };
  });
  const shown = buckets.reduce((sum, bucket) => sum + bucket.doc_count, 0);
  return {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: Number(found[0]?.all_total ?? 0) - shown,
    buckets,
  };
}

/** The aggregations below each bucket, which must be metrics. Throws SearchRefused. */
export function metricsBelow(
  rows: FileRows,
  condition: Condition,
  subs: Aggregations | undefined,
): [string, Metric][] {
  return Object.entries(subs ?? {}).map(([name, aggregation], i) => {
    const { kind, content } = split(aggregation);
    if (!isMetric(kind))
      throw unsupported(`aggregation [${kind}] below buckets is not supported by file_info`);
    return [name, metricOf(kind, content, `t${i}`, rows.metrics(condition))];
  });
}

function keyOf(field: FileField, key: unknown): { key: string | number; key_as_string?: string } {
  if (field.kind === 'text') return { key: String(key) };
  if (field.kind === 'number') return { key: Number(key) };
  const instant = Number(key) * 1000;
  return { key: instant, key_as_string: formatDate(instant) };
}

/** What `include` and `exclude` leave over. */
function valuesOf(
  field: FileField,
  { include, exclude, missing }: Terms,
  now: number,
): Condition[] {
  const among = (values: Terms['include'], which: string): Condition => {
    if (typeof values === 'string')
      throw unsupported(`terms: ${which} as a regular expression is not supported; give a list`);
    if (missing !== undefined && isOptional(field.column))
      throw unsupported(`terms: ${which} together with missing is not supported by file_info`);
    return queryCondition({ terms: { [field.name]: [...(values ?? [])] } }, now);
  };
  return [
    ...(include === undefined ? [] : [among(include, 'include')]),
    ...(exclude === undefined ? [] : [not(among(exclude, 'exclude'))]),
  ];
}

function leastCount({ min_doc_count: least = 1 }: Terms): number {
  if (least === 0) throw unsupported('terms: min_doc_count 0 is not supported by file_info');
  return least;
}

/** Sorted by count, key or a metric below; buckets that are then equal are sorted by key. */
function orderOf({ order }: Terms, metrics: ReadonlyMap<string, Metric>): RawBuilder<unknown> {
  const given = order === undefined ? [{ _count: 'desc' }] : [order].flat();
  const keys = given.flatMap((entry) => Object.entries(entry));
  const columns = keys.map(([by, direction]) => {
    const column = by === '_count' ? 'total' : (ordinal(by) ?? metricColumn(by, metrics));
    return sql`${sql.raw(column)} ${sql.raw(direction.toLowerCase() === 'desc' ? 'desc' : 'asc')}`;
  });
  return sql.join([...columns, sql`1 asc`]);
}

const ordinal = (by: string): string | null => (by === '_key' || by === '_term' ? '1' : null);

/** The name of a metric, or of a member of stats: `sizes.max`. */
function metricColumn(by: string, metrics: ReadonlyMap<string, Metric>): string {
  const dot = metrics.has(by) ? -1 : by.lastIndexOf('.');
  const name = dot < 0 ? by : by.slice(0, dot);
  const part = dot < 0 ? undefined : by.slice(dot + 1);
  const column = metrics.get(name)?.orderColumn(part === 'value' ? undefined : part);
  if (!column) throw unsupported(`terms: order by [${by}] is not supported by file_info`);
  return column;
}
