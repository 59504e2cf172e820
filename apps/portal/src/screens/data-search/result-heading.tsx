// How much was found: a headline for the eye, a status line for everybody, and what the address could not say.
import { chosen, filtersApplied, type Search, viewOf } from '@isobar/contract/search/filter.ts';
import { formatCount, plural } from '../../lib/plural.ts';
import { Skeleton } from '../../ui/progress.tsx';
import { ListControls } from './result-controls.tsx';
import type { Results } from './results-queries.ts';
import type { Go } from './search-address.ts';

export function ResultHeading(props: {
  readonly search: Search;
  readonly results: Results;
  readonly ignored: readonly string[];
  readonly go: Go;
  readonly onFilters: () => void;
}) {
  const { search, results, ignored } = props;
  const { page, failure } = results;
  return (
    <>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* The line under the headline has its place before it is known: nothing below may jump. */}
        <div className={`min-w-[13rem] transition-opacity ${results.stale ? 'opacity-60' : ''}`}>
          <h1 className="title min-h-[2.4rem]">{headline(search, results)}</h1>
          <div className="flex min-h-[1.6em] items-center">
            <p role="status" className="text-ink-2">
              {page && !results.stale && statusLine(search, results)}
              {failure && 'The search failed.'}
            </p>
            {!page && !failure && <Skeleton className="h-4 w-56" />}
          </div>
        </div>
        <ListControls {...props} />
      </div>
      {results.forcedAllData && !results.stale && (
        <Note>Nothing here is recommended data, so all data are shown.</Note>
      )}
      {ignored.length > 0 && (
        <Note>
          This address holds what is not a filter here, and it was left out:{' '}
          <span className="font-mono text-[.86rem]">{ignored.join(', ')}</span>
        </Note>
      )}
    </>
  );
}

const Note = ({ children }: { readonly children: React.ReactNode }) => (
  <p className="mt-2 border-l-2 border-warn pl-3 text-[.94rem] text-ink-2">{children}</p>
);

function headline(search: Search, { page, failure }: Results): string {
  if (failure) return 'Data search';
  if (!page) return 'Searching…';
  return viewOf(search) === 'measurement'
    ? plural(page.total, 'measurement')
    : plural(page.total, 'data product');
}

/** 'Search Results - Showing 1-20 of 128'. */
export function statusLine(search: Search, { page }: Pick<Results, 'page'>): string {
  if (!page) return '';
  if (filtersApplied(search) === 0) return 'No Filters Applied';
  if (page.rows.length === 0) {
    const [id] = chosen(search, 'id');
    return id ? `No Results Found for ${id}` : 'No Results Found';
  }
  const first = (search.page - 1) * search.rows + 1;
  const last = first + page.rows.length - 1;
  const range = `${formatCount(first)}-${formatCount(last)}`;
  return `Search Results - Showing ${range} of ${formatCount(page.total)}`;
}
