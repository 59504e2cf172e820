// Location search: the sites and facilities of the archive on a map or in a list, on a timeline below, and the data of each.
import './location-search.css';
import { checkShape, roundedCorner } from '@isobar/contract/places/area.ts';
import { type Corner, formatShape } from '@isobar/contract/places/shape.ts';
import { headlineOf } from '@isobar/contract/places/sites.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { hasWebGl } from '../../parts/map/has-web-gl.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.tsx';
import { Controls } from './controls.tsx';
import { FacilityPanel } from './facility-panel.tsx';
import { Narrowing } from './narrowing.tsx';
import { usePlaceState } from './place-address.ts';
import { PlaceList } from './place-list.tsx';
import { isDefaultState, resetState } from './place-state.ts';
import { areaSearch } from './place-words.ts';
import { SitesTimeline } from './sites-timeline.tsx';
import { useSeen } from './use-seen.ts';

const MapArea = lazy(() =>
  import('./map-area.tsx').then((module) => ({ default: module.MapArea })),
);
const CornersDialog = lazy(() =>
  import('./corners-dialog.tsx').then((module) => ({ default: module.CornersDialog })),
);

export function LocationSearchScreen() {
  usePageTitle('Location Search');
  const { archiveName } = useConfig();
  const [state, go] = usePlaceState();
  const [drawing, setDrawing] = useState(false);
  const [typing, setTyping] = useState(false);
  const [moved, setMoved] = useState(false);
  const [resets, setResets] = useState(0);
  const [lit, setLit] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState(false);
  const seen = useSeen(state);
  const drawButton = useRef<HTMLButtonElement>(null);
  const live = hasWebGl() && !failed;
  const asList = state.list || !live;
  const { selected } = seen;

  const select = (facility: string): void => {
    setLit(new Set());
    const hidden = facility !== '' && !seen.rows.some((site) => holds(site, facility));
    go({ facility, ...(hidden ? { rows: 'all' } : {}) });
  };
  /** true: it is an area. */
  const takeArea = (corners: readonly Corner[]): boolean => {
    const checked = checkShape(corners.map(roundedCorner));
    if ('problem' in checked) {
      toast({ kind: 'problem', title: 'This is no area yet.', text: checked.problem });
      return false;
    }
    setDrawing(false);
    setTyping(false);
    go({ area: checked.corners, facility: '', rows: 'all' });
    drawButton.current?.focus();
    return true;
  };
  const draw = (): void => {
    if (asList) setTyping(true);
    else setDrawing(!drawing);
  };
  const reset = (): void => {
    setDrawing(false);
    setLit(new Set());
    setResets(resets + 1);
    go(resetState(state));
  };
  const panel = selected && (
    <FacilityPanel
      key={selected.facilityCode}
      facility={selected}
      site={seen.sites.find(({ siteCode }) => siteCode === selected.siteCode) ?? null}
      state={state}
      near={seen.near}
      onElsewhere={setLit}
      onClose={() => select('')}
    />
  );
  return (
    <main id="main" tabIndex={-1} className="page py-6 outline-none">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="title">
            <span className="calm">SEARCH THE MAP</span>
          </h1>
          <p role="status" className="mt-0.5 text-base text-ink-2">
            {seen.loading
              ? 'Retrieving locations...'
              : seen.error
                ? 'No locations'
                : headlineOf(seen.seen, seen.whole)}
          </p>
        </div>
        <Controls
          state={state}
          sites={seen.sites}
          drawing={drawing}
          drawButton={drawButton}
          isDefault={isDefaultState(state) && !moved && !drawing}
          onSite={(site) => go({ site, facility: '', rows: 'all' })}
          onDraw={draw}
          onReset={reset}
        >
          {live && (
            <Segmented
              label="Show places as"
              segments={[
                { value: 'map', label: 'Map' },
                { value: 'list', label: 'List' },
              ]}
              value={asList ? 'list' : 'map'}
              onChange={(view) => go({ list: view === 'list' })}
            />
          )}
        </Controls>
      </div>
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
      <div className="mt-4 mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
        {!live && <p>This browser cannot draw the map; the list holds the same.</p>}
        {state.area && (
          <>
            <a className="link" href={resultsHref(areaSearch(formatShape(state.area), state))}>
              Search the data of this area
            </a>
            <button type="button" className="link" onClick={() => setTyping(true)}>
              Edit the corners
            </button>
          </>
        )}
      </div>
      {asList && !seen.error && (
        <div className="place-beside">
          <PlaceList seen={seen.seen} state={state} near={seen.near} onSelect={select} />
          {panel}
        </div>
      )}
      {!asList && (
        <Suspense fallback={<Skeleton className="place-map-room" />}>
          <MapArea
            sites={seen.seen}
            state={state}
            near={seen.near}
            selected={selected}
            lit={lit}
            drawing={drawing}
            resets={resets}
            onSelect={select}
            onArea={takeArea}
            onStopDrawing={() => {
              setDrawing(false);
              drawButton.current?.focus();
            }}
            onTyping={() => setTyping(true)}
            onMoved={setMoved}
            onFailure={(error) => {
              console.error('Location search, map:', error);
              setFailed(true);
            }}
          >
            {panel}
          </MapArea>
        </Suspense>
      )}
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
          onSelect={select}
        />
      )}
      {typing && (
        <Suspense>
          <CornersDialog
            area={state.area ?? []}
            onClose={() => setTyping(false)}
            onArea={takeArea}
          />
        </Suspense>
      )}
    </main>
  );
}

const holds = (
  site: { readonly facilities: readonly { readonly facilityCode: string }[] },
  code: string,
) => site.facilities.some(({ facilityCode }) => facilityCode === code);
