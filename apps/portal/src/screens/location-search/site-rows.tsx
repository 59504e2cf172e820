// A site in the timeline, its facilities below it when it is open: choose one, or get its data.
import { plural } from '@isobar/contract/count.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import {
  type Facility,
  type LatLon,
  markLabel,
  markOf,
  type Site,
} from '../../lib/places/sites.ts';
import { useTheme } from '../../lib/theme.ts';
import { markPicture } from '../../parts/map/marks.ts';
import { type Axis, TimeBar } from './place-axis.tsx';
import type { PlaceState } from './place-state.ts';
import { distanceText, facilitySearch, spanText } from './place-words.ts';

/** Facilities that an open site shows at first; the rest on demand. */
const FIRST = 5;

export function SiteRows(props: {
  readonly site: Site;
  readonly axis: Axis;
  readonly state: PlaceState;
  readonly near: LatLon | null;
  readonly startsOpen: boolean;
  readonly onSelect: (facility: string) => void;
}) {
  const { site, axis, state, near, startsOpen } = props;
  const { archiveName } = useConfig();
  const [theme] = useTheme();
  const selected = site.facilities.find(({ facilityCode }) => facilityCode === state.facility);
  const [choice, setChoice] = useState<boolean | null>(null);
  const [every, setEvery] = useState(false);
  const open = choice ?? (startsOpen || selected !== undefined);
  const first = site.facilities.slice(0, FIRST);
  const shown = every
    ? site.facilities
    : selected && !first.includes(selected)
      ? [selected, ...first.slice(1)]
      : first;
  const kind = markOf(site.siteType);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        className="place-row w-full border-t border-rule text-left hover:bg-sunk"
        onClick={() => setChoice(!open)}
      >
        <span className="flex items-center">
          <ChevronRight
            size={14}
            aria-hidden
            className={`shrink-0 text-ink-2 ${open ? 'place-turned' : ''}`}
          />
          <img
            src={markPicture(kind, theme)}
            width={18}
            height={18}
            alt={markLabel(kind, archiveName)}
          />
        </span>
        <span className="font-mono text-sm text-accent">{site.siteCode.toUpperCase()}</span>{' '}
        <span className="place-name">{site.siteName}</span>{' '}
        <TimeBar axis={axis} start={site.start} end={site.end} siteType={site.siteType} />
        <span className="place-end">{spanText(site, axis.now)}</span>
      </button>
      {open && (
        <ul aria-label={`Facilities of ${site.siteName}`}>
          {shown.map((facility) => (
            <FacilityRow
              key={facility.facilityCode}
              facility={facility}
              axis={axis}
              state={state}
              near={near}
              isSelected={facility === selected}
              onSelect={props.onSelect}
            />
          ))}
          {site.facilities.length > shown.length && (
            <li className="place-row place-facility border-t border-rule">
              <span />
              <span />
              <button
                type="button"
                className="link justify-self-start text-sm"
                onClick={() => setEvery(true)}
              >
                {plural(site.facilities.length - shown.length, 'more facility', 'more facilities')}
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function FacilityRow(props: {
  readonly facility: Facility;
  readonly axis: Axis;
  readonly state: PlaceState;
  readonly near: LatLon | null;
  readonly isSelected: boolean;
  readonly onSelect: (facility: string) => void;
}) {
  const { facility, axis, state, isSelected } = props;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const away = distanceText(props.near, facility.at);
  return (
    <li
      ref={row}
      aria-current={isSelected || undefined}
      className={`place-row place-facility border-t border-rule ${isSelected ? 'bg-accent-soft' : ''}`}
    >
      <span />
      <span className="font-mono text-sm text-accent">{facility.code}</span>{' '}
      <button
        type="button"
        className="place-name text-left text-ink-2 hover:underline"
        aria-label={`Show ${facility.facilityCode} ${facility.facilityName}`}
        onClick={() => props.onSelect(isSelected ? '' : facility.facilityCode)}
      >
        {facility.facilityName || facility.facilityCode}
        {away && <span className="ml-2 text-sm">{away}</span>}
      </button>
      <TimeBar
        axis={axis}
        start={facility.start}
        end={facility.end}
        siteType={facility.siteType}
        thin
      />
      <span className="place-end">
        <span className="place-span">{spanText(facility, axis.now)}</span>
        <a
          className="link place-get"
          href={resultsHref(facilitySearch(facility.facilityCode, state))}
          aria-label={`Get Data of ${facility.facilityCode}`}
        >
          Get Data
        </a>
      </span>
    </li>
  );
}
