// A search index whose searches are parts of the trace of their request, where something is traced.
import { traced, tracing } from '../platform/log/tracing.ts';
import type { SearchIndex } from './search-index.ts';

/** The index itself where nothing is traced. */
export function tracedSearch(index: SearchIndex): SearchIndex {
  if (!tracing()) return index;
  const within = <T>(name: string, of: string, act: () => Promise<T>): Promise<T> =>
    traced(name, { attributes: { 'isobar.index': of } }, act);
  return {
    search: (of, body, options) => within('search', of, () => index.search(of, body, options)),
    searchText: (of, body, options) =>
      within('search', of, () => index.searchText(of, body, options)),
    replace: (of, ...content) => within('replace index', of, () => index.replace(of, ...content)),
    apply: (of, changes) => within('change index', of, () => index.apply(of, changes)),
    has: (of) => index.has(of),
    mapping: (of) => index.mapping(of),
    version: (of) => index.version(of),
    ...(index.followed ? { followed: index.followed } : {}),
    close: () => index.close(),
  };
}
