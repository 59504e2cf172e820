// A small globe turned towards some places, of which those in use stand out.

import { plural } from '@isobar/contract/count.ts';
import { geoGraticule10, geoOrthographic, geoPath } from 'd3-geo';
import type { LatLon } from '../../lib/places/sites.ts';
import { land } from './land.ts';

export type Dot = { readonly key: string; readonly at: LatLon; readonly strong: boolean };

const SIZE = 220;

export function PlaceGlobe({ dots }: { readonly dots: readonly Dot[] }) {
  const centre = (dots.find((dot) => dot.strong) ?? dots[0])?.at;
  if (!centre) return null;
  const projection = geoOrthographic()
    .fitExtent(
      [
        [2, 2],
        [SIZE - 2, SIZE - 2],
      ],
      { type: 'Sphere' },
    )
    .rotate([-centre.lon, Math.max(-55, Math.min(55, -centre.lat))]);
  const path = geoPath(projection);
  const ordered = dots.toSorted((a, b) => Number(a.strong) - Number(b.strong));
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      width={SIZE}
      height={SIZE}
      role="img"
      aria-label={describe(dots)}
    >
      <path d={path({ type: 'Sphere' }) ?? ''} fill="var(--sunk)" stroke="var(--rule)" />
      <path d={path(geoGraticule10()) ?? ''} fill="none" stroke="var(--rule)" strokeWidth=".5" />
      <path d={path(land) ?? ''} fill="var(--track)" stroke="var(--rule-2)" strokeWidth=".6" />
      {ordered.map((dot) => (
        <path
          key={dot.key}
          d={path.pointRadius(dot.strong ? 5 : 2.5)(pointOf(dot.at)) ?? ''}
          fill={dot.strong ? 'var(--accent)' : 'var(--ink-2)'}
          stroke="var(--surface)"
        />
      ))}
    </svg>
  );
}

const pointOf = ({ lat, lon }: LatLon) => ({ type: 'Point' as const, coordinates: [lon, lat] });

function describe(dots: readonly Dot[]): string {
  const strong = dots.filter((dot) => dot.strong);
  const named = (strong.length > 0 ? strong : dots).slice(0, 5);
  const list = named.map(({ key, at }) => `${key} at ${at.lat.toFixed(1)}, ${at.lon.toFixed(1)}`);
  return `Globe with ${plural(dots.length, 'place')}; ${list.join('; ')}`;
}
