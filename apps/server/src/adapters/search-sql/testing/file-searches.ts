// Searches of the file index as tests write them, at one moment.
import { parseSearchBody, type SearchBody } from '@isobar/query-language/search-body.ts';
import type { TemporaryStore } from '../../../store/testing/temporary-store.ts';
import { searchFiles } from '../search.ts';

export const NOW = Date.UTC(2019, 0, 15, 12);

/** `store`: the one of the test that runs. */
export function fileSearches(store: () => TemporaryStore) {
  const search = async (body: unknown) => {
    const parsed = parseSearchBody(body);
    if (!parsed.ok) throw new Error(`${parsed.problem.path}: ${parsed.problem.reason}`);
    return searchFiles({ db: store().db, dialect: store().kind }, parsed.body, NOW);
  };
  /** Names of the files that a body finds. */
  const names = async (body: SearchBody | object) =>
    (await search({ size: 100, ...body })).hits.hits.map((hit) => hit._source?.file_name);
  /** Names of the files that a query string finds. */
  const matching = (q: string, options: object = {}) =>
    names({ query: { query_string: { query: q, ...options } } });
  return { search, names, matching };
}
