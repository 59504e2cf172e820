// The sites of the archive on a globe: by kind, the largest with their names, and the night as it
// is now.

import { plural } from '@isobar/contract/count.ts';
import {
  type GeoPermissibleObjects,
  type GeoProjection,
  geoGraticule10,
  geoOrthographic,
  geoPath,
} from 'd3-geo';
import { type SVGProps, useMemo } from 'react';
import { useTheme } from '../../lib/theme.ts';
import {
  BESIDE,
  labelsOf,
  markPath,
  nightAt,
  ringPath,
  type SiteDot,
  seenOf,
} from './globe-marks.ts';
import { land } from './land.ts';
import { MAP_COLOURS } from './map-colours.ts';

const SIZE = 560;
const MARGIN = 4;
const NAMES = 6;

const SPHERE: GeoPermissibleObjects = { type: 'Sphere' };
const GRATICULE = geoGraticule10();

type Props = { readonly dots: readonly SiteDot[]; readonly when: Date };

export function SiteGlobe({ dots, when }: Props) {
  const centre = (dots.find((dot) => dot.strong) ?? dots[0])?.at;
  if (!centre) return null;
  return <GlobeFrom dots={dots} when={when} lon={centre.lon} lat={centre.lat} />;
}

/**
 * Seen from above a place. Its shapes are drawn one by one, so that the page answers between them.
 */
function GlobeFrom(props: Props & { readonly lon: number; readonly lat: number }) {
  const { dots, when, lon, lat } = props;
  const [theme] = useTheme();
  const projection = useMemo(
    () =>
      geoOrthographic()
        .translate([SIZE / 2, SIZE / 2])
        .scale(SIZE / 2 - MARGIN)
        .rotate([-lon, -Math.max(-35, Math.min(35, lat))])
        .clipAngle(90),
    [lon, lat],
  );
  const night = useMemo(() => nightAt(when), [when]);
  const c = MAP_COLOURS[theme];
  const seen = seenOf(dots, projection);
  const shape = { projection, stroke: c.coast };
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={described(dots)}>
      <Shape {...shape} of={SPHERE} fill={c.sea} />
      <Shape {...shape} of={GRATICULE} fill="none" stroke={c.graticule} strokeWidth=".7" />
      <Shape {...shape} of={land} fill={c.land} strokeWidth=".8" />
      <Shape {...shape} of={night} fill={c.night} stroke="none" />
      {seen.map(({ dot, at }) => (
        <path
          key={dot.key}
          d={markPath(dot.kind, at, dot.strong ? 7 : 5)}
          fill={dot.kind === 'inactive' ? c.land : c.marks[dot.kind]}
          stroke={dot.kind === 'inactive' ? c.marks.inactive : c.halo}
          strokeWidth={dot.kind === 'inactive' ? 2 : 1.4}
        />
      ))}
      <path
        d={seen.map(({ dot, at }) => (dot.ringed ? ringPath(at) : '')).join('')}
        fill="none"
        stroke={c.accent}
        strokeWidth="1.4"
      />
      {labelsOf(seen, NAMES, SIZE).map(({ dot, at: [x, y], side, text }) => (
        <text
          key={dot.key}
          x={x + side * BESIDE}
          y={y + 4.5}
          textAnchor={side === 1 ? 'start' : 'end'}
          className="globe-name"
          fill={c.ink}
          stroke={c.land}
        >
          {text}
        </text>
      ))}
    </svg>
  );
}

/**
 * Outlines of the earth take a phone some 30 ms each, and stay as they are while sites arrive or
 * the theme changes.
 */
function Shape(
  props: SVGProps<SVGPathElement> & {
    readonly projection: GeoProjection;
    readonly of: GeoPermissibleObjects;
  },
) {
  const { projection, of, ...look } = props;
  const outline = useMemo(() => geoPath(projection)(of) ?? '', [projection, of]);
  return <path d={outline} {...look} />;
}

function described(dots: readonly SiteDot[]): string {
  const largest = dots.toSorted((a, b) => b.weight - a.weight).slice(0, 5);
  const list = largest.map(({ key, at }) => `${key} at ${at.lat.toFixed(1)}, ${at.lon.toFixed(1)}`);
  return `Globe with ${plural(dots.length, 'place')}; ${list.join('; ')}`;
}
