// Which values of a field get a bucket: lists and regular expressions of `include` and `exclude`.
import type { AggregationKinds } from '@isobar/contract/search/dsl-aggregation.ts';
import type { Scalar } from '@isobar/contract/search/dsl-query.ts';
import { type Column, isTextColumn } from './column.ts';
import type { Context } from './context.ts';
import { numberOf } from './evaluate-exact.ts';
import { illegal } from './refusal.ts';
import { compileExpression } from './regular-expression.ts';

type Values = AggregationKinds['terms']['include'];

/** Whether the value with an ordinal is wanted. */
export function valueFilter(
  include: Values,
  exclude: Values,
  column: Column,
  context: Context,
): (ordinal: number) => boolean {
  const wanted = include === undefined ? null : membership(include, column, context);
  const unwanted = exclude === undefined ? null : membership(exclude, column, context);
  return (ordinal) => (wanted?.(ordinal) ?? true) && !unwanted?.(ordinal);
}

function membership(
  values: NonNullable<Values>,
  column: Column,
  context: Context,
): (ordinal: number) => boolean {
  if (typeof values === 'string') {
    if (!isTextColumn(column))
      throw illegal(`regular expressions do not fit the numbers of [${column.name}]`);
    const { dictionary } = column;
    const expression = compileExpression(values);
    let checked = 0;
    return (ordinal) => {
      if ((++checked & 0xff) === 0) context.budget.check();
      return expression(dictionary.text(ordinal));
    };
  }
  const ordinals = new Set(
    values.map((value: Scalar) =>
      isTextColumn(column)
        ? column.dictionary.find(String(value))
        : column.dictionary.find(numberOf(column, value, 'down', context)),
    ),
  );
  return (ordinal) => ordinals.has(ordinal);
}
