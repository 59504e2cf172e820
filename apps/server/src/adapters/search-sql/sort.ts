// The order of hits, and where a page begins that follows another.

import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { parseDateExpression } from '@isobar/search-engine/language/dates.ts';
import { type RawBuilder, sql } from 'kysely';
import { equal, within } from './compare.ts';
import { ALL, allOf, anyOf, type Condition, NONE, not } from './condition.ts';
import { type FileField, fileField, isOptional } from './fields.ts';
import { unsupported } from './refusals.ts';
import { columnOf, type Dialect } from './where.ts';

export type SortKey = {
  /** `_score`: the same for every file; `_doc`: as the files came into the index. */
  readonly field: FileField | '_score' | '_doc';
  readonly descending: boolean;
  /** Whether files that lack the field come first, in either direction. */
  readonly missingFirst: boolean;
};

type Sort = NonNullable<SearchBody['sort']>;
type SortValue = string | number | boolean | null;

/** The keys of a request, most important first. Throws SearchRefused. */
export const sortKeys = (sort: Sort | undefined): SortKey[] =>
  (sort === undefined ? [] : [sort].flat()).map((key) => {
    if (typeof key === 'string') return sortKey(key, {});
    const [[name, given] = ['_doc', 'asc']] = Object.entries(key); // there is exactly one
    return sortKey(name, typeof given === 'string' ? { order: given } : given);
  });

/**
 * The ORDER BY of some keys. Ties are broken by datastream and name, which together are unique.
 * `foreign`: the names of some files do not begin with their datastream. Without such files,
 * sorting by name is the same as sorting by datastream and name, for which there is an index.
 */
export function orderOf(
  keys: readonly SortKey[],
  dialect: Dialect,
  foreign: boolean,
): RawBuilder<unknown> {
  const order: RawBuilder<unknown>[] = [];
  for (const { field, descending, missingFirst } of keys) {
    if (field === '_score') continue;
    const direction = sql.raw(descending ? 'desc' : 'asc');
    if (field === '_doc') return sql.join([...order, sql`file_id ${direction}`]);
    const { column } = field;
    if (isOptional(column))
      order.push(sql`(${sql.ref(column)} is null) ${sql.raw(missingFirst ? 'desc' : 'asc')}`);
    if (column === 'file_name' && !foreign)
      return sql.join([...order, sql`datastream ${direction}`, sql`file_name ${direction}`]);
    order.push(sql`${columnOf(column, dialect)} ${direction}`);
  }
  return sql.join([...order, sql`datastream asc`, sql`file_name asc`]);
}

/**
 * The files that come after one with these sort values; as in every search cluster, files with
 * exactly these values are left out.
 */
export function afterCondition(
  keys: readonly SortKey[],
  values: readonly SortValue[] | undefined,
  now: number,
): Condition {
  if (!values) return ALL;
  if (values.length !== keys.length)
    throw unsupported(`search_after has ${values.length} value(s) but sort has ${keys.length}`);
  let same: Condition = ALL;
  const alternatives: Condition[] = [];
  keys.forEach((key, i) => {
    const { after, equal } = compared(key, values[i] ?? null, now);
    alternatives.push(allOf([same, after]));
    same = allOf([same, equal]);
  });
  return anyOf(alternatives);
}

function sortKey(
  name: string,
  given: { readonly order?: string; readonly missing?: string | number; readonly mode?: string },
): SortKey {
  const order = given.order?.toLowerCase() ?? (name === '_score' ? 'desc' : 'asc');
  const { missing = '_last' } = given;
  if (missing !== '_last' && missing !== '_first')
    throw unsupported(`sort: missing [${missing}] is not supported by file_info`);
  return {
    field: name === '_score' || name === '_doc' ? name : fileField(name),
    descending: order === 'desc',
    missingFirst: missing === '_first',
  };
}

/**
 * Conditions of a file that comes after the value in this key alone, and of one that has the same.
 */
function compared(key: SortKey, given: SortValue, now: number) {
  const { field, descending, missingFirst } = key;
  if (field === '_score') return { after: NONE, equal: ALL };
  if (field === '_doc')
    throw unsupported('search_after cannot go on after [_doc]; sort by a field');
  const lacks: Condition = not({ kind: 'present', column: field.column });
  const optional = isOptional(field.column);
  if (given === null) {
    if (!optional) throw unsupported(`search_after: [${field.name}] is never absent`);
    return { after: missingFirst ? not(lacks) : NONE, equal: lacks };
  }
  const value = sortValue(field, given, now);
  const beyond = within(field, descending ? { lt: value } : { gt: value }, now);
  return {
    after: optional && !missingFirst ? anyOf([beyond, lacks]) : beyond,
    equal: equal(field, value, now),
  };
}

/**
 * Replies show dates as milliseconds. A client that sends a date back as text means that very
 * instant.
 */
function sortValue(field: FileField, given: string | number | boolean, now: number) {
  if (field.kind !== 'date' || typeof given !== 'string') return given;
  const instant = parseDateExpression(given, 'down', now);
  if (instant === null) throw unsupported(`search_after: [${given}] is no date`);
  return instant;
}
