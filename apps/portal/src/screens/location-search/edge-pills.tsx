// At the edges of the map: the sites that lie beyond them, and the way there.

import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import type { Site } from '../../lib/places/sites.ts';
import { type Bounds, EDGES, sitesOutOfView } from '../../parts/map/out-of-view.ts';

const ARROWS = { north: ArrowUp, south: ArrowDown, west: ArrowLeft, east: ArrowRight } as const;
/** Most codes that a pill names; of the rest it gives the number. */
const NAMED = 3;

export function EdgePills(props: {
  readonly sites: readonly Site[];
  readonly bounds: Bounds;
  /** Whether the panel covers the right edge. */
  readonly covered: boolean;
  readonly onGo: (sites: readonly Site[]) => void;
}) {
  const out = sitesOutOfView(props.sites, props.bounds);
  const free = EDGES.filter((edge) => edge !== 'east' || !props.covered);
  return free
    .filter((edge) => out[edge].length > 0)
    .map((edge) => {
      const sites = out[edge];
      const Arrow = ARROWS[edge];
      return (
        <button
          key={edge}
          type="button"
          className={`btn btn-small btn-soft place-pill place-pill-${edge}`}
          aria-label={`Move the map to ${sites
            .slice(0, 10)
            .map(({ siteName }) => siteName)
            .join(', ')}${sites.length > 10 ? ` and ${sites.length - 10} more` : ''}`}
          onClick={() => props.onGo(sites)}
        >
          <Arrow size={13} aria-hidden />
          <span className="font-mono">
            {sites
              .slice(0, NAMED)
              .map(({ siteCode }) => siteCode.toUpperCase())
              .join(', ')}
          </span>
          {sites.length > NAMED && `+${sites.length - NAMED}`}
        </button>
      );
    });
}
