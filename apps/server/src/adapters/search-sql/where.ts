// Conditions as SQL, for both databases; every value is a parameter.
import type { PatternPart } from '@isobar/query-language/query-tokens.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { SearchRefused } from '../../ports/search-index.ts';
import type { Store } from '../../store/open.ts';
import { type Condition, countComparisons, countValues } from './condition.ts';
import { type FileColumn, isOptional } from './fields.ts';
import { type Reach, reachCondition } from './reach.ts';

export type Dialect = Store['kind'];
type Where = RawBuilder<SqlBool>;

/**
 * Most values that the conditions of one search may compare with: a statement has room for so many.
 */
export const MOST_VALUES = 20_000;

/**
 * Most comparisons of one search. The time in which SQLite prepares a statement grows with their
 * square, and it looks at no clock meanwhile. The limit leaves room for the most clauses that a
 * search may have, each compared with every text of a file.
 */
export const MOST_COMPARISONS = 4096;

export type WhereOptions = {
  readonly dialect: Dialect;
  readonly reach: Reach;
  /** See reachCondition. */
  readonly foreign: boolean;
  /** A function of the connection, without arguments, that throws when the search has to stop. */
  readonly stop?: string;
};

/**
 * The whole WHERE of a condition; undefined: every file. What an index can answer comes first and
 * by itself. The rest is asked row by row, with a check of the clock every so many rows, so that a
 * search ends when its caller no longer waits.
 */
export function whereOf(condition: Condition, options: WhereOptions): Where | undefined {
  if (condition.kind === 'all') return undefined;
  refuseTooMuch(condition);
  const reach = reachSql(options);
  const exact = toSql(condition, options.dialect);
  const { stop } = options;
  const asked = stop
    ? sql<SqlBool>`case when (file_id & ${sql.lit(rowsBetweenLooks(condition) - 1)}) = 0 and ${sql.raw(stop)}() then 0 else ${exact} end`
    : exact;
  return reach ? sql<SqlBool>`${reach} and ${asked}` : asked;
}

/** The condition alone, for a table of few rows that has the columns it names. */
export function plainWhere(condition: Condition, dialect: Dialect): Where {
  refuseTooMuch(condition);
  return toSql(condition, dialect);
}

/** Throws SearchRefused. */
function refuseTooMuch(condition: Condition): void {
  if (countValues(condition) > MOST_VALUES)
    throw new SearchRefused(
      400,
      'too_many_clauses',
      `the search compares with more than ${MOST_VALUES} values`,
    );
  if (countComparisons(condition) > MOST_COMPARISONS)
    throw new SearchRefused(
      400,
      'too_many_clauses',
      `the search makes more than ${MOST_COMPARISONS} comparisons; name the field, or give the values of one field as a list`,
    );
}

/**
 * The part of a WHERE that an index answers, or undefined. Each alternative is looked up in a
 * subquery of its own, since otherwise planners seldom use an index for each of them.
 */
function reachSql({ reach, foreign, dialect, stop }: WhereOptions): Where | undefined {
  const own = reachCondition(reach, foreign);
  const inTime = stop
    ? sql`and ((file_id & ${sql.lit(ROWS_BETWEEN_LOOKS - 1)}) <> 0 or ${sql.raw(stop)}() = 0)`
    : sql``;
  const alternatives = (reach.either ?? []).map((one) => {
    const where = reachSql({ reach: one, foreign, dialect, ...(stop ? { stop } : {}) });
    return sql`select file_id from files where ${where ?? sql`1 = 1`} ${inTime}`;
  });
  const parts = [
    ...(own.kind === 'all' ? [] : [toSql(own, dialect)]),
    ...(alternatives.length > 0
      ? [sql<SqlBool>`file_id in (${sql.join(alternatives, sql` union all `)})`]
      : []),
  ];
  return parts.length > 0 ? joined('and', parts) : undefined;
}

/**
 * Like `whereOf`, for statements that group: they look at the clock now and then even if every file
 * is meant.
 */
export function whereInTime(condition: Condition, options: WhereOptions): Where | undefined {
  const found = whereOf(condition, options);
  if (found || !options.stop) return found;
  return sql<SqlBool>`((file_id & ${sql.lit(ROWS_BETWEEN_LOOKS - 1)}) <> 0 or ${sql.raw(options.stop)}() = 0)`;
}

/** A column as it is compared and sorted: byte by byte on both databases. */
export const columnOf = (column: FileColumn | 'named', dialect: Dialect): RawBuilder<unknown> =>
  column === 'scan_name' && dialect === 'postgres'
    ? sql`scan_name collate "C"`
    : sql`${sql.ref(column)}`;

/**
 * How many rows pass between two looks at the clock, for simple conditions and at least. Powers of
 * two.
 */
const ROWS_BETWEEN_LOOKS = 512;
const FEWEST_ROWS = 8;

/**
 * A condition with many values looks at the clock after fewer rows: a thousand patterns take a
 * thousand times as long as one.
 */
