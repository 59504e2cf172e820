// Requests that every search index has to answer alike. Most are tables with one case a line.
import { AGGREGATIONS } from './cases-aggregations.ts';
import { BEGINNINGS, MARKED } from './cases-beginnings.ts';
import { HITS, SORTS } from './cases-hits.ts';
import { QUERIES } from './cases-queries.ts';
import { QUERY_STRINGS, SIMPLE_QUERY_STRINGS } from './cases-query-strings.ts';
import { SIMILAR, SUGGESTIONS } from './cases-similar.ts';
import { SPREAD } from './cases-spread.ts';

export type Case = { readonly name: string; readonly body: object };

const QUERY_STRING_RULES: Readonly<Record<string, object>> = {
  AND: { default_operator: 'AND', fields: ['title', 'body^2', 'code'] },
  OR: { default_operator: 'OR', fields: ['title'], lenient: true },
  'across fields': {
    default_operator: 'AND',
    type: 'cross_fields',
    fields: ['title', 'body', 'tags', 'group', 'code'],
    lenient: true,
  },
  'across all fields': { default_operator: 'AND', type: 'cross_fields', lenient: true },
};

export const CASES: readonly Case[] = [
  ...QUERY_STRINGS.flatMap((query) =>
    Object.entries(QUERY_STRING_RULES).map(([name, rules]) => ({
      name: `query string ${name}: ${query}`,
      body: { query: { query_string: { query, ...rules } }, _source: false, size: 20 },
    })),
  ),
  ...SIMPLE_QUERY_STRINGS.map((query) => ({
    name: `simple query string: ${query}`,
    body: {
      query: { simple_query_string: { query, fields: ['title', 'body'], default_operator: 'and' } },
      _source: false,
    },
  })),
  ...QUERIES.map((query) => ({
    name: `query ${JSON.stringify(query)}`,
    body: { query, _source: false, size: 20 },
  })),
  ...SORTS.map((sort) => ({
    name: `sort ${JSON.stringify(sort)}`,
    body: {
      query: { match: { title: 'cloud radar meteorology' } },
      sort,
      _source: false,
      size: 25,
    },
  })),
  ...[...AGGREGATIONS, ...SPREAD].map((aggs) => ({
    name: `aggregations ${JSON.stringify(aggs)}`,
    body: { size: 0, query: { range: { n: { gte: -4 } } }, aggs },
  })),
  ...HITS.map((body) => ({ name: `body ${JSON.stringify(body)}`, body })),
  ...SIMILAR.map((query) => ({
    name: `similar ${JSON.stringify(query)}`,
    body: { query, _source: false, size: 20 },
  })),
  ...BEGINNINGS.map((query) => ({
    name: `beginning ${JSON.stringify(query)}`,
    body: { query, _source: false, size: 20 },
  })),
  ...MARKED.map((body) => ({ name: `marked ${JSON.stringify(body.query)}`, body })),
  ...SUGGESTIONS.map((suggest) => ({
    name: `suggestions ${JSON.stringify(suggest)}`,
    body: { size: 0, suggest },
  })),
];
