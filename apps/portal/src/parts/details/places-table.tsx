// Sites and facilities with a checkbox each, and one for all of them.

import type { Place } from '../../lib/search/plan-details.ts';
import { statedDates } from '../../lib/search/stated-dates.ts';
import { shownCode } from '../../lib/shown-code.ts';
import { thingPage } from '../../lib/thing-page.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ScrolledTable, TableHead } from '../../ui/table.tsx';

export function PlacesTable(props: {
  readonly places: readonly Place[];
  readonly chosen: readonly string[];
  readonly onChoose: (facilities: readonly string[]) => void;
}) {
  const { places, chosen, onChoose } = props;
  const all = places.every((place) => chosen.includes(place.ffac)) && places.length > 0;
  const some = places.some((place) => chosen.includes(place.ffac));
  return (
    <ScrolledTable
      label="Table of sites and facilities"
      className="max-h-72 overflow-auto rounded border border-rule"
    >
      <table className="w-full border-collapse text-left text-sm">
        <TableHead
          row="sticky top-0 z-10 bg-sunk"
          cell="py-1.5"
          heads={[
            {
              name: 'all',
              className: 'w-9 pl-3',
              shown: (
                <Checkbox
                  aria-label="Select all sites and facilities"
                  checked={all}
                  indeterminate={some && !all}
                  onChange={(on) => onChoose(on ? places.map((place) => place.ffac) : [])}
                />
              ),
            },
            { name: 'Site', className: 'caps px-2' },
            { name: 'Facility', className: 'caps px-2' },
            { name: 'Data levels', className: 'caps px-2 max-sm:hidden' },
            { name: 'Available', className: 'caps px-2 max-sm:hidden' },
          ]}
        />
        <tbody>
          {places.map((place) => (
            <PlaceRow
              key={place.ffac}
              place={place}
              on={chosen.includes(place.ffac)}
              onToggle={(on) =>
                onChoose(on ? [...chosen, place.ffac] : chosen.filter((one) => one !== place.ffac))
              }
            />
          ))}
        </tbody>
      </table>
    </ScrolledTable>
  );
}

function PlaceRow(props: {
  readonly place: Place;
  readonly on: boolean;
  readonly onToggle: (on: boolean) => void;
}) {
  const { place, on, onToggle } = props;
  const levels = [...new Set(place.datastreams.map((one) => one.dataLevel))].toSorted();
  const dated = place.datastreams.filter(({ startDate }) => startDate !== '');
  const first = dated.map((one) => one.startDate).toSorted()[0] ?? '';
  const last =
    dated
      .map((one) => one.endDate)
      .toSorted()
      .at(-1) ?? '';
  const limited = place.datastreams.some((one) => one.uiText !== '');
  return (
    <tr className="border-t border-rule align-baseline">
      <td className="py-1.5 pl-3">
        <Checkbox
          aria-label={`${place.siteName || place.siteCode}, ${place.facilityName || place.facilityCode} ${place.facilityCode}`}
          checked={on}
          onChange={onToggle}
        />
      </td>
      <td className="px-2 py-1.5">
        <a
          className="link font-mono text-xs"
          href={thingPage('site', place.siteCode)}
          aria-label={`${shownCode(place.siteCode) || 'Page'}, page of the site ${place.siteName}`}
        >
          {shownCode(place.siteCode) || 'Page'}
        </a>{' '}
        {place.siteName}
      </td>
      <td className="px-2 py-1.5">
        <a
          className="link font-mono text-xs"
          href={thingPage('facility', place.ffac)}
          aria-label={`${shownCode(place.facilityCode) || 'Page'}, page of the facility at ${place.siteCode.toUpperCase()}`}
        >
          {shownCode(place.facilityCode) || 'Page'}
        </a>{' '}
        {place.facilityName}
        {limited && <span className="badge ml-2">Limited access</span>}
      </td>
      <td className="px-2 py-1.5 font-mono text-xs max-sm:hidden">{levels.join(' ')}</td>
      <td className="px-2 py-1.5 whitespace-nowrap text-ink-2 max-sm:hidden">
        {statedDates(first, last)}
      </td>
    </tr>
  );
}
