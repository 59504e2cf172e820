// Location search: the sites and facilities of the archive on a map or in a list, on a timeline
// below, and the data of each.
import './location-search.css';
import { formatShape } from '@isobar/contract/places/shape.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { type ReactNode, Suspense } from 'react';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { headlineOf } from '../../lib/places/sites.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Controls } from './controls.tsx';
import { FacilityPanel } from './facility-panel.tsx';
import { Narrowing } from './narrowing.tsx';
import { PlaceList } from './place-list.tsx';
import { areaSearch } from './place-words.ts';
import { SitesTimeline } from './sites-timeline.tsx';
import { type PlaceView, usePlaceView } from './use-place-view.ts';

const MapArea = lazyPart('The map', () =>
  import('./map-area.tsx').then((module) => module.MapArea),
);
const CornersDialog = lazyPart(
  'The form for corners',
  () => import('./corners-dialog.tsx').then((module) => module.CornersDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

export function LocationSearchScreen() {
  usePageTitle('Location Search');
  const { archiveName } = useConfig();
  const view = usePlaceView();
  const { state, go, seen } = view;
  return (
    <main id="main" tabIndex={-1} className="page py-6 outline-none">
      <Head view={view} />
      <Narrowing state={state} go={go} near={seen.near} sites={seen.sites} />
      {seen.error && (
        <div className="mt-4">
          <FailurePanel
            what="The locations could not be loaded."
            why={seen.error.message}
            busy={seen.loading}
            onRetry={seen.retry}
          />
        </div>
      )}
      <AreaLinks view={view} />
      <Places view={view}>
        <Selected view={view} />
      </Places>
      {!seen.error && (
        <SitesTimeline
          archiveName={archiveName}
          all={seen.sites}
          shown={seen.rows}
          buttons={seen.buttons}
          state={state}
          loading={seen.loading}
          near={seen.near}
          onRows={(rows) => go({ rows })}
          onSelect={view.select}
        />
      )}
      {view.typing && (
        <Suspense>
          <CornersDialog
            area={state.area ?? []}
            onClose={() => view.setTyping(false)}
            onArea={view.takeArea}
          />
        </Suspense>
      )}
    </main>
  );
}

type ViewProps = { readonly view: PlaceView };

function Head({ view }: ViewProps) {
  const { state, go, seen } = view;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div>
        <h1 className="title">
          <span className="calm">SEARCH THE MAP</span>
        </h1>
        <p role="status" className="mt-0.5 text-base text-ink-2">
          {seen.loading
            ? 'Retrieving locations...'
            : seen.error
              ? 'Locations are not known.'
              : headlineOf(seen.seen, seen.whole)}
        </p>
      </div>
      <Controls
        state={state}
        sites={seen.sites}
        drawing={view.drawing}
        drawButton={view.drawButton}
        isDefault={view.isDefault}
        onSite={(site) => go({ site, facility: '', rows: 'all' })}
        onDraw={view.draw}
        onReset={view.reset}
      >
        {view.live && (
          <Segmented
            label="Show places as"
            segments={[
              { value: 'map', label: 'Map' },
              { value: 'list', label: 'List' },
            ]}
            value={view.asList ? 'list' : 'map'}
            onChange={(shown) => go({ list: shown === 'list' })}
          />
        )}
      </Controls>
    </div>
  );
}

function AreaLinks({ view: { state, live, setTyping } }: ViewProps) {
  return (
    <div className="mt-4 mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
      {!live && <p>This browser cannot draw the map; the list shows the same places.</p>}
      {state.area && (
        <>
          <a className="link" href={resultsHref(areaSearch(formatShape(state.area), state))}>
            Search data in this area
          </a>
          <button type="button" className="link" onClick={() => setTyping(true)}>
            Edit the corners
          </button>
        </>
      )}
    </div>
  );
}

/** The list or the map, and beside it what was selected. */
function Places({ view, children }: ViewProps & { readonly children: ReactNode }) {
  const { state, seen } = view;
  if (view.asList)
    return seen.error ? null : (
      <div className="place-beside">
        <PlaceList seen={seen.seen} state={state} near={seen.near} onSelect={view.select} />
        {children}
      </div>
    );
  return (
    <Suspense fallback={<Skeleton className="place-map-room" />}>
      <MapArea
        sites={seen.seen}
        state={state}
        near={seen.near}
        selected={seen.selected}
        lit={view.lit}
        drawing={view.drawing}
        resets={view.resets}
        onSelect={view.select}
        onArea={view.takeArea}
        onStopDrawing={view.stopDrawing}
        onTyping={() => view.setTyping(true)}
        onMoved={view.setMoved}
        onFailure={view.mapFailed}
      >
        {children}
      </MapArea>
    </Suspense>
  );
}

function Selected({ view }: ViewProps) {
  const { state, seen } = view;
  if (!seen.selected) return null;
  const { facilityCode, siteCode } = seen.selected;
  return (
    <FacilityPanel
      key={facilityCode}
      facility={seen.selected}
      site={seen.sites.find((site) => site.siteCode === siteCode) ?? null}
      state={state}
      near={seen.near}
      onElsewhere={view.setLit}
      onClose={() => view.select('')}
    />
  );
}
