// The area that a record covers, on a flat map of the world or of its neighbourhood.
import { geoEquirectangular, geoGraticule10, geoPath } from 'd3-geo';
import { land } from './land.ts';

type Corner = { readonly latitude: number; readonly longitude: number };

const WIDTH = 340;
const HEIGHT = 190;

/** `wholeWorld`: zoom 1, as for satellite records; else close to the area. */
export function BoundsMap(props: {
  readonly corners: readonly Corner[];
  readonly wholeWorld: boolean;
}) {
  const { corners, wholeWorld } = props;
  const box = boxOf(corners);
  const projection = geoEquirectangular();
  const extent: [[number, number], [number, number]] = [
    [1, 1],
    [WIDTH - 1, HEIGHT - 1],
  ];
  if (wholeWorld) projection.fitExtent(extent, { type: 'Sphere' });
  else projection.fitExtent(extent, { type: 'MultiPoint', coordinates: neighbourhood(box) });
  projection.clipExtent(extent);
  const path = geoPath(projection);
  const [left = 0, bottom = 0] = projection([box.west, box.south]) ?? [];
  const [right = 0, top = 0] = projection([box.east, box.north]) ?? [];
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      role="img"
      aria-label={`Area from ${box.south} to ${box.north} degrees north and ${box.west} to ${box.east} degrees east`}
    >
      <rect width={WIDTH} height={HEIGHT} rx="6" fill="var(--sunk)" />
      <path d={path(geoGraticule10()) ?? ''} fill="none" stroke="var(--rule)" strokeWidth=".5" />
      <path d={path(land) ?? ''} fill="var(--track)" stroke="var(--rule-2)" strokeWidth=".6" />
      <rect
        x={Math.min(left, right - 6)}
        y={Math.min(top, bottom - 6)}
        width={Math.max(6, right - left)}
        height={Math.max(6, bottom - top)}
        fill="var(--accent)"
        fillOpacity=".25"
        stroke="var(--accent)"
        strokeWidth="1.5"
      />
    </svg>
  );
}

type Box = {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
};

function boxOf(corners: readonly Corner[]): Box {
  const lats = corners.map((corner) => Math.min(90, Math.max(-90, corner.latitude)));
  const lons = corners.map((corner) => Math.min(180, Math.max(-180, corner.longitude)));
  return {
    west: Math.min(...lons),
    east: Math.max(...lons),
    south: Math.min(...lats),
    north: Math.max(...lats),
  };
}

/** The area with as much again around it, at least ten degrees each way. */
function neighbourhood({ west, east, south, north }: Box): [number, number][] {
  const dx = Math.max(10, east - west);
  const dy = Math.max(10, north - south);
  return [
    [Math.max(-180, west - dx), Math.max(-90, south - dy)],
    [Math.min(180, east + dx), Math.min(90, north + dy)],
  ];
}
