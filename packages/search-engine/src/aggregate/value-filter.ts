// Which values of a field get a bucket: `include` and `exclude`, as lists or regular expressions.
import type { AggregationKinds } from '@isobar/query-language/aggregation.ts';
import type { Scalar } from '@isobar/query-language/text-query.ts';
import { illegal } from '../language/refusal.ts';
import { compileExpression } from '../language/regular-expression.ts';
import type { Context } from '../query/context.ts';
import { numberOf } from '../query/evaluate-exact.ts';
import { type Column, isTextColumn } from '../segment/column.ts';

type Values = AggregationKinds['terms']['include'];

export type ValueFilter = {
  /** Whether the value with this ordinal is wanted. */
  readonly ordinal: (ordinal: number) => boolean;
  /** Whether a value is wanted, even if no document has it. */
  readonly key: (key: string | number) => boolean;
};

export function valueFilter(
  include: Values,
  exclude: Values,
  column: Column,
  context: Context,
): ValueFilter {
  const wanted = include === undefined ? null : membership(include, column, context);
  const unwanted = exclude === undefined ? null : membership(exclude, column, context);
  return {
    ordinal: (ordinal) => (wanted?.ordinal(ordinal) ?? true) && !unwanted?.ordinal(ordinal),
    key: (key) => (wanted?.key(key) ?? true) && !unwanted?.key(key),
  };
}

function membership(values: NonNullable<Values>, column: Column, context: Context): ValueFilter {
  if (typeof values === 'string') {
    if (!isTextColumn(column))
      throw illegal(`regular expressions do not fit the numbers of [${column.name}]`);
    const { dictionary } = column;
    const expression = compileExpression(values);
    return {
      ordinal: (ordinal) => expression(dictionary.text(ordinal), context.budget),
      key: (key) => expression(String(key), context.budget),
    };
  }
  const found = values.map((value: Scalar) => {
    if (isTextColumn(column))
      return { key: String(value), ordinal: column.dictionary.find(String(value)) };
    const key = numberOf(column, value, 'down', context);
    return { key, ordinal: column.dictionary.find(key) };
  });
  const keys = new Set<string | number>(found.map(({ key }) => key));
  const ordinals = new Set(found.map(({ ordinal }) => ordinal));
  return { ordinal: (ordinal) => ordinals.has(ordinal), key: (key) => keys.has(key) };
}
