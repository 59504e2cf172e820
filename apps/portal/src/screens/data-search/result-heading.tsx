// How much was found: a headline to look at, a status line that is read out, and the parts of the
// address that were ignored.

import { formatCount, plural } from '@isobar/contract/count.ts';
import { chosen, filtersApplied, type Search, viewOf } from '@isobar/contract/search/filter.ts';
import { Skeleton } from '../../ui/progress.tsx';
import { NARROW, useMedia } from '../../ui/use-media.ts';
import { Crumbs } from './crumbs.tsx';
import { ListControls } from './list-controls.tsx';
import type { Results } from './results-queries.ts';
import type { Go } from './search-address.ts';

export function ResultHeading(props: {
  readonly search: Search;
  readonly results: Results;
  readonly ignored: readonly string[];
  readonly go: Go;
  readonly onFilters: () => void;
  /** On phones: whether the controls under the headline are shown. */
  readonly unfolded: boolean;
  readonly onUnfold: (unfolded: boolean) => void;
}) {
  const { search, results, ignored, go } = props;
  const { page, failure } = results;
  const narrow = useMedia(NARROW);
  const crumbs = <Crumbs search={search} labels={page?.labels ?? null} go={go} />;
  return (
    <>
      {narrow && crumbs}
      <div className="mt-2 flex items-start gap-x-2.5 gap-y-1 max-md:flex-wrap max-md:items-center">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1 max-md:contents">
          <h1
            className={`title min-h-9 max-md:min-w-fit max-md:flex-1 max-md:!text-base max-md:whitespace-nowrap max-md:leading-9 md:min-w-[10rem] md:!text-xl ${results.stale ? 'text-ink-2' : ''}`}
          >
            <Headline text={headline(search, results)} />
          </h1>
          {results.counts?.others && !results.stale ? (
            <p className="text-sm text-ink-2 max-md:order-last max-md:basis-full">
              {`${formatCount((results.recommended ? results.counts.recommended : results.counts.all) - results.counts.others)} ${results.recommended ? 'recommended' : 'of this archive'}, ${formatCount(results.counts.others)} external`}
            </p>
          ) : null}
          <p role="status" className="min-w-0 text-sm text-ink-2 max-md:sr-only">
            {page && !results.stale && statusLine(search, results)}
            {failure && 'The search failed.'}
          </p>
          {!page && !failure && <Skeleton className="h-4 w-56 max-md:hidden" />}
          {!narrow && crumbs}
        </div>
        <ListControls {...props} />
      </div>
      {results.forcedAllData && !results.stale && (
        <Note>
          {results.forcedAllData === 'none'
            ? 'No recommended data match, so all data are shown.'
            : 'The best matches are not recommended data, so all data are shown.'}
        </Note>
      )}
      {ignored.length > 0 && (
        <Note>
          This address contains unknown filters, which were ignored:{' '}
          <span className="font-mono text-sm">{ignored.join(', ')}</span>
        </Note>
      )}
    </>
  );
}

/** Phones get a shorter form: '154 products'. */
function Headline({ text }: { readonly text: string }) {
  const [before, after] = text.split(' data ');
  if (after === undefined) return text;
  return (
    <>
      {before} <span className="max-md:sr-only">data </span>
      {after}
    </>
  );
}

const Note = ({ children }: { readonly children: React.ReactNode }) => (
  <p className="mt-2 border-l-2 border-warn pl-3 text-sm text-ink-2">{children}</p>
);

/** The heading above the results; while a search runs, it does not describe the previous one. */
export function headline(search: Search, { page, failure, stale }: Results): string {
  if (failure) return 'Data search';
  if (!page || stale) return 'Searching…';
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
