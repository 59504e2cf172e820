// The aggregations that file_info answers: one statement for all metrics of a set of files, one for each list of buckets.
import type {
  Aggregation,
  AggregationKinds,
  Aggregations,
} from '@isobar/contract/search/dsl-aggregation.ts';
import type { AggregationResult, AggregationResults } from '@isobar/contract/search/result.ts';
import { SearchRefused } from '../../ports/search-index.ts';
import { ALL, allOf, type Condition, not } from './condition.ts';
import { fileField } from './fields.ts';
import { dateHistogramOf } from './histogram.ts';
import { isMetric, type Metric, metricOf, split } from './metric.ts';
import { queryCondition } from './query.ts';
import type { FileRows } from './rows.ts';
import { termsOf } from './terms.ts';

export type Aggregated = {
  /** How many files there are. */
  readonly count: number;
  /** By name; absent when none was asked for. */
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
  for (const { name, kind, content, aggregation } of entries) {
    const result =
      metrics.get(name)?.read(row) ?? (await below(rows, condition, kind, content, aggregation));
    results[name] = { ...result, ...(aggregation.meta ? { meta: aggregation.meta } : {}) };
  }
  return { count: Number(row.total), results };
}

async function below(
  rows: FileRows,
  condition: Condition,
  kind: keyof AggregationKinds,
  content: unknown,
  aggregation: Aggregation,
): Promise<AggregationResult> {
  const subs = aggregation.aggs ?? aggregation.aggregations;
  const narrowed = async (to: Condition): Promise<AggregationResult & { doc_count: number }> => {
    const { count, results } = await aggregate(rows, allOf([condition, to]), subs);
    return { doc_count: count, ...results };
  };
  switch (kind) {
    case 'terms':
      return termsOf(rows, condition, content as AggregationKinds['terms'], subs);
    case 'date_histogram':
      return dateHistogramOf(rows, condition, content as AggregationKinds['date_histogram'], subs);
    case 'filter':
      return narrowed(queryCondition(content as AggregationKinds['filter'], rows.now));
    case 'global': {
      const { count, results } = await aggregate(rows, ALL, subs);
      return { doc_count: count, ...results };
    }
    case 'missing': {
      const { column } = fileField((content as AggregationKinds['missing']).field);
      return narrowed(not({ kind: 'present', column }));
    }
    case 'filters': {
      const { filters, other_bucket: other } = content as AggregationKinds['filters'];
      if (other !== undefined) throw refused('other_bucket is not supported by file_info');
      const buckets: [string, Awaited<ReturnType<typeof narrowed>>][] = [];
      for (const [name, query] of Object.entries(filters))
        buckets.push([name, await narrowed(queryCondition(query, rows.now))]);
      // What the contract knows as buckets has a key; these have a name or a place instead.
      if (!Array.isArray(filters)) return { buckets: Object.fromEntries(buckets) as never };
      return { buckets: buckets.map(([, bucket]) => bucket) as never };
    }
    default:
      throw refused(`aggregation [${kind}] is not supported by file_info`);
  }
}

const refused = (reason: string): SearchRefused =>
  new SearchRefused(400, 'illegal_argument_exception', reason);
