// Evaluates a query file by file, without regard to speed and without the conditions that it is
// meant to check.

import { formatInstant } from '@isobar/contract/time.ts';
import type { BoolQuery, Query } from '@isobar/query-language/query.ts';
import type { TestFile } from '../../../store/testing/some-files.ts';

export type Document = Readonly<Record<string, string | number | null>>;

export const documentOf = (file: TestFile): Document => ({
  _id: file.named ? file.file_name : `${file.datastream}/${file.file_name}`,
  file_name: file.file_name,
  file_size: file.size,
  datastream: file.datastream,
  start_date: formatInstant(file.start_s),
  end_date: formatInstant(file.end_s),
  scan_name: file.scan_name,
});

/**
 * The queries that the tests make up: no date mathematics, whole seconds, query strings in
 * brackets.
 */
export function fulfils(document: Document, query: Query): boolean {
  const [kind, content] = Object.entries(query)[0] as [string, never];
  const value = (field: string) => document[field.replace('.keyword', '')] ?? null;
  const [field, given] = Object.entries<never>(content)[0] ?? ['', undefined as never];
  switch (kind) {
    case 'match_all':
      return true;
    case 'term':
    case 'match_phrase':
      return value(field) === given;
    case 'terms':
      return (given as unknown[]).includes(value(field));
    case 'ids':
      return ([given].flat() as unknown[]).includes(document._id);
    case 'exists':
      return value(given) !== null;
    case 'prefix':
      return value(field) !== null && String(value(field)).startsWith(given);
    case 'wildcard': {
      const { value: pattern, case_insensitive: loose } = given as {
        value: string;
        case_insensitive: boolean;
      };
      const text = pattern
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '.*')
        .replaceAll('?', '.');
      const whole = new RegExp(`^${text}$`, loose ? 'is' : 's');
      return value(field) !== null && whole.test(String(value(field)));
    }
    case 'range': {
      const found = value(field);
      if (found === null) return false;
      const holds = {
        gt: (bound: string | number) => found > bound,
        gte: (bound: string | number) => found >= bound,
        lt: (bound: string | number) => found < bound,
        lte: (bound: string | number) => found <= bound,
      };
      const bounds = Object.entries(given) as [keyof typeof holds, string | number][];
      return bounds.every(([name, bound]) => holds[name](bound));
    }
    case 'bool':
      return fulfilsBool(document, content);
    default:
      throw new Error(`the plain search knows no ${kind}`);
  }
}

function fulfilsBool(document: Document, query: BoolQuery): boolean {
  const list = (part: Query | readonly Query[] | undefined): Query[] =>
    part === undefined ? [] : ([part].flat() as Query[]);
  const holds = (one: Query) => fulfils(document, one);
  const required = [...list(query.must), ...list(query.filter)];
  const should = list(query.should);
  const least = query.minimum_should_match ?? (required.length === 0 && should.length > 0 ? 1 : 0);
  return (
    required.every(holds) &&
    !list(query.must_not).some(holds) &&
    should.filter(holds).length >= Number(least)
  );
}
