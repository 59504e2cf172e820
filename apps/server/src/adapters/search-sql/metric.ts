// Aggregations that are one number, or a few: what to select, and how to read it back.
import type { Aggregation, AggregationKinds } from '@isobar/query-language/aggregation.ts';
import type { AggregationResult } from '@isobar/query-language/result.ts';
import { formatDate } from '@isobar/search-engine/language/dates.ts';
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import { SearchRefused } from '../../ports/search-index.ts';
import { type FileField, fileField, isOptional } from './fields.ts';
import { columnOf, type Dialect } from './where.ts';

const METRICS = ['sum', 'min', 'max', 'avg', 'stats', 'value_count', 'cardinality'] as const;
export type MetricKind = (typeof METRICS)[number];

export const isMetric = (kind: string): kind is MetricKind => METRICS.some((one) => one === kind);

/** A row of counts and sums; the databases give numbers, texts of numbers, or null. */
export type MetricRow = Readonly<Record<string, unknown>>;

export type Metric = {
  readonly columns: readonly AliasedRawBuilder<unknown, string>[];
  readonly read: (row: MetricRow) => AggregationResult;
  /**
   * The column by which buckets are ordered; `part` is the member of stats. Null if there is no
   * such column.
   */
  readonly orderColumn: (part: string | undefined) => string | null;
};

export type MetricContext = {
  readonly dialect: Dialect;
  /** No two of the files have the same name. */
  readonly uniqueNames: boolean;
};

/**
 * `alias`: what the names of the selected columns begin with. Throws SearchRefused for a field
 * without numbers.
 */
export function metricOf(
  kind: MetricKind,
  content: AggregationKinds[MetricKind],
  alias: string,
  context: MetricContext,
): Metric {
  if (kind === 'value_count' || kind === 'cardinality')
    return counting(kind, content, alias, context);
  const field = fileField(content.field);
  if (field.kind === 'text')
    throw new SearchRefused(
      400,
      'illegal_argument_exception',
      `aggregation [${kind}] is for numbers and dates; [${content.field}] is a text`,
    );
  return computing(kind, field, alias);
}

function counting(
  kind: 'value_count' | 'cardinality',
  content: AggregationKinds['cardinality'],
  alias: string,
  { dialect, uniqueNames }: MetricContext,
): Metric {
  const expression = (): RawBuilder<unknown> => {
    if (content.field === '_id') return sql`count(*)`;
    const { column } = fileField(content.field);
    const lacks = isOptional(column) && content.missing === undefined;
    const single = column === 'file_name' && uniqueNames;
    if ((kind === 'value_count' || single) && !lacks) return sql`count(*)`;
    const name = columnOf(column, dialect);
    const value =
      isOptional(column) && content.missing !== undefined
        ? sql`coalesce(${name}, ${String(content.missing)})`
        : name;
    return kind === 'value_count' ? sql`count(${value})` : sql`count(distinct ${value})`;
  };
  return {
    columns: [expression().as(alias)],
    read: (row) => ({ value: Number(row[alias] ?? 0) }),
    orderColumn: () => alias,
  };
}

const PARTS = ['count', 'min', 'max', 'sum'] as const;
type Part = (typeof PARTS)[number];

function computing(
  kind: 'sum' | 'min' | 'max' | 'avg' | 'stats',
  field: FileField,
  alias: string,
): Metric {
  const parts: readonly Part[] =
    kind === 'stats' ? PARTS : kind === 'avg' ? ['sum', 'count'] : [kind];
  const name = sql.ref(field.column);
  const isDate = field.kind === 'date';
  const value = (row: MetricRow, part: Part): number | null => {
    const found = row[`${alias}_${part}`];
    if (found === null || found === undefined) return part === 'sum' ? 0 : null;
    return Number(found) * (isDate && part !== 'count' ? 1000 : 1);
  };
  const average = (row: MetricRow): number | null => {
    const count = value(row, 'count') ?? 0;
    return count > 0 ? (value(row, 'sum') ?? 0) / count : null;
  };
  const named = (key: string, number: number | null) => ({
    [key]: number,
    ...(isDate && number !== null ? { [`${key}_as_string`]: formatDate(number) } : {}),
  });
  return {
    columns: parts.map((part) =>
      (part === 'count' ? sql`count(*)` : sql`${sql.raw(part)}(${name})`).as(`${alias}_${part}`),
    ),
    read(row) {
      if (kind === 'avg') return named('value', average(row));
      if (kind !== 'stats') return named('value', value(row, kind));
      return {
        count: value(row, 'count') ?? 0,
        ...named('min', value(row, 'min')),
        ...named('max', value(row, 'max')),
        ...named('avg', average(row)),
        sum: value(row, 'sum') ?? 0,
      };
    },
    orderColumn: (part) => {
      if (kind === 'avg') return null;
      const wanted = kind === 'stats' ? PARTS.find((p) => p === part) : kind;
      return wanted ? `${alias}_${wanted}` : null;
    },
  };
}

/** The kind of an aggregation, and its options. */
export function split(aggregation: Aggregation): {
  kind: keyof AggregationKinds;
  content: AggregationKinds[MetricKind];
} {
  const { aggs: _, aggregations: __, meta: ___, ...rest } = aggregation;
  const [kind, content] = Object.entries(rest)[0] as [keyof AggregationKinds, never]; // exactly one
  return { kind, content };
}
