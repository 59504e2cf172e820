// Buckets of files by time: the database groups, the empty buckets between are filled in here.

import type { AggregationKinds, Aggregations } from '@isobar/query-language/aggregation.ts';
import type { AggregationResult, Bucket } from '@isobar/query-language/result.ts';
import { dateFormatter } from '@isobar/search-engine/language/date-format.ts';
import {
  type DateInterval,
  dateInterval,
  dateSteps,
  keysInOrder,
  MAX_HISTOGRAM_BUCKETS,
} from '@isobar/search-engine/language/date-steps.ts';
import { parseDateExpression } from '@isobar/search-engine/language/dates.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Condition } from './condition.ts';
import { fileField } from './fields.ts';
import { unsupported } from './refusals.ts';
import type { FileRows } from './rows.ts';
import { metricsBelow } from './terms.ts';
import { columnOf, type Dialect } from './where.ts';

type DateHistogram = AggregationKinds['date_histogram'];

/**
 * Files have both of their dates, so that `missing` never applies. Throws SearchRefused and
 * Refusal.
 */
export async function dateHistogramOf(
  rows: FileRows,
  condition: Condition,
  options: DateHistogram,
  subs: Aggregations | undefined,
): Promise<AggregationResult> {
  const field = fileField(options.field);
  if (field.kind !== 'date')
    throw unsupported(`Field [${options.field}] is not supported for aggregation [date_histogram]`);
  const interval = dateInterval(options);
  const least = options.min_doc_count ?? 0;
  const metrics = metricsBelow(rows, condition, subs);
  const found = await rows.grouped(condition, {
    key: keyOf(columnOf(field.column, rows.dialect), interval, rows.dialect),
    columns: metrics.flatMap(([, metric]) => metric.columns),
    least: Math.max(1, least),
    order: sql`1 asc`,
    limit: MAX_HISTOGRAM_BUCKETS + 1,
  });
  const byKey = new Map(found.map((row) => [Number(row.key) * 1000, row]));
  const keys = keysInOrder([...byKey.keys()], dateSteps(interval), least, boundsOf(options, rows));
  const text = dateFormatter(options.format);
  const buckets = keys.map((key): Bucket => {
    const row = byKey.get(key) ?? {};
    const results = metrics.map(([name, metric]) => [name, metric.read(row)]);
    const count = Number('total' in row ? row.total : 0);
    return { key_as_string: text(key), key, doc_count: count, ...Object.fromEntries(results) };
  });
  return { buckets: ordered(buckets, options.order) };
}

/** Seconds since 1970 at which the bucket of an instant begins. */
function keyOf(
  column: RawBuilder<unknown>,
  interval: DateInterval,
  dialect: Dialect,
): RawBuilder<unknown> {
  const offset = sql.lit(interval.offset / 1000);
  const instant = sql`(${column} - ${offset})`;
  const width = interval.kind === 'fixed' ? interval.width / 1000 : WIDTHS[interval.unit];
  if (interval.offset % 1000 !== 0 || (width !== undefined && !Number.isInteger(width)))
    throw unsupported('date_histogram: buckets of files begin at whole seconds');
  if (width !== undefined) {
    const first = sql.lit(interval.kind === 'calendar' && interval.unit === 'w' ? MONDAY : 0);
    const from = sql`(${instant} - ${first})`;
    const every = sql.lit(width);
    // an instant before 1970 is negative and so is its remainder, in both databases
    return sql`${column} - (${from} % ${every} + ${every}) % ${every}`;
  }
  const unit = interval.kind === 'calendar' ? interval.unit : 'y';
  const start =
    dialect === 'sqlite' ? startInSqlite(instant, unit) : startInPostgres(instant, unit);
  return sql`${start} + ${offset}`;
}

/** Seconds of the units that are always as long. */
const WIDTHS: Readonly<Partial<Record<string, number>>> = {
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 7 * 86_400,
};
/** The first Monday after the beginning of 1970, in seconds. */
const MONDAY = 4 * 86_400;

const startInSqlite = (instant: RawBuilder<unknown>, unit: string): RawBuilder<unknown> => {
  if (unit === 'y')
    return sql`cast(strftime('%s', ${instant}, 'unixepoch', 'start of year') as integer)`;
  const month = sql`(cast(strftime('%m', ${instant}, 'unixepoch') as integer) - 1)`;
  const back = unit === 'q' ? sql`'-' || (${month} % 3) || ' months'` : sql`'0 months'`;
  return sql`cast(strftime('%s', ${instant}, 'unixepoch', 'start of month', ${back}) as integer)`;
};

const startInPostgres = (instant: RawBuilder<unknown>, unit: string): RawBuilder<unknown> => {
  const name = sql.lit(unit === 'y' ? 'year' : unit === 'q' ? 'quarter' : 'month');
  return sql`cast(extract(epoch from date_trunc(${name}, to_timestamp(${instant}) at time zone 'UTC')) as bigint)`;
};

function boundsOf({ extended_bounds: bounds }: DateHistogram, { now }: FileRows) {
  if (bounds === undefined) return null;
  const read = (value: string | number): number => {
    const time = typeof value === 'number' ? value : parseDateExpression(value, 'down', now);
    if (time === null) throw unsupported(`[${value}] is no date`);
    return time;
  };
  return { min: read(bounds.min), max: read(bounds.max) };
}

/** Sorted by key or count; buckets that are then equal are sorted by key. */
function ordered(buckets: readonly Bucket[], order: DateHistogram['order']): Bucket[] {
  const given = order === undefined ? [] : [order].flat();
  const rules = given.flatMap((entry) => Object.entries(entry));
  const other = rules.find(([by]) => by !== '_key' && by !== '_count');
  if (other)
    throw unsupported(`date_histogram: order by [${other[0]}] is not supported by file_info`);
  return buckets.toSorted((a, b) => {
    for (const [by, direction] of rules) {
      const sign = direction.toLowerCase() === 'desc' ? -1 : 1;
      const difference =
        by === '_count' ? a.doc_count - b.doc_count : Number(a.key) - Number(b.key);
      if (difference !== 0) return sign * difference;
    }
    return Number(a.key) - Number(b.key);
  });
}
