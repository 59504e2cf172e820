// The queries of the search language that file_info answers, as conditions over the file index.

import type { BoolQuery, Query, QueryKinds } from '@isobar/query-language/query.ts';
import { equal, equalByName, ids, like, parsePattern, present, within } from './compare.ts';
import { ALL, allOf, anyOf, type Condition, NONE, not, someOf } from './condition.ts';
import { fileField } from './fields.ts';
import { queryStringCondition } from './query-string.ts';
import { unsupported } from './refusals.ts';

/**
 * The files that a query means; `now` in milliseconds since 1970. Throws SearchRefused for what
 * this index does not answer: other kinds of query, unknown fields, values that do not suit their
 * field.
 */
export function queryCondition(query: Query, now: number): Condition {
  const [kind, content] = Object.entries(query)[0] as [string, unknown]; // a clause has one key
  const reader = READERS[kind as keyof QueryKinds];
  if (!reader) throw unsupported(`query [${kind}] is not supported by file_info`);
  return (reader as Reader<unknown>)(content, now); // the table pairs each kind with its content
}

type Reader<T> = (content: T, now: number) => Condition;

const READERS: { readonly [K in keyof QueryKinds]?: Reader<QueryKinds[K]> } = {
  match_all: () => ALL,
  match_none: () => NONE,
  query_string: queryStringCondition,
  bool: boolCondition,
  constant_score: (content, now) => queryCondition(content.filter, now),
  ids: (content) => ids([content.values].flat()),
  exists: (content) => (content.field === '_id' ? ALL : present(fileField(content.field))),
  term(content, now) {
    const [name, given] = only(content);
    const { value, ignoreCase } = valued(given);
    if (!ignoreCase) return equalByName(name, value, now);
    return like(fileField(name), [{ text: String(value) }], true);
  },
  terms(content, now) {
    const entries = Object.entries(content).filter(([key]) => key !== 'boost');
    const [name, values] = only(Object.fromEntries(entries));
    if (!Array.isArray(values)) return NONE;
    if (name === '_id') return ids(values.map(String));
    const field = fileField(name);
    if (field.kind !== 'text') return anyOf(values.map((value) => equal(field, value, now)));
    const texts = values.map(String).filter((text) => !text.includes('\0'));
    if (texts.length === 0) return NONE;
    return { kind: 'in', column: field.column, values: [...new Set(texts)] };
  },
  range(content, now) {
    const [name, bounds] = only(content);
    return within(fileField(name), bounds, now);
  },
  prefix(content) {
    const [name, given] = only(content);
    const { value, ignoreCase } = valued(given);
    return like(fileField(name), [{ text: String(value) }, '*'], ignoreCase);
  },
  wildcard(content) {
    const [name, given] = only(content);
    const plain = typeof given === 'string';
    const text = plain ? given : (given.value ?? given.wildcard ?? '');
    const ignoreCase = !plain && (given.case_insensitive ?? false);
    return like(fileField(name), parsePattern(text), ignoreCase);
  },
  match(content, now) {
    const [name, given] = only(content);
    if (typeof given !== 'object') return matched(name, given, 'OR', now);
    if (given.minimum_should_match !== undefined)
      throw unsupported('minimum_should_match within match is not supported by file_info');
    return matched(name, given.query, given.operator?.toUpperCase() ?? 'OR', now);
  },
  match_bool_prefix(content, now) {
    const [name, given] = only(content);
    const { query, operator } = typeof given === 'object' ? given : { query: given };
    const words = wordsOf(query);
    const last = words.pop();
    if (last === undefined) return NONE;
    const found = [
      ...words.map((word) => equalByName(name, word, now)),
      like(fileField(name), [{ text: last }, '*'], false),
    ];
    return operator?.toUpperCase() === 'AND' ? allOf(found) : anyOf(found);
  },
  match_phrase(content, now) {
    const [name, given] = only(content);
    return equalByName(name, typeof given === 'object' ? given.query : given, now);
  },
};

function boolCondition(content: BoolQuery, now: number): Condition {
  const read = (queries: Query | readonly Query[] | undefined): Condition[] =>
    (queries === undefined ? [] : [queries].flat()).map((query) => queryCondition(query, now));
  const required = [...read(content.must), ...read(content.filter)];
  const should = read(content.should);
  const least =
    content.minimum_should_match === undefined
      ? Number(required.length === 0 && should.length > 0)
      : leastOf(content.minimum_should_match, should.length);
  return allOf([...required, someOf(least, should), ...read(content.must_not).map(not)]);
}

/** `2`, `-1` (all but one), `75%`, `-25%`: how many of `total` clauses have to match. */
function leastOf(wanted: number | string, total: number): number {
  const m = /^(-?\d{1,6})(%?)$/.exec(String(wanted).trim());
  if (!m) throw unsupported(`minimum_should_match [${wanted}] is not supported by file_info`);
  const number = Number(m[1]);
  const part = m[2] ? Math.trunc((total * number) / 100) : number;
  return Math.max(0, part < 0 ? total + part : part);
}

function matched(
  name: string,
  value: string | number | boolean,
  operator: string,
  now: number,
): Condition {
  if (name !== '_id' && fileField(name).kind !== 'text') return equalByName(name, value, now);
  const found = wordsOf(value).map((word) => equalByName(name, word, now));
  return operator === 'AND' ? allOf(found) : anyOf(found);
}

const wordsOf = (text: string | number | boolean): string[] =>
  String(text)
    .split(/\s+/)
    .filter((word) => word !== '');

/** The one field of a clause and what stands under it. */
function only<T>(content: Readonly<Record<string, T>>): [string, T] {
  const [entry] = Object.entries(content);
  if (!entry) throw unsupported('a clause names no field'); // the schema lets exactly one through
  return entry;
}

type Valued = QueryKinds['term'][string];
const valued = (given: Valued) =>
  typeof given === 'object'
    ? { value: given.value, ignoreCase: given.case_insensitive ?? false }
    : { value: given, ignoreCase: false };
