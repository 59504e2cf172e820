// The map of one facility with those near it that have the same product. Heavy: import it only
// lazily.

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { type Facility, readLocation } from '../../lib/places/sites.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import type { LiveMap } from './live-map.ts';
import { MapFrame } from './map-frame.tsx';
import { FACILITY_MAP, lonLat } from './map-numbers.ts';
import { nearestPlaces, zoomHint } from './nearby.ts';
import { readTiles } from './tiles.ts';

/** A facility of a product, as its details know it. */
export type MapPlace = {
  readonly ffac: string;
  readonly facilityName: string;
  readonly siteCode: string;
  readonly siteType: string;
  readonly location: string;
};

/** From this zoom outwards the neighbours can be seen, and the hint is no longer needed. */
const NEAR_ZOOM = 8;

/** Draws nothing where the place of the facility is not known. */
export function FacilityMap(props: {
  readonly own: string;
  readonly instrument: string;
  readonly places: readonly MapPlace[];
}) {
  const { own, instrument, places } = props;
  const config = useConfig();
  const tiles = useQuery({
    queryKey: ['location', 'tiles'],
    queryFn: ({ signal }) => readTiles(config, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [map, setMap] = useState<LiveMap | null>(null);
  const [zoom, setZoom] = useState<number>(FACILITY_MAP.zoom);
  const [failure, setFailure] = useState('');
  const facilities = useMemo(() => places.map(facilityOf), [places]);
  const here = facilities.find(({ facilityCode }) => facilityCode === own)?.at ?? null;
  const scene = useMemo(
    () => ({
      facilities,
      selected: own,
      highlighted: new Set<string>(),
      area: [],
      areaIsOpen: false,
      near: null,
    }),
    [facilities, own],
  );
  if (!here || tiles.isPending) return null;
  if (failure)
    return (
      <FailurePanel
        what="The map could not be drawn."
        why={failure}
        onRetry={() => setFailure('')}
      />
    );
  const others = nearestPlaces(here, facilities, own);
  return (
    <div className="place-map-small">
      <MapFrame
        scene={scene}
        tiles={tiles.data ?? null}
        view={{ zoom: FACILITY_MAP.zoom, centre: lonLat(here) }}
        markerSize={FACILITY_MAP.markerSize}
        clusterSize={FACILITY_MAP.clusterSize}
        tooltipWidth={FACILITY_MAP.tooltipWidth}
        label={`Map of ${own}`}
        cross={false}
        onPick={() => undefined}
        onMoved={(view) => setZoom(view.zoom)}
        onFailure={(error) => setFailure(error.message)}
        onMap={setMap}
      />
      {others.length > 0 && zoom > NEAR_ZOOM && (
        <button
          type="button"
          className="link mt-1 text-sm"
          onClick={() => map?.fit([lonLat(here), ...others])}
        >
          {zoomHint(instrument)}
        </button>
      )}
    </div>
  );
}

const facilityOf = ({ ffac, facilityName, siteCode, siteType, location }: MapPlace): Facility => ({
  facilityCode: ffac,
  facilityName,
  code: ffac.slice(siteCode.length + 1),
  siteCode,
  siteType,
  at: readLocation(location),
  track: [],
  start: null,
  end: null,
  products: 0,
});
