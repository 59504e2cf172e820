// Under the results: pages, and the ways to widen or narrow the search.
import {
  filtersApplied,
  type Search,
  searchText,
  setAllFields,
  setData,
  setExternal,
  setPage,
} from '@isobar/contract/search/filter.ts';
import { Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import type { Results } from './results-queries.ts';
import type { Go } from './search-address.ts';

/** With this many results or fewer, those of other repositories are offered (part 1 section 9). */
export const FEW_RESULTS = 5;

type Props = { readonly search: Search; readonly results: Results; readonly go: Go };

export function BelowResults({ search, results, go }: Props) {
  const pages = Math.ceil((results.page?.total ?? 0) / search.rows);
  const shown = offers(search, results);
  if (filtersApplied(search) === 0 || results.stale) return null;
  return (
    <div className="mt-6 grid gap-5">
      <Pager
        label="Result pages"
        page={search.page}
        pages={pages}
        onPage={(page) => go(setPage(search, page), { toTop: true })}
      />
      <div className="flex flex-wrap justify-center gap-2">
        {shown.allData && (
          <Button onClick={() => go(setData(search, 'all'))}>
            Expand Search Results to All Data
          </Button>
        )}
        {shown.external && (
          <Button onClick={() => go(setExternal(search, true))}>
            Show Search Results from External Repository
          </Button>
        )}
        {shown.allFields && (
          <Button onClick={() => go(setAllFields(search, true))}>
            Expand Search with All Fields
          </Button>
        )}
        {shown.relevantFields && (
          <Button onClick={() => go(setAllFields(search, false))}>
            Narrow Search to Relevant Fields
          </Button>
        )}
      </div>
    </div>
  );
}

export type Offers = {
  readonly allData: boolean;
  readonly external: boolean;
  readonly allFields: boolean;
  readonly relevantFields: boolean;
};

/** Which of the four buttons stand under the table (part 1 section 2). */
export function offers(
  search: Search,
  {
    page,
    counts,
    external,
    recommended,
  }: Pick<Results, 'page' | 'counts' | 'external' | 'recommended'>,
): Offers {
  const pages = Math.max(1, Math.ceil((page?.total ?? 0) / search.rows));
  const text = searchText(search) !== '';
  return {
    allData:
      recommended &&
      page !== null &&
      search.page >= pages &&
      counts !== null &&
      counts.all > counts.recommended,
    external:
      !search.external &&
      search.page === 1 &&
      counts !== null &&
      counts.all <= FEW_RESULTS &&
      (external ?? 0) > 0,
    allFields: text && !search.allFields,
    relevantFields: text && search.allFields,
  };
}
