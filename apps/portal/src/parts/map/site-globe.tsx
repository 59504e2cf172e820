// The sites of the archive on a globe: by kind, the largest with their names, and the night as it is now.

import { plural } from '@isobar/contract/count.ts';
import { geoGraticule10, geoOrthographic, geoPath } from 'd3-geo';
import { useTheme } from '../../lib/theme.ts';
import { labelsOf, markPath, nightAt, type SiteDot, seenOf } from './globe-marks.ts';
import { land } from './land.ts';
import { MAP_COLOURS } from './map-colours.ts';

const SIZE = 560;
const MARGIN = 4;
const NAMES = 6;

export function SiteGlobe(props: { readonly dots: readonly SiteDot[]; readonly when: Date }) {
  const { dots, when } = props;
  const [theme] = useTheme();
  const centre = (dots.find((dot) => dot.strong) ?? dots[0])?.at;
  if (!centre) return null;
  const c = MAP_COLOURS[theme];
  const projection = geoOrthographic()
    .translate([SIZE / 2, SIZE / 2])
    .scale(SIZE / 2 - MARGIN)
    .rotate([-centre.lon, -Math.max(-35, Math.min(35, centre.lat))])
    .clipAngle(90);
  const path = geoPath(projection);
  const seen = seenOf(dots, projection);
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={described(dots)}>
      <path d={path({ type: 'Sphere' }) ?? ''} fill={c.sea} stroke={c.coast} />
      <path d={path(geoGraticule10()) ?? ''} fill="none" stroke={c.graticule} strokeWidth=".7" />
      <path d={path(land) ?? ''} fill={c.land} stroke={c.coast} strokeWidth=".8" />
      <path d={path(nightAt(when)) ?? ''} fill={c.night} />
      {seen.map(({ dot, at }) => (
        <path
          key={dot.key}
          d={markPath(dot.kind, at, dot.strong ? 7 : 5)}
          fill={dot.kind === 'inactive' ? c.land : c.marks[dot.kind]}
          stroke={dot.kind === 'inactive' ? c.marks.inactive : c.halo}
          strokeWidth={dot.kind === 'inactive' ? 2 : 1.4}
        />
      ))}
      {labelsOf(seen, NAMES).map(({ dot, at: [x, y], side }) => (
        <text
          key={dot.key}
          x={x + side * 11}
          y={y + 4.5}
          textAnchor={side === 1 ? 'start' : 'end'}
          className="globe-name"
          fill={c.ink}
          stroke={c.land}
        >
          {dot.key}
        </text>
      ))}
    </svg>
  );
}

function described(dots: readonly SiteDot[]): string {
  const largest = dots.toSorted((a, b) => b.weight - a.weight).slice(0, 5);
  const list = largest.map(({ key, at }) => `${key} at ${at.lat.toFixed(1)}, ${at.lon.toFixed(1)}`);
  return `Globe with ${plural(dots.length, 'place')}; ${list.join('; ')}`;
}
