// Queries by exact values: term, terms, range, prefix, wildcard, ids.
import type { QueryKinds } from '@isobar/query-language/query.ts';
import type { Scalar } from '@isobar/query-language/text-query.ts';
import { type DateReader, dateReader } from '../language/date-format.ts';
import { parseDateExpression, type Rounding } from '../language/dates.ts';
import { booleanNumber } from '../language/field-values.ts';
import { illegal, Refusal } from '../language/refusal.ts';
import { type Bits, countBits, noBits, or } from '../memory/bits.ts';
import { cachedBits } from '../memory/cached-bits.ts';
import {
  type Column,
  documentsInRange,
  documentsOf,
  documentsWithValue,
  type NumberColumn,
} from '../segment/column.ts';
import type { TextDictionary } from '../segment/dictionary.ts';
import { type Field, fieldOf, fieldsOf } from '../segment/fields.ts';
import { exactName, ID } from '../segment/segment.ts';
import {
  fitting,
  inAnyCase,
  listed,
  only,
  prefixPattern,
  termsOf,
  wildcardPattern,
} from './chosen-values.ts';
import type { Context } from './context.ts';
import { boosted, type Matched, matched } from './matched.ts';
import { matching, type Pattern } from './patterns.ts';
import { findTerm, findTerms, inverseFrequency } from './word-scores.ts';

export function evaluateTerm(query: QueryKinds['term'], context: Context): Matched {
  const [name, given] = only(query);
  const options = typeof given === 'object' ? given : { value: given };
  const field = fieldOf(context.segment, name);
  if (!field) return none(context);
  if (options.case_insensitive && (field.kind === 'words' || field.kind === 'exact'))
    return boosted(patternMatched(field, inAnyCase(options.value), context), options.boost);
  return boosted(valueMatched(field, options.value, context), options.boost);
}

/** Documents with exactly this value; in a text field, with this term. */
export function valueMatched(field: Field, value: Scalar, context: Context): Matched {
  switch (field.kind) {
    case 'words':
      return findTerm(field.index, String(value), context);
    case 'exact': {
      const ordinal = field.column.dictionary.find(String(value));
      return matched(documentsInRange(field.column, ordinal, ordinal + 1));
    }
    case 'number':
      return numberMatched(field.column, value, context);
    case 'place':
      throw illegal(`field [${field.name}] holds places; use geo_bounding_box or geo_shape on it`);
  }
}

function numberMatched(column: NumberColumn, value: Scalar, context: Context): Matched {
  if (column.kind === 'date') {
    const from = numberOf(column, value, 'down', context);
    const to = numberOf(column, value, 'up', context);
    return matched(between(column, from, to, true, true));
  }
  const ordinal = column.dictionary.find(numberOf(column, value, 'down', context));
  const bits =
    ordinal < 0 ? noBits(column.documents) : documentsInRange(column, ordinal, ordinal + 1);
  if (column.kind !== 'boolean' || !context.scoring) return matched(bits);
  return aloneInField(column, bits, countBits(bits));
}

/**
 * Scores a value like a term that is the only one in its field. `frequency`: how many documents
 * have it.
 */
export function aloneInField(column: Column, bits: Bits, frequency: number): Matched {
  const total = countBits(documentsInRange(column, 0, column.dictionary.size));
  const weight = inverseFrequency(total, frequency);
  return matched(bits, Math.fround(weight - weight / (1 + 1 / 1.2)));
}

export function evaluateTerms(query: QueryKinds['terms'], context: Context): Matched {
  const { boost, ...fields } = query;
  const { name, values } = termsOf(fields);
  const field = fieldOf(context.segment, name);
  if (!field) return none(context);
  const weight = typeof boost === 'number' ? boost : undefined;
  if (field.kind === 'words') {
    const terms = values.map((value) => field.index.terms.find(String(value)));
    return boosted(
      findTerms(
        field.index,
        terms.filter((t) => t >= 0),
        context,
      ),
      weight,
    );
  }
  if (field.kind === 'exact')
    return boosted(matched(documentsOf(field.column, listed(field.column, values))), weight);
  const bits = noBits(context.segment.documents);
  for (const value of values) {
    context.budget.work(bits.length);
    or(bits, valueMatched(field, value, context).bits);
  }
  return boosted(matched(bits), weight);
}

export type Limits = {
  readonly from: Scalar | null;
  readonly to: Scalar | null;
  readonly includesFrom: boolean;
  readonly includesTo: boolean;
  /** The format of dates, if it is not the usual one. */
  readonly read?: DateReader;
};

export function evaluateRange(query: QueryKinds['range'], context: Context): Matched {
  const [name, range] = only(query);
  const field = fieldOf(context.segment, name);
  if (!field) return none(context);
  const limits = {
    from: range.gte ?? range.gt ?? null,
    to: range.lte ?? range.lt ?? null,
    includesFrom: range.gte !== undefined && range.gte !== null,
    includesTo: range.lte !== undefined && range.lte !== null,
    ...(range.format === undefined ? {} : { read: dateReader(range.format) }),
  };
  return boosted(rangeMatched(field, limits, context), range.boost);
}

