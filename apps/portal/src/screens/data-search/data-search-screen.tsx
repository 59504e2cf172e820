// Data search: filters at the left, results with their quality timelines at the right.
import { filtersApplied, openRecord, type Search } from '@isobar/contract/search/filter.ts';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useFirstLater } from '../../lib/first-later.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { TimelineDefs } from '../../parts/timeline/timeline.tsx';
import { TimelineViewProvider } from '../../parts/timeline/view.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { useAsked } from './asked.ts';
import { useCountOpened } from './count-opened.ts';
import { pageSpans } from './page-spans.ts';
import { useReading } from './reading.ts';
import { ResultControls } from './result-controls.tsx';
import { headline, ResultHeading } from './result-heading.tsx';
import { useFacets, useResults, useSummaries } from './results-queries.ts';
import { ResultsTable } from './results-table.tsx';
import { useSearchAddress } from './search-address.ts';
import { SearchBar } from './search-bar.tsx';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';
import { UnderstoodChips, UnderstoodNotes } from './understood-lazily.tsx';
import { WelcomeNotice } from './welcome-notice.tsx';

const Details = lazyPart(
  'The product details',
  () => import('../../parts/details/details.tsx').then((module) => module.Details),
  { failure: 'over', onDismiss: ({ onChange }) => onChange(null) },
);

const BelowResults = lazyPart('The rest of the page', () =>
  import('./below-results.tsx').then((module) => module.BelowResults),
);

const EmptyResults = lazyPart('The suggestions for an empty result', () =>
  import('./empty-results.tsx').then((module) => module.EmptyResults),
);

const KeysDialog = lazyPart(
  'The list of keys',
  () => import('./keys-dialog.tsx').then((module) => module.KeysDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

export function DataSearchScreen() {
  usePageTitle('Data search');
  const { help, closeHelp } = useShortcuts();
  const { search, ignored, go } = useSearchAddress();
  const asked = useAsked(search);
  const { known, meant, understood, ready } = useReading(asked);
  const shown = useMemo(() => openRecord(known, search.open), [known, search.open]);
  const results = useResults(meant, ready);
  const facets = useFirstLater(useFacets(meant, results, ready), haveValues);
  const rows = results.page?.rows ?? NO_ROWS;
  useCountOpened(search, rows);
  const summaries = useSummaries(meant, rows);
  const [sidebar, setSidebar] = useState(true);
  const [drawer, setDrawer] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const hideSidebar = useCallback(() => setSidebar(false), []);
  const { full, opening, band } = pageSpans(rows, known, summaries.values());
  const listed = isListed(search, results);
  return (
    <TimelineViewProvider full={full} opening={opening} band={band}>
      <TimelineDefs />
      <div
        className={`page grid gap-x-9 max-lg:grid-cols-1 ${
          sidebar ? 'grid-cols-[288px_minmax(0,1fr)]' : 'grid-cols-[minmax(0,1fr)]'
        }`}
      >
        <Sidebar
          search={asked}
          go={go}
          facets={facets}
          shown={sidebar}
          drawer={drawer}
          onDrawer={setDrawer}
          found={results.page ? headline(search, results) : null}
          onHide={hideSidebar}
        />
        <main id="main" tabIndex={-1} className="min-w-0 pt-2.5 pb-16 outline-none">
          <SearchBar
            search={search}
            go={go}
            sidebarHidden={!sidebar}
            onShowSidebar={() => setSidebar(true)}
          />
          <UnderstoodChips search={search} understood={understood} go={go} />
          <ResultHeading
            search={shown}
            results={results}
            ignored={ignored}
            go={go}
            onFilters={() => setDrawer(true)}
            unfolded={unfolded}
            onUnfold={setUnfolded}
          />
          <UnderstoodNotes search={search} understood={understood} go={go} />
          <ResultControls
            search={shown}
            results={results}
            go={go}
            listed={listed}
            unfolded={unfolded}
          />
          <WelcomeNotice shown={results.recommended} />
          {results.failure && (
            <div className="mt-5">
              <FailurePanel
                what={results.failure.what}
                why={results.failure.why}
                onRetry={results.failure.retry}
              />
            </div>
          )}
          {!results.failure && (
            <Found search={known} results={results} summaries={summaries} go={go} listed={listed} />
          )}
        </main>
      </div>
      {help && (
        <Suspense>
          <KeysDialog onClose={closeHelp} />
        </Suspense>
      )}
      <OpenRecord search={shown} go={go} />
    </TimelineViewProvider>
  );
}

/** The record that the address opens, over the results. */
function OpenRecord({ search, go }: Pick<FoundProps, 'search' | 'go'>) {
  if (!search.open) return null;
  return (
    <Suspense>
      <Details
        search={search}
        open={search.open}
        onChange={(open) => go(openRecord(search, open), { replace: true, back: open === null })}
      />
    </Suspense>
  );
}

/** Without filters nothing is listed, and that is known before any answer. */
function isListed(search: Search, results: ReturnType<typeof useResults>): boolean {
  const { page, stale, failure } = results;
  if (failure) return false;
  return filtersApplied(search) > 0 && (page === null || page.rows.length > 0 || stale);
}

type FoundProps = {
  readonly listed: boolean;
  readonly search: Search;
  readonly results: ReturnType<typeof useResults>;
  readonly summaries: ReturnType<typeof useSummaries>;
  readonly go: ReturnType<typeof useSearchAddress>['go'];
};

function Found({ search, results, summaries, go, listed }: FoundProps) {
  return (
    <>
      {!listed ? (
        <Suspense>
          <EmptyResults search={search} filtered={filtersApplied(search) > 0} go={go} />
        </Suspense>
      ) : (
        <ResultsTable search={search} results={results} summaries={summaries} go={go} />
      )}
      <Suspense>
        <BelowResults search={search} results={results} go={go} />
      </Suspense>
    </>
  );
}

const haveValues = ({ groups, failed }: ReturnType<typeof useFacets>): boolean =>
  failed || [...groups.values()].some((values) => values !== null);

const NO_ROWS: readonly never[] = [];
