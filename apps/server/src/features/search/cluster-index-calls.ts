// The calls that each index has under its own name, except its search.

import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { type Add, type Query, READ } from './cluster-adder.ts';
import { settingsOf } from './cluster-state.ts';
import { documentOf, explain, manyDocuments, sourceOf } from './documents.ts';
import { analyseText, fieldCaps, patternsOf, termsEnum, validate } from './field-calls.ts';
import { checked } from './read-request.ts';
import type { Served } from './scroll.ts';

export function addIndexCalls(add: Add, one: Served, find: (name: unknown) => Served): void {
  const at = (path: string) => `/${one.name}${path}`;
  const what = (words: string) => `${words} (${one.name})`;
  add(['GET'], at('/_doc/:id'), what('A document by its id'), async ({ params, query, reply }) => {
    const document = await documentOf(one, params.id ?? '', sourceIn(query));
    if (!document.found) reply.code(404);
    return document;
  });
  add(['GET'], at('/_source/:id'), what('The source of a document'), ({ params, query }) =>
    sourceOf(one, params.id ?? '', sourceIn(query)),
  );
  add(READ, at('/_mget'), what('Documents by their ids'), ({ body }) =>
    manyDocuments(find, one.name, body()),
  );
  add(
    READ,
    at('/_explain/:id'),
    what('Why a document matches a query, or does not'),
    async ({ params, query, body, reply }) => {
      const told = await explain(one, params.id ?? '', queryOf(query, body()));
      if (told.explanation === undefined) reply.code(404);
      return told;
    },
  );
  add(READ, at('/_validate/query'), what('Whether a query is valid'), ({ query, body }) =>
    validate(
      one,
      () => queryOf(query, body(), true),
      query.explain !== undefined && query.explain !== 'false',
    ),
  );
  add(READ, at('/_field_caps'), what('Capabilities of the fields'), ({ query, body }) =>
    fieldCaps([one], patternsOf(query, body())),
  );
  add(READ, at('/_terms_enum'), what('Values that begin with a text'), ({ body }) =>
    termsEnum(one, body()),
  );
  add(READ, at('/_analyze'), what('The words of a text'), ({ body }) => analyseText(one, body()));
  add(['GET'], at('/_settings'), what('Settings'), () => settingsOf(one.name));
}

/** `q` and its like, or a body with a query. */
function queryOf(query: Query, body: unknown, unchecked = false): SearchBody {
  if (typeof query.q === 'string') {
    const operator =
      query.default_operator === undefined ? {} : { default_operator: query.default_operator };
    return checked({ query: { query_string: { query: query.q, ...operator } } });
  }
  return unchecked ? ((body ?? {}) as SearchBody) : checked(body ?? {}, ['query']);
}

/** `_source`, `_source_includes` and `_source_excludes` of an address. */
function sourceIn(query: Query): SearchBody['_source'] {
  const list = (value: unknown) => (typeof value === 'string' ? value.split(',') : undefined);
  const { _source: source } = query;
  if (source === 'true' || source === 'false') return source === 'true';
  const includes = list(query._source_includes) ?? list(query._source_include) ?? list(source);
  const excludes = list(query._source_excludes) ?? list(query._source_exclude);
  if (!includes && !excludes) return undefined;
  return { ...(includes ? { includes } : {}), ...(excludes ? { excludes } : {}) };
}
