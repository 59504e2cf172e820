// How the values of a number field are spread: percentiles, ranks, variance. Exact, where a cluster
// sketches long lists.
import type { AggregationKinds } from '@isobar/query-language/aggregation.ts';
import type { AggregationResult } from '@isobar/query-language/result.ts';
import { floatAt, intAt, ordinalAt } from '../memory/numbers.ts';
import type { NumberColumn } from '../segment/column.ts';
import { numberMetric, numbersOf, valueText } from './aggregate-metrics.ts';
import { javaDouble } from './aggregate-ranges.ts';
import type { AggregationContext } from './aggregation-context.ts';

type Metric = AggregationKinds['min'];

const DEFAULT_PERCENTS = [1, 5, 25, 50, 75, 95, 99];

/**
 * For each percent, the value below which that share of the values lies. Nearest rank: the result
 * is always the value of some document.
 */
export function percentiles(
  { percents = DEFAULT_PERCENTS, keyed, ...metric }: AggregationKinds['percentiles'],
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const { values, column } = valuesOf('percentiles', metric, list, context);
  const { length } = values;
  const at = (percent: number) => {
    const place = Math.min(length - 1, Math.floor((percent / 100) * length));
    return length === 0 ? null : floatAt(values, place);
  };
  return listed(
    percents.toSorted((a, b) => a - b),
    keyed,
    (percent) => at(percent),
    column,
  );
}

/**
 * For each wanted value, the percentage of values that are smaller, plus half the percentage of
 * those that are equal.
 */
export function percentileRanks(
  { values: wanted, keyed, ...metric }: AggregationKinds['percentile_ranks'],
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const { values } = valuesOf('percentile_ranks', metric, list, context);
  const { length } = values;
  const rank = (value: number) => {
    if (length === 0) return null;
    const below = countBelow(values, value, false);
    const upTo = countBelow(values, value, true);
    return ((below + (upTo - below) / 2) / length) * 100;
  };
  return listed(
    wanted.toSorted((a, b) => a - b),
    keyed,
    rank,
    null,
  );
}

function listed(
  keys: readonly number[],
  keyed: boolean | undefined,
  find: (key: number) => number | null,
  column: NumberColumn | null,
): AggregationResult {
  const all = [...new Set(keys)].map((key) => {
    const value = find(key);
    return { key, value, text: value === null || !column ? null : valueText(column, value) };
  });
  if (keyed === false)
    return {
      values: all.map(({ key, value, text }) => ({
        key,
        value,
        ...(text === null ? {} : { value_as_string: text }),
      })),
    };
  return {
    values: Object.fromEntries(
      all.flatMap(({ key, value, text }) => [
        [javaDouble(key), value] as const,
        ...(text === null ? [] : [[`${javaDouble(key)}_as_string`, text] as const]),
      ]),
    ),
  };
}

/** stats, and how far the values lie from their mean. */
export function extendedStats(
  { sigma = 2, ...metric }: AggregationKinds['extended_stats'],
  list: Int32Array,
  context: AggregationContext,
): AggregationResult {
  const { values } = valuesOf('extended_stats', metric, list, context);
  const { count = 0, avg = null, sum = 0, ...stats } = numberMetric('stats', metric, list, context);
  const squares = sumOf(values, (value) => value * value);
  // The sum of squares about the mean loses no digits to a large mean.
  const about = avg === null ? 0 : sumOf(values, (value) => (value - avg) * (value - avg));
  const of = (divisor: number): number | 'NaN' | null =>
    count === 0 ? null : divisor === 0 ? 'NaN' : about / divisor;
  const [population, sampling] = [of(count), of(count - 1)];
  const root = (value: number | 'NaN' | null) =>
    typeof value === 'number' ? Math.sqrt(value) : value;
  const bound = (deviation: number | 'NaN' | null, sign: 1 | -1) =>
    typeof deviation === 'number' && avg !== null ? avg + sign * sigma * deviation : deviation;
  return {
    count,
    ...stats,
    avg,
    sum,
    sum_of_squares: count === 0 ? null : squares,
    variance: population,
    variance_population: population,
    variance_sampling: sampling,
    std_deviation: root(population),
    std_deviation_population: root(population),
    std_deviation_sampling: root(sampling),
    std_deviation_bounds: {
      upper: bound(root(population), 1),
      lower: bound(root(population), -1),
      upper_population: bound(root(population), 1),
      lower_population: bound(root(population), -1),
      upper_sampling: bound(root(sampling), 1),
      lower_sampling: bound(root(sampling), -1),
    },
  };
}

/**
 * All values, ascending. Each value of a document counts; a document without one counts with the
 * value of `missing`, if given.
 */
function valuesOf(
  kind: string,
  metric: Metric,
  list: Int32Array,
  context: AggregationContext,
): { values: Float64Array; column: NumberColumn | null } {
  const { column, instead } = numbersOf(kind, metric, context);
  if (!column)
    return {
      column,
      values: new Float64Array(instead === null ? 0 : list.length).fill(instead ?? 0),
    };
  context.budget.work(4 * list.length);
  const found = column.starts
    ? ofLists(column, column.starts, list, instead)
    : ofSingles(column, list, instead);
  return { column, values: found.sort() };
}

function ofSingles(
  { ordinals, dictionary }: NumberColumn,
  list: Int32Array,
  instead: number | null,
) {
  const values = new Float64Array(list.length);
  let length = 0;
  for (const document of list) {
    const value = ordinalAt(ordinals, document);
    if (value !== 0) values[length++] = dictionary.number(value - 1);
    else if (instead !== null) values[length++] = instead;
  }
  return values.subarray(0, length);
}

function ofLists(
  { ordinals, dictionary }: NumberColumn,
  starts: Int32Array,
  list: Int32Array,
  instead: number | null,
): Float64Array {
  let most = 0;
  for (const document of list)
    most += Math.max(1, intAt(starts, document + 1) - intAt(starts, document));
  const values = new Float64Array(most);
  let length = 0;
  for (const document of list) {
    const [from, to] = [intAt(starts, document), intAt(starts, document + 1)];
    if (from === to && instead !== null) values[length++] = instead;
    for (let p = from; p < to; p++)
      values[length++] = dictionary.number(ordinalAt(ordinals, p) - 1);
  }
  return values.subarray(0, length);
}

/**
 * How many of the ascending values are smaller than `limit`; with `orEqual`, also those that are
 * equal to it.
 */
function countBelow(values: Float64Array, limit: number, orEqual: boolean): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = floatAt(values, middle);
    if (value < limit || (orEqual && value === limit)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Kahan's sum. */
function sumOf(values: Float64Array, part: (value: number) => number): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const corrected = part(value) - lost;
    const next = sum + corrected;
    lost = next - sum - corrected;
    sum = next;
  }
  return sum;
}