const rowsBetweenLooks = (condition: Condition): number =>
  Math.max(FEWEST_ROWS, ROWS_BETWEEN_LOOKS >> Math.log2(1 + countValues(condition) / 4));

function toSql(condition: Condition, dialect: Dialect): Where {
  switch (condition.kind) {
    case 'all':
      return sql`1 = 1`;
    case 'none':
      return sql`1 = 0`;
    case 'and':
    case 'or':
      return joined(
        condition.kind,
        condition.of.map((c) => toSql(c, dialect)),
      );
    case 'not':
      return sql`not ${toSql(condition.of, dialect)}`;
    case 'some': {
      const ones = condition.of.map((c) => sql`case when ${toSql(c, dialect)} then 1 else 0 end`);
      return sql`(${balanced('+', ones)} >= ${condition.count})`;
    }
    case 'in': {
      const [first, second] = condition.values;
      if (first === undefined) return sql`1 = 0`;
      if (condition.column === 'named') return namedSql(first, dialect);
      const column = columnOf(condition.column, dialect);
      const list =
        second === undefined ? sql`= ${first}` : sql`in (${listOf(condition.values, dialect)})`;
      return known(condition.column, sql`${column} ${list}`);
    }
    case 'keys':
      if (condition.keys.length === 0) return sql`1 = 0`;
      return dialect === 'postgres'
        ? sql`(datastream, file_name) in (select value->>0, value->>1 from json_array_elements(${JSON.stringify(condition.keys)}::json))`
        : sql`(datastream, file_name) in (select value->>0, value->>1 from json_each(${JSON.stringify(condition.keys)}))`;
    case 'between': {
      const { column, from, to, excludesFrom, excludesTo } = condition;
      const parts: Where[] = [];
      const name = columnOf(column, dialect);
      if (from !== null) parts.push(sql`${name} ${sql.raw(excludesFrom ? '>' : '>=')} ${from}`);
      if (to !== null) parts.push(sql`${name} ${sql.raw(excludesTo ? '<' : '<=')} ${to}`);
      return known(column, joined('and', parts));
    }
    case 'like':
      return known(condition.column, likeSql(condition, dialect));
    case 'present':
      return sql`${sql.ref(condition.column)} is not null`;
  }
}

/**
 * Longer lists of texts become one parameter: a statement with thousands takes longer to build and
 * parse than to run.
 */
const MOST_PARAMETERS = 50;

function listOf(values: readonly (string | number)[], dialect: Dialect): RawBuilder<unknown> {
  const isLong = values.length > MOST_PARAMETERS && values.every((one) => typeof one === 'string');
  if (!isLong) return sql.join(values);
  const json = JSON.stringify(values);
  return dialect === 'postgres'
    ? sql`select json_array_elements_text(${json}::json)`
    : sql`select value from json_each(${json})`;
}

/**
 * Files whose names do not begin with their datastream have an index of their own. A statement uses
 * it only if it contains their mark; SQLite, only if it looks those files up in a separate
 * subquery.
 */
function namedSql(value: string | number, dialect: Dialect): Where {
  const mark = sql<SqlBool>`named = ${sql.lit(value)}`;
  if (dialect === 'postgres' || value !== 0) return mark;
  return sql`file_id in (select file_id from files where ${mark})`;
}

/** False instead of unknown where the value is absent, so that `not` makes it true. */
const known = (column: FileColumn | 'named', where: Where): Where =>
  isOptional(column) ? sql`(${sql.ref(column)} is not null and ${where})` : where;

function joined(operator: 'and' | 'or', parts: readonly Where[]): Where {
  if (parts.length === 0) return operator === 'and' ? sql`1 = 1` : sql`1 = 0`;
  return balanced(operator, parts);
}

/** Joins by halves, so that brackets do not nest more deeply than databases allow. */
function balanced<T>(operator: string, parts: readonly RawBuilder<T>[]): RawBuilder<T> {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const half = parts.length >> 1;
  const [left, right] = [parts.slice(0, half), parts.slice(half)];
  return sql`(${balanced(operator, left)} ${sql.raw(operator)} ${balanced(operator, right)})`;
}

/** SQLite's LIKE takes no notice of case and its GLOB does; PostgreSQL has ILIKE and LIKE. */
function likeSql(condition: Extract<Condition, { kind: 'like' }>, dialect: Dialect): Where {
  const { column, pattern, ignoreCase } = condition;
  if (dialect === 'sqlite' && !ignoreCase)
    return sql`${sql.ref(column)} glob ${pattern.map(globPart).join('')}`;
  const operator = sql.raw(dialect === 'postgres' && ignoreCase ? 'ilike' : 'like');
  return sql`${sql.ref(column)} ${operator} ${pattern.map(likePart).join('')} escape '\\'`;
}

const globPart = (part: PatternPart): string =>
  typeof part === 'string' ? part : part.text.replace(/[*?[]/g, '[$&]');

const likePart = (part: PatternPart): string =>
  part === '*' ? '%' : part === '?' ? '_' : part.text.replace(/[\\%_]/g, '\\$&');
