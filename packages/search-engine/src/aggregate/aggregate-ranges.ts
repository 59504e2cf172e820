// Buckets of ranges of numbers or dates, each from a bound (included) to another (not included).
import type { AggregationKinds } from '@isobar/query-language/aggregation.ts';
import type { AggregationResult } from '@isobar/query-language/result.ts';
import { dateFormatter, dateReader } from '../language/date-format.ts';
import { illegal } from '../language/refusal.ts';
import type { Bits } from '../memory/bits.ts';
import { numberOf } from '../query/evaluate-exact.ts';
import { documentsInRange, isTextColumn, type NumberColumn } from '../segment/column.ts';
import { columnFor } from '../segment/fields.ts';
import type { AggregationContext } from './aggregation-context.ts';

type Options = AggregationKinds['range'] | AggregationKinds['date_range'];
type Kind = 'range' | 'date_range';
type Bucket = (documents: Int32Array) => { doc_count: number };

export function ranges(
  kind: Kind,
  options: Options,
  list: Int32Array,
  context: AggregationContext,
  { bucket, within }: { bucket: Bucket; within: (bits: Bits) => Int32Array },
): AggregationResult {
  const column = columnFor(context.segment, options.field);
  const type = column && isTextColumn(column) ? 'keyword' : column?.kind;
  if (column && isTextColumn(column))
    throw illegal(
      `Field [${options.field}] of type [${type}] is not supported for aggregation [${kind}]`,
    );
  if (column && (column.kind === 'date') !== (kind === 'date_range'))
    throw illegal(
      `Field [${options.field}] of type [${type}] is not supported for aggregation [${kind}]: use ${kind === 'range' ? 'date_range' : 'range'}`,
    );
  const text =
    kind === 'date_range' ? dateFormatter('format' in options ? options.format : undefined) : null;
  const buckets = boundsOf(options, column, context).map(({ key, from, to }) => {
    context.budget.work(list.length);
    const documents = column ? within(documentsBetween(column, from, to)) : list.subarray(0, 0);
    const name =
      key ??
      `${from === null ? '*' : (text ?? javaDouble)(from)}-${to === null ? '*' : (text ?? javaDouble)(to)}`;
    const shown = {
      ...(from === null ? {} : { from, ...(text ? { from_as_string: text(from) } : {}) }),
      ...(to === null ? {} : { to, ...(text ? { to_as_string: text(to) } : {}) }),
    };
    return [name, { ...shown, ...bucket(documents) }] as const;
  });
  // Named buckets are known by their place in an object, others by their key.
  return options.keyed
    ? { buckets: Object.fromEntries(buckets) }
    : { buckets: buckets.map(([key, rest]) => ({ key, ...rest })) as never };
}

interface Bounds {
  readonly key: string | undefined;
  readonly from: number | null;
  readonly to: number | null;
}

/** The ranges, sorted by their lower bounds and then by their upper bounds. */
function boundsOf(
  options: Options,
  column: NumberColumn | null,
  context: AggregationContext,
): Bounds[] {
  const read =
    'format' in options && options.format !== undefined ? dateReader(options.format) : undefined;
  const bound = (value: string | number | undefined): number | null => {
    if (value === undefined) return null;
    if (!column) return typeof value === 'number' ? value : 0;
    return numberOf(column, value, 'down', context, typeof value === 'string' ? read : undefined);
  };
  const found = options.ranges.map(({ key, from, to }) => ({
    key,
    from: bound(from),
    to: bound(to),
  }));
  const low = ({ from }: Bounds) => from ?? Number.NEGATIVE_INFINITY;
  const high = ({ to }: Bounds) => to ?? Number.POSITIVE_INFINITY;
  const differ = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);
  return found.sort((a, b) => differ(low(a), low(b)) || differ(high(a), high(b)));
}

function documentsBetween(column: NumberColumn, from: number | null, to: number | null): Bits {
  const { dictionary } = column;
  const first = from === null ? 0 : dictionary.lowerBound(from);
  const end = to === null ? dictionary.size : dictionary.lowerBound(to);
  return documentsInRange(column, first, Math.max(first, end));
}

/**
 * A number in the notation of Java, with which a cluster names its ranges: `5.0`, `0.25`, `1.0E10`.
 */
export function javaDouble(value: number): string {
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-3 && size < 1e7))
    return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent.replace('+', '')}`;
}
