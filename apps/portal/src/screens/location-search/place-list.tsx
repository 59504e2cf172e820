// The places as a list that can do all that the map can: for browsers that cannot draw it, and for
// users who prefer to read.

import { formatCount } from '@isobar/contract/count.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { useState } from 'react';
import { distanceKm } from '../../lib/places/distance.ts';
import { type Facility, type LatLon, type Site, standsAt } from '../../lib/places/sites.ts';
import { UnlessEmpty } from '../../parts/empty-archive.tsx';
import { Button } from '../../ui/button.tsx';
import { TableHead } from '../../ui/table.tsx';
import type { PlaceState } from './place-state.ts';
import { distanceText, facilitySearch, placeText } from './place-words.ts';

/** Rows that are added at a time: thousands at once would freeze the page. */
const STEP = 100;

export function PlaceList(props: {
  readonly seen: readonly Site[];
  readonly state: PlaceState;
  readonly near: LatLon | null;
  readonly onSelect: (facility: string) => void;
}) {
  const { seen, state, near, onSelect } = props;
  const [text, setText] = useState('');
  const [rows, setRows] = useState(STEP);
  const all = listed(seen, near, text);
  const shown = all.slice(0, rows);
  return (
    <section aria-label="Places" className="min-w-0 rounded-lg border border-rule bg-surface">
      <div className="flex flex-wrap items-center gap-3 border-b border-rule px-3 py-2">
        <input
          className="field max-w-full"
          aria-label="Filter the list"
          placeholder="Filter the list"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setRows(STEP);
          }}
        />
        <p role="status" className="text-sm text-ink-2">
          {formatCount(all.length)} listed{near ? ', nearest first' : ''}
        </p>
      </div>
      <section aria-label="List of facilities" className="relative place-list overflow-auto">
        <table className="w-full text-sm">
          <TableHead
            className="sticky top-0 bg-surface text-left"
            row="caps"
            cell="px-3 py-1.5"
            heads={[
              'Facility',
              { name: 'Place', className: 'max-md:hidden' },
              ...(near ? [{ name: 'Distance', className: 'text-right' }] : []),
              { name: 'Data products', className: 'text-right max-sm:hidden' },
              { name: 'Data', shown: <span className="sr-only">Data</span> },
            ]}
          />
          <tbody>
            {shown.map((listed) => (
              <PlaceRow
                key={listed.facility.facilityCode}
                listed={listed}
                state={state}
                near={near}
                onSelect={onSelect}
              />
            ))}
          </tbody>
        </table>
        {all.length === 0 && (
          <p className="px-4 py-8 text-center text-ink-2">
            <UnlessEmpty>There is no such place.</UnlessEmpty>
          </p>
        )}
        {all.length > shown.length && (
          <p className="p-3">
            <Button small onClick={() => setRows(rows + STEP)}>
              {formatCount(all.length - shown.length)} more
            </Button>
          </p>
        )}
      </section>
    </section>
  );
}

type RowProps = {
  readonly listed: Listed;
  readonly state: PlaceState;
  readonly near: LatLon | null;
  readonly onSelect: (facility: string) => void;
};

function PlaceRow({ listed: { facility, site }, state, near, onSelect }: RowProps) {
  const isSelected = facility.facilityCode === state.facility;
  return (
    <tr
      aria-current={isSelected || undefined}
      className={`border-t border-rule ${isSelected ? 'bg-accent-soft' : ''}`}
    >
      <td className="px-3 py-1.5">
        <button
          type="button"
          className="text-left hover:underline"
          aria-pressed={isSelected}
          onClick={() => onSelect(isSelected ? '' : facility.facilityCode)}
        >
          <span className="font-mono text-sm text-accent">{facility.facilityCode}</span>{' '}
          {facility.facilityName}
        </button>
        <span className="block text-sm text-ink-2">{site.siteName}</span>
      </td>
      <td className="px-3 py-1.5 whitespace-nowrap text-ink-2 max-md:hidden">
        {placeText(facility)}
      </td>
      {near && (
        <td className="px-3 py-1.5 text-right whitespace-nowrap">
          {distanceText(near, standsAt(facility))}
        </td>
      )}
      <td className="px-3 py-1.5 text-right max-sm:hidden">{formatCount(facility.products)}</td>
      <td className="px-3 py-1.5 text-right whitespace-nowrap">
        <a
          className="link"
          href={resultsHref(facilitySearch(facility.facilityCode, state))}
          aria-label={`Get Data of ${facility.facilityCode}, from the list`}
        >
          Get Data
        </a>
      </td>
    </tr>
  );
}

type Listed = { readonly facility: Facility; readonly site: Site };

/** By site and facility; nearest first where distances are shown, those without a place last. */
function listed(seen: readonly Site[], near: LatLon | null, text: string): readonly Listed[] {
  const wanted = text.trim().toLowerCase();
  const all = seen
    .flatMap((site) => site.facilities.map((facility): Listed => ({ facility, site })))
    .filter(({ facility, site }) =>
      `${facility.facilityCode} ${facility.facilityName} ${site.siteName}`
        .toLowerCase()
        .includes(wanted),
    );
  if (!near) return all;
  const away = ({ facility }: Listed): number => {
    const at = standsAt(facility);
    return at ? distanceKm(near, at) : Number.POSITIVE_INFINITY;
  };
  return all
    .map((one) => ({ one, km: away(one) }))
    .toSorted((a, b) => (a.km === b.km ? 0 : a.km - b.km))
    .map(({ one }) => one);
}
