// The controls beside the heading: 'Filter by site' with its groups, 'Draw Polygon', 'Reset'.

import { siteTypeLabel } from '@isobar/contract/search/facets.ts';
import { Pentagon, RotateCcw } from 'lucide-react';
import { type ReactNode, type RefObject, useId } from 'react';
import { useConfig } from '../../lib/config.ts';
import { groupSites, type Site } from '../../lib/places/sites.ts';
import { Button } from '../../ui/button.tsx';
import type { PlaceState } from './place-state.ts';

export function Controls(props: {
  readonly state: PlaceState;
  readonly sites: readonly Site[];
  readonly drawing: boolean;
  readonly drawButton: RefObject<HTMLButtonElement | null>;
  readonly isDefault: boolean;
  readonly onSite: (site: string) => void;
  readonly onDraw: () => void;
  readonly onReset: () => void;
  /** Shown beside the sites. */
  readonly children: ReactNode;
}) {
  const { state, sites, drawing } = props;
  const { archiveName } = useConfig();
  const id = useId();
  const known = sites.some(({ siteCode }) => siteCode === state.site);
  return (
    <div className="flex flex-wrap items-end gap-2 max-sm:w-full">
      <div className="grid min-w-0 gap-0.5 max-sm:min-w-44 max-sm:flex-1">
        <label htmlFor={id} className="caps">
          Filter by site
        </label>
        <select
          id={id}
          className="field pick place-site truncate"
          value={known ? state.site : ''}
          onChange={(event) => props.onSite(event.target.value)}
        >
          <option value="">All sites</option>
          {groupSites(sites).map((group) => (
            <optgroup key={group.type} label={siteTypeLabel(group.type, archiveName)}>
              {group.sites.map(({ siteCode, siteName }) => (
                <option key={siteCode} value={siteCode}>
                  {siteCode.toUpperCase()} {siteName}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      {props.children}
      <Button
        ref={props.drawButton}
        aria-pressed={drawing}
        look={drawing || state.area ? 'soft' : 'plain'}
        className={`place-control ${drawing || state.area ? 'place-pressed' : ''}`}
        onClick={props.onDraw}
      >
        <Pentagon size={17} aria-hidden />
        Draw Polygon
      </Button>
      <Button className="place-control" disabled={props.isDefault} onClick={props.onReset}>
        <RotateCcw size={16} aria-hidden />
        Reset
      </Button>
    </div>
  );
}
