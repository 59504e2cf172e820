// The timeline of sites below the map: buttons to choose its rows, and the rows on one axis.

import { siteTypeLabel } from '@isobar/contract/search/facets.ts';
import { useState } from 'react';
import { groupSites, type LatLon, type Site } from '../../lib/places/sites.ts';
import { UnlessEmpty } from '../../parts/empty-archive.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { axisOf, TimeAxis } from './place-axis.tsx';
import { type PlaceState, type SiteButton, whyTimelineRests } from './place-state.ts';
import { SiteRows } from './site-rows.tsx';
import { timelineMeasures } from './timeline-numbers.ts';

export function SitesTimeline(props: {
  readonly archiveName: string;
  readonly all: readonly Site[];
  readonly shown: readonly Site[];
  readonly buttons: readonly SiteButton[];
  readonly state: PlaceState;
  readonly loading: boolean;
  readonly near: LatLon | null;
  readonly onRows: (rows: string) => void;
  readonly onSelect: (facility: string) => void;
}) {
  const { shown, buttons, state, all } = props;
  const rests = whyTimelineRests(state);
  const [now] = useState(() => Date.now());
  const axis = axisOf(all, now);
  const open = rests !== null || (state.rows !== 'all' && state.rows !== 'none');
  return (
    <section aria-labelledby="place-timeline" className="mt-6">
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="place-timeline" className="title-2">
          Timeline
        </h2>
        <Checkbox
          checked={rests === null && state.rows === 'all'}
          disabled={rests !== null}
          onChange={(checked) => props.onRows(checked ? 'all' : 'none')}
        >
          View All
        </Checkbox>
        <fieldset className="flex min-w-0 flex-wrap gap-1.5">
          <legend className="sr-only">Sites</legend>
          {buttons.map(({ key, label, there }) => (
            <button
              key={key}
              type="button"
              className="btn btn-small place-button font-mono"
              aria-pressed={rests === null && state.rows === key}
              disabled={rests !== null || !there}
              title={there ? undefined : 'No data of this site here'}
              onClick={() => props.onRows(state.rows === key ? 'all' : key)}
            >
              {label}
            </button>
          ))}
        </fieldset>
        {rests && <p className="text-sm text-ink-2">{rests}</p>}
      </div>
      {props.loading && all.length === 0 ? (
        <Skeleton className="place-map-room" />
      ) : (
        <section
          aria-label="Timeline of sites"
          style={timelineMeasures(shown)}
          className="place-rows relative overflow-auto rounded-lg border border-rule bg-surface"
        >
          <TimeAxis axis={axis} />
          {groupSites(shown).map((group) => (
            <div key={group.type}>
              <h3 className="caps border-t border-rule bg-sunk px-3 py-1.5">
                {siteTypeLabel(group.type, props.archiveName)}
              </h3>
              <ul>
                {group.sites.map((site) => (
                  <SiteRows
                    key={site.siteCode}
                    site={site}
                    axis={axis}
                    state={state}
                    near={props.near}
                    startsOpen={open}
                    onSelect={props.onSelect}
                  />
                ))}
              </ul>
            </div>
          ))}
          {shown.length === 0 && (
            <p className="px-4 py-8 text-center text-ink-2">
              <UnlessEmpty>{nothingHere(props)}</UnlessEmpty>
            </p>
          )}
        </section>
      )}
    </section>
  );
}

function nothingHere({
  all,
  state,
}: {
  readonly all: readonly Site[];
  readonly state: PlaceState;
}): string {
  if (all.length === 0) return 'No locations have such data.';
  if (state.area) return 'No facility is in the drawn area.';
  return 'Choose a site above, or View All.';
}
