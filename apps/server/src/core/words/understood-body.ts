// A plain search call with its words understood: `GET _search?q=PWV&understand=true`, or the same
// parameter beside a body.

import { isFilterField } from '@isobar/contract/search/fields.ts';
import { EMPTY_SEARCH, setText } from '@isobar/contract/search/filter.ts';
import { fieldsQuery, textOfSearch } from '@isobar/contract/search/plan-clauses.ts';
import { sortFor } from '@isobar/contract/search/sorts.ts';
import { readAs } from '@isobar/contract/words/read-as.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';

/**
 * The text that a body looks for: its query string, or the first one that has to match; null: there
 * is none.
 */
export function textOfBody({ query }: SearchBody): string | null {
  if (!query) return null;
  const strings = [query, ...mustOf(query)].flatMap((one) =>
    'query_string' in one ? [one.query_string.query] : [],
  );
  return strings[0] ?? null;
}

/**
 * The body with that text replaced by what was understood of it. Without a sort, best matches come
 * first.
 */
export function understoodBody(body: SearchBody, understood: Understood): SearchBody {
  const { query } = body;
  if (!query) return body;
  const meant = meaning(understood);
  const sort = body.sort === undefined ? { sort: sortFor('best', 'instrument') } : {};
  if ('query_string' in query) return { ...body, ...sort, query: meant };
  if (!('bool' in query)) return body;
  const must = mustOf(query);
  const at = must.findIndex((one) => 'query_string' in one);
  const next = must.map((one, i) => (i === at ? meant : one));
  return { ...body, ...sort, query: { bool: { ...query.bool, must: next } } };
}

function meaning(understood: Understood): Query {
  const search = readAs(setText(EMPTY_SEARCH, understood.typed), understood);
  const text = textOfSearch(search);
  const filter = fieldsQuery(search, Object.keys(search.terms).filter(isFilterField));
  return { bool: { ...(text ? { must: [text] } : {}), ...(filter ? { filter: [filter] } : {}) } };
}

const mustOf = (query: Query): readonly Query[] =>
  'bool' in query && query.bool.must ? [query.bool.must].flat() : [];
