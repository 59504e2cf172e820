// The aggregations that file_info answers: one statement for all metrics of a set of files, one for
// each list of buckets.

import type { Aggregation, Aggregations } from '@isobar/query-language/aggregation.ts';
import type { AggregationResult, AggregationResults } from '@isobar/query-language/result.ts';
import { ALL, allOf, type Condition, not } from './condition.ts';
import { fileField } from './fields.ts';
import { filtersOf } from './filters.ts';
import { dateHistogramOf } from './histogram.ts';
import { isMetric, type Metric, metricOf, split } from './metric.ts';
import { queryCondition } from './query.ts';
import { unsupported } from './refusals.ts';
import type { FileRows } from './rows.ts';
import { termsOf } from './terms.ts';

export type Aggregated = {
  /** How many files there are. */
  readonly count: number;
  /** The results by the name of the aggregation; absent when none was requested. */
  readonly results?: AggregationResults;
};

/** Counts the files of a condition and aggregates over them. Throws SearchRefused. */
export async function aggregate(
  rows: FileRows,
  condition: Condition,
  wanted: Aggregations | undefined,
): Promise<Aggregated> {
  const entries = Object.entries(wanted ?? {}).map(([name, aggregation]) => {
    const { kind, content } = split(aggregation);
    return { name, kind, content, aggregation };
  });
  const metrics = new Map<string, Metric>();
  for (const [i, { name, kind, content }] of entries.entries())
    if (isMetric(kind))
      metrics.set(name, metricOf(kind, content, `m${i}`, rows.metrics(condition)));
  const columns = [...metrics.values()].flatMap((metric) => metric.columns);
  const row = await rows.summary(condition, columns);
  if (!wanted) return { count: Number(row.total) };

  const results: Record<string, AggregationResult> = {};
  for (const { name, kind, aggregation } of entries) {
    const result =
      metrics.get(name)?.read(row) ?? (await below(rows, condition, kind, aggregation));
    results[name] = { ...result, ...(aggregation.meta ? { meta: aggregation.meta } : {}) };
  }
  return { count: Number(row.total), results };
}

async function below(
  rows: FileRows,
  condition: Condition,
  kind: string,
  aggregation: Aggregation,
): Promise<AggregationResult> {
  const subs = aggregation.aggs ?? aggregation.aggregations;
  const narrowed = async (to: Condition): Promise<AggregationResult & { doc_count: number }> => {
    const { count, results } = await aggregate(rows, allOf([condition, to]), subs);
    return { doc_count: count, ...results };
  };
  if ('terms' in aggregation) return termsOf(rows, condition, aggregation.terms, subs);
  if ('date_histogram' in aggregation)
    return dateHistogramOf(rows, condition, aggregation.date_histogram, subs);
  if ('filter' in aggregation) return narrowed(queryCondition(aggregation.filter, rows.now));
  if ('global' in aggregation) {
    const { count, results } = await aggregate(rows, ALL, subs);
    return { doc_count: count, ...results };
  }
  if ('missing' in aggregation) {
    const { column } = fileField(aggregation.missing.field);
    return narrowed(not({ kind: 'present', column }));
  }
  if (!('filters' in aggregation))
    throw unsupported(`aggregation [${kind}] is not supported by file_info`);
  return await filtersOf(aggregation.filters, 'file_info', (query) =>
    narrowed(queryCondition(query, rows.now)),
  );
}
