// One field of a composite aggregation: turns its values into numbers that sort as the values do,
// and turns these back into values.
import type { AggregationKinds } from '@isobar/query-language/aggregation.ts';
import { dateFormatter, dateReader } from '../language/date-format.ts';
import { dateInterval, dateSteps } from '../language/date-steps.ts';
import { illegal } from '../language/refusal.ts';
import { intAt, ordinalAt } from '../memory/numbers.ts';
import { numberOf } from '../query/evaluate-exact.ts';
import { type Column, isTextColumn, type NumberColumn } from '../segment/column.ts';
import { columnFor } from '../segment/fields.ts';
import type { AggregationContext } from './aggregation-context.ts';

type Named = AggregationKinds['composite']['sources'][number];
type Key = string | number | boolean | null;

export interface CompositeSource {
  readonly name: string;
  readonly descending: boolean;
  /**
   * A code for each value of the document (two values in one interval count twice, as in a
   * cluster). A document without a value has the code of 'missing' if `missing_bucket` is set, else
   * no code.
   */
  readonly codesOf: (document: number) => readonly number[];
  readonly keyOf: (code: number) => Key;
  /** The code of a key in `after`. A key that no document has lies between two codes. */
  readonly codeOf: (key: Key) => number;
}

/** Throws Refusal for text fields, places, and intervals of texts. */
export function readSource(named: Named, context: AggregationContext): CompositeSource {
  const [[name, source] = illegalName()] = Object.entries(named);
  const options = Object.values(source)[0];
  if (!options) throw illegalName();
  const { field, missing_bucket: isKept = false, missing_order: where = 'default' } = options;
  const descending = options.order?.toLowerCase() === 'desc';
  const isFirst = where === 'first' || (where === 'default' && !descending);
  const nothing = isFirst !== descending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const column = columnFor(context.segment, field);
  const values = column ? valuesOf(source, column, field, context) : NO_VALUES;
  const none = isKept ? [nothing] : [];
  return {
    name,
    descending,
    codesOf: (document) => {
      const codes = column ? codesIn(column, document, values.code) : [];
      return codes.length > 0 ? codes : none;
    },
    keyOf: (code) => (Number.isFinite(code) ? values.key(code) : null),
    codeOf: (key) => {
      if (key !== null) return values.find(key);
      if (isKept) return nothing;
      throw illegal(`Missing value for [after.${name}]: its missing_bucket is false`);
    },
  };
}

function illegalName(): never {
  throw illegal('a source of a composite aggregation has no name');
}

interface SourceValues {
  /** The code of an ordinal. */
  readonly code: (ordinal: number) => number;
  readonly key: (code: number) => Key;
  readonly find: (key: string | number | boolean) => number;
}

const NO_VALUES: SourceValues = { code: (ordinal) => ordinal, key: () => null, find: () => 0 };

function valuesOf(
  source: Named[string],
  column: Column,
  field: string,
  context: AggregationContext,
): SourceValues {
  if ('terms' in source) return termsOf(column, context);
  const [kind] = Object.keys(source);
  if (isTextColumn(column))
    throw illegal(`Field [${field}] of type [keyword] is not supported for aggregation [${kind}]`);
  if ('histogram' in source) {
    const { interval } = source.histogram;
    const keyOf = (value: number) => Math.floor(value / interval) * interval;
    return stepped(column, keyOf, (code) => code, Number);
  }
  const { format } = source.date_histogram;
  const steps = dateSteps(dateInterval(source.date_histogram));
  const write = format === undefined ? null : dateFormatter(format);
  const read = format === undefined ? null : dateReader(format);
  return stepped(
    column,
    steps.keyOf,
    (code) => (write ? write(code) : code),
    (key) => {
      const time = typeof key === 'string' && read ? read(key, 'down') : null;
      return time ?? numberOf(column, key, 'down', context);
    },
  );
}

function termsOf(column: Column, context: AggregationContext): SourceValues {
  const code = (ordinal: number) => ordinal;
  const between = (at: number, isThere: boolean) => (isThere ? at : at - 0.5);
  if (isTextColumn(column)) {
    const { dictionary } = column;
    return {
      code,
      key: (ordinal) => dictionary.text(ordinal),
      find: (key) => {
        const at = dictionary.find(String(key));
        return at >= 0 ? at : dictionary.lowerBound(String(key)) - 0.5;
      },
    };
  }
  const { dictionary } = column;
  return {
    code,
    key: (ordinal) => {
      const number = dictionary.number(ordinal);
      return column.kind === 'boolean' ? number !== 0 : number;
    },
    find: (key) => {
      const number = numberOf(column, key, 'down', context);
      return between(dictionary.lowerBound(number), dictionary.find(number) >= 0);
    },
  };
}

/** The key of each ordinal is worked out once. */
function stepped(
  column: NumberColumn,
  keyOf: (value: number) => number,
  key: (code: number) => Key,
  find: (key: string | number | boolean) => number,
): SourceValues {
  const known = new Map<number, number>();
  return {
    code: (ordinal) => {
      let code = known.get(ordinal);
      if (code === undefined) {
        code = keyOf(column.dictionary.number(ordinal)) + 0; // never a zero below zero
        known.set(ordinal, code);
      }
      return code;
    },
    key,
    find,
  };
}

function codesIn(
  { ordinals, starts }: Column,
  document: number,
  code: (ordinal: number) => number,
): readonly number[] {
  if (!starts) {
    const value = ordinalAt(ordinals, document);
    return value === 0 ? [] : [code(value - 1)];
  }
  const codes: number[] = [];
  for (let p = intAt(starts, document); p < intAt(starts, document + 1); p++) {
    codes.push(code(ordinalAt(ordinals, p) - 1));
  }
  return codes;
}
