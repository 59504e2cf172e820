// The live map of the location search: what it shows, where it looks, and an area being drawn on
// it.

import type { Corner } from '@isobar/contract/places/shape.ts';
import { formatShape } from '@isobar/contract/places/shape.ts';
import { useQuery } from '@tanstack/react-query';
import {
  type CSSProperties,
  type ReactNode,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useConfig } from '../../lib/config.ts';
import { type Facility, type LatLon, type Site, standsAt } from '../../lib/places/sites.ts';
import type { LiveMap, Missing } from '../../parts/map/live-map.ts';
import { MapFrame } from '../../parts/map/map-frame.tsx';
import {
  DEFAULT_VIEW,
  FACILITY_MAP,
  isDefaultView,
  LEGEND_POINT,
  lonLat,
  type View,
} from '../../parts/map/map-numbers.ts';
import type { MapScene } from '../../parts/map/map-scene.ts';
import { nearestPlaces } from '../../parts/map/nearby.ts';
import type { Bounds } from '../../parts/map/out-of-view.ts';
import { readTiles } from '../../parts/map/tiles.ts';
import { type Draft, onDrawingKey, useAreaDrawing } from './area-drawing.ts';
import { DrawingBar } from './drawing-bar.tsx';
import { EdgePills } from './edge-pills.tsx';
import { MapLegend } from './map-legend.tsx';
import { PickedHere } from './picked-here.tsx';
import type { PlaceState } from './place-state.ts';

const MARKER_PIXELS = 20;

type MapAreaProps = {
  readonly sites: readonly Site[];
  readonly state: PlaceState;
  readonly near: LatLon | null;
  readonly selected: Facility | null;
  readonly lit: ReadonlySet<string>;
  readonly drawing: boolean;
  /** Grows with every Reset, which takes the map back to where it opened. */
  readonly resets: number;
  readonly onSelect: (facility: string) => void;
  readonly onArea: (corners: readonly Corner[]) => boolean;
  readonly onStopDrawing: () => void;
  readonly onTyping: () => void;
  readonly onMoved: (moved: boolean) => void;
  readonly onFailure: (error: Error) => void;
  /** The panel of the selected facility. */
  readonly children: ReactNode;
};