/** Documents with a value within limits; null: open. */
export function rangeMatched(field: Field, limits: Limits, context: Context): Matched {
  const { from, to, includesFrom, includesTo, read } = limits;
  switch (field.kind) {
    case 'number': {
      const { column } = field;
      const low =
        from === null
          ? Number.NEGATIVE_INFINITY
          : numberOf(column, from, includesFrom ? 'down' : 'up', context, read);
      const high =
        to === null
          ? Number.POSITIVE_INFINITY
          : numberOf(column, to, includesTo ? 'up' : 'down', context, read);
      return matched(
        between(column, low, high, from === null || includesFrom, to === null || includesTo),
      );
    }
    case 'exact':
      return matched(documentsInRange(field.column, ...textRange(field.column.dictionary, limits)));
    case 'words': {
      const [low, high] = textRange(field.index.terms, limits);
      return findTerms(field.index, numbersBetween(low, high), context);
    }
    case 'place':
      throw illegal(`field [${field.name}] holds places and has no ranges`);
  }
}

function* numbersBetween(from: number, to: number): Generator<number> {
  for (let i = from; i < to; i++) yield i;
}

function textRange(
  dictionary: TextDictionary,
  { from, to, includesFrom, includesTo }: Limits,
): [number, number] {
  const after = (text: string) =>
    dictionary.lowerBound(text) + (dictionary.find(text) >= 0 ? 1 : 0);
  const low =
    from === null ? 0 : includesFrom ? dictionary.lowerBound(String(from)) : after(String(from));
  const high =
    to === null
      ? dictionary.size
      : includesTo
        ? after(String(to))
        : dictionary.lowerBound(String(to));
  return [low, high];
}

function between(
  column: NumberColumn,
  low: number,
  high: number,
  withLow: boolean,
  withHigh: boolean,
): Bits {
  const { dictionary } = column;
  const from = withLow ? dictionary.lowerBound(low) : dictionary.upperBound(low);
  const to = withHigh ? dictionary.upperBound(high) : dictionary.lowerBound(high);
  return documentsInRange(column, from, to);
}

/** A value as a number of this field. Throws Refusal if it is none. */
export function numberOf(
  { kind, name }: NumberColumn,
  value: Scalar,
  rounding: Rounding,
  { now }: Pick<Context, 'now'>,
  read?: DateReader,
): number {
  if (kind === 'date') {
    const date =
      typeof value === 'number' && !read
        ? value
        : parseDateExpression(String(value), rounding, now, read);
    if (date === null)
      throw new Refusal(400, 'parse_exception', `field [${name}]: [${value}] is no date`);
    return date;
  }
  if (kind === 'boolean') {
    const truth = booleanNumber(value);
    if (truth === null) throw illegal(`field [${name}]: [${value}] is neither true nor false`);
    return truth;
  }
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : NaN;
  if (Number.isNaN(number))
    throw new Refusal(
      400,
      'number_format_exception',
      `field [${name}]: [${value}] is not a number`,
    );
  return number;
}

export function evaluatePrefix(query: QueryKinds['prefix'], context: Context): Matched {
  const [name, given] = only(query);
  const field = fieldOf(context.segment, name);
  if (!field) return none(context);
  const boost = typeof given === 'object' ? given.boost : undefined;
  return boosted(patternMatched(field, prefixPattern(given), context), boost);
}

export function evaluateWildcard(query: QueryKinds['wildcard'], context: Context): Matched {
  const [name, given] = only(query);
  const field = fieldOf(context.segment, name);
  if (!field) return none(context);
  const boost = typeof given === 'object' ? given.boost : undefined;
  return boosted(patternMatched(field, wildcardPattern(given), context), boost);
}

/** Documents with a value, or a word of a text field, that fits a pattern. */
export function patternMatched(field: Field, pattern: Pattern, context: Context): Matched {
  const { documents } = context.segment;
  // the same pattern comes again while a user is typing
  const key = `pattern ${pattern.ignoreCase} ${pattern.codes.join()}`;
  if (field.kind === 'words') {
    const { index } = field;
    const find = () =>
      findTerms(index, matching(index.terms, pattern, context.budget), context).bits;
    return matched(cachedBits(index, key, documents, find));
  }
  if (field.kind !== 'exact')
    throw new Refusal(
      400,
      'query_shard_exception',
      `field [${field.name}] holds no text; wildcards and prefixes are for text`,
    );
  const { column } = field;
  const find = () => documentsOf(column, fitting(column, pattern, context.budget));
  return matched(cachedBits(column, key, documents, find));
}

export function evaluateIds(query: QueryKinds['ids'], context: Context): Matched {
  const values = typeof query.values === 'string' ? [query.values] : query.values;
  return boosted(evaluateTerms({ [ID]: values }, context), query.boost);
}

export const none = ({ segment }: Context): Matched => matched(noBits(segment.documents), 0);

/**
 * Documents that have any value in a field, or in one of the fields that a pattern names; none if
 * there is no such field.
 */
export function evaluateExists({ field: name, boost }: QueryKinds['exists'], context: Context) {
  if (!name.includes('*')) return boosted(matched(documentsHaving(name, context)), boost);
  const bits = noBits(context.segment.documents);
  for (const { field } of fieldsOf(context.segment, [name]))
    or(bits, documentsHaving(field.name, context));
  return boosted(matched(bits), boost);
}

/** Documents that have any value in a field; none if there is no such field. */
export function documentsHaving(name: string, { segment }: Context): Bits {
  const field = fieldOf(segment, name);
  const column = segment.columns.get(field?.kind === 'words' ? exactName(name) : name);
  return column ? documentsWithValue(column) : noBits(segment.documents);
}