export function MapArea(props: MapAreaProps) {
  const { sites, selected, drawing } = props;
  const tiles = useTiles();
  const { map, bounds, onMap, onView } = useLiveMap(props.onMoved);
  const { picked, pick, choose, close } = usePicked(props.onSelect);
  const [missing, setMissing] = useState<Missing | null>(null);
  const facilities = useMemo(() => sites.flatMap((site) => site.facilities), [sites]);
  useLooking(map, props, facilities);
  const { draft, pen } = useAreaDrawing(map, props);
  const scene = useScene(props, facilities, draft);
  const types = useMemo(() => new Set(sites.map(({ siteType }) => siteType)), [sites]);
  const legend = { types, tracks: facilities.some(({ track }) => track.length > 1) };
  if (tiles.isPending) return <div className="place-map-room" />;
  return (
    <>
      {drawing && (
        <DrawingBar
          corners={draft.count}
          onFinish={() => pen.current?.finish()}
          onTyping={props.onTyping}
          onCancel={props.onStopDrawing}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the map below while an area is drawn */}
      <div
        className="place-stage"
        onKeyDown={(event) => drawing && onDrawingKey(event, pen.current, props.onStopDrawing)}
      >
        <MapFrame
          scene={scene}
          tiles={tiles.data ?? null}
          view={DEFAULT_VIEW}
          markerSize={MARKER_PIXELS}
          clusterSize={FACILITY_MAP.clusterSize}
          tooltipWidth={FACILITY_MAP.tooltipWidth}
          label="Map of sites and facilities; the timeline below lists them all"
          cross={drawing}
          onPick={pick}
          onMoved={onView}
          onFailure={props.onFailure}
          onTilesMissing={setMissing}
          onMap={onMap}
        >
          <div className="place-map-legend" style={LEGEND_PLACE}>
            <MapLegend {...legend} />
          </div>
          {bounds && !drawing && (
            <EdgePills
              sites={sites}
              bounds={bounds}
              covered={selected !== null || picked.length > 0}
              onGo={(there) => map?.fit(placesOf(there.flatMap((site) => site.facilities)))}
            />
          )}
        </MapFrame>
        <div className="place-legend-below">
          <MapLegend {...legend} flat />
        </div>
        {picked.length > 0 && !selected && (
          <PickedHere
            facilities={facilities.filter(({ facilityCode }) => picked.includes(facilityCode))}
            onSelect={choose}
            onClose={close}
          />
        )}
        {props.children}
      </div>
      <Credits attribution={tiles.data?.attribution} failed={tiles.isError} missing={missing} />
    </>
  );
}

function useTiles() {
  const config = useConfig();
  return useQuery({
    queryKey: ['location', 'tiles'],
    queryFn: ({ signal }) => readTiles(config, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The map once it is drawn, and the bounds of what it shows. */
function useLiveMap(onMoved: MapAreaProps['onMoved']) {
  const [map, setMap] = useState<LiveMap | null>(null);
  const [bounds, setBounds] = useState<Bounds | null>(null);
  const onMap = (made: LiveMap | null): void => {
    setMap(made);
    setBounds(made?.bounds() ?? null);
  };
  // The parts around the map are drawn after it, when there is time.
  const onView = (view: View): void =>
    startTransition(() => {
      onMoved(!isDefaultView(view));
      setBounds(map?.bounds() ?? null);
    });
  return { map, bounds, onMap, onView };
}

/**
 * The facilities at the place that was pointed at, where there are several; a single one is
 * selected at once.
 */
function usePicked(onSelect: MapAreaProps['onSelect']) {
  const [picked, setPicked] = useState<readonly string[]>([]);
  const pick = (codes: readonly string[]): void => {
    const [only, ...more] = codes;
    setPicked(more.length > 0 ? codes : []);
    if (only && more.length === 0) onSelect(only);
  };
  const choose = (code: string): void => {
    setPicked([]);
    onSelect(code);
  };
  return { picked, pick, choose, close: () => setPicked([]) };
}

/** Whose data the map is made of, and which tiles could not be loaded. */
const Credits = ({ attribution, failed, missing }: CreditsProps) => (
  <p className="mt-1 text-right text-xs text-ink-2">
    {attribution ? `${attribution}; coasts` : 'Coasts'}, rivers and borders: Natural Earth
    {failed && '. The tile service did not answer, so the map is our own.'}
    {missing && MISSING[missing]}
  </p>
);

type CreditsProps = {
  readonly attribution: string | undefined;
  readonly failed: boolean;
  readonly missing: Missing | null;
};
const MISSING: Readonly<Record<Missing, string>> = {
  service: '. Some tiles did not come; there the map is our own.',
  world: '. Part of the map did not come: move it, or load the page again.',
};
const LEGEND_PLACE = {
  '--legend-left': `${LEGEND_POINT[0]}px`,
  '--legend-up': `${-LEGEND_POINT[1]}px`,
} as CSSProperties; // custom properties are no keys of it

/**
 * What the map shows. While an area is drawn, that includes the corners set by keyboard; the map
 * draws the pointer's own.
 */
function useScene(
  { state, near, selected, lit, drawing }: MapAreaProps,
  facilities: readonly Facility[],
  draft: Draft,
): MapScene {
  return useMemo(
    (): MapScene => ({
      facilities,
      selected: selected?.facilityCode ?? '',
      highlighted: lit,
      area: drawing ? draft.typed : (state.area ?? []),
      areaIsOpen: drawing,
      near,
    }),
    [facilities, selected, lit, drawing, draft, state.area, near],
  );
}

/**
 * Moves the map to the area, the chosen site, the selected facility or the highlighted ones, and
 * back on Reset.
 */
function useLooking(
  map: LiveMap | null,
  props: MapAreaProps,
  facilities: readonly Facility[],
): void {
  const { state, selected, lit, resets } = props;
  const now = useRef(facilities);
  now.current = facilities;
  const shape = state.area ? formatShape(state.area) : '';
  const known = facilities.length > 0;
  const { area, site } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the area is compared by its text
  useEffect(() => {
    if (!map) return;
    if (area) map.fit(area);
    else if (site && known) map.fit(placesOf(now.current));
  }, [map, shape, site, known]);
  useEffect(() => {
    const at = selected && standsAt(selected);
    if (!map || !selected || !at) return;
    if (selected.track.length > 1) map.fit(selected.track, true);
    else map.lookAt(at);
  }, [map, selected]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the highlighted facilities moves the map here
  useEffect(() => {
    if (!map || lit.size === 0) return;
    const here = selected && standsAt(selected);
    const others = now.current.filter(({ facilityCode }) => lit.has(facilityCode));
    if (here) map.fit([lonLat(here), ...nearestPlaces(here, others, selected.facilityCode)], true);
    else map.fit(placesOf(others));
  }, [map, lit]);
  useEffect(() => {
    if (resets > 0) map?.goTo(DEFAULT_VIEW);
  }, [map, resets]);
}

const placesOf = (facilities: readonly Facility[]): readonly Corner[] =>
  facilities.flatMap((facility) => {
    const at = standsAt(facility);
    return facility.track.length > 1 ? facility.track : at ? [lonLat(at)] : [];
  });
