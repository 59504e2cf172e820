// The facilities of an opened row: a line each, with its own bar and reports and a box to tick.
import { plural } from '@isobar/contract/count.ts';
import type { QualityRange } from '@isobar/contract/quality/timeline.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { openRecord, type Search } from '@isobar/contract/search/filter.ts';
import { isDated, isPlaced, type Meaning, meaningOf } from '@isobar/contract/search/meaning.ts';
import { useEffect, useState } from 'react';
import type { Place } from '../../lib/search/plan-details.ts';
import { statedDates } from '../../lib/search/stated-dates.ts';
import { shownCode } from '../../lib/shown-code.ts';
import { countText, reportCount } from '../../parts/timeline/report-count.ts';
import { Timeline } from '../../parts/timeline/timeline.tsx';
import { useTimeline, zoomedWindow } from '../../parts/timeline/view.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { roles } from '../../ui/table-roles.ts';
import { NARROW, useMedia } from '../../ui/use-media.ts';
import { barRanges } from './bar-ranges.ts';
import { type FacilityLine, facilityLines, matchingLines } from './facility-lines.ts';

/** How many are shown before the others are asked for. */
const FIRST_LINES = 12;
const FIRST_LINES_NARROW = 4;

type Props = {
  readonly places: readonly Place[];
  /** The level of the row, and its facility. */
  readonly level: string;
  readonly own: string;
  /** Datastream -> its reports; null: not known yet. */
  readonly reports: ReadonlyMap<string, readonly QualityRange[]> | null;
  readonly chosen: readonly string[];
  readonly onChoose: (facilities: readonly string[]) => void;
  readonly search: Search;
};

export function FacilityTable(props: Props) {
  const { places, level, chosen, onChoose, search } = props;
  const meaning = meaningOf(search);
  const narrow = useMedia(NARROW);
  const [whole, setWhole] = useState(false);
  const lines = facilityLines(places, level, meaning);
  const matching = matchingLines(lines);
  const narrowed = matching > 0 && matching < lines.length;
  const most = narrow ? FIRST_LINES_NARROW : FIRST_LINES;
  const first = narrowed ? Math.min(most, matching) : most;
  const folds = narrowed || lines.length > most + 1;
  const shown = whole || !folds ? lines : lines.slice(0, first);
  // Those that do not match the search are selected by 'all' only while they can be seen.
  const offered = (narrowed && !whole ? lines.slice(0, matching) : lines).map(({ place }) => place);
  const all = offered.length > 0 && offered.every((place) => chosen.includes(place.ffac));
  const some = places.some((place) => chosen.includes(place.ffac));
  return (
    <>
      <section aria-label="Table of sites and facilities" className="md:-mx-2">
        <table
          {...roles.table}
          className="w-full table-fixed border-collapse text-left text-sm max-md:block"
        >
          <colgroup>
            <col style={{ width: 30 }} />
            <col style={{ width: 152 }} />
            <col style={{ width: 158 }} />
            <col style={{ width: 124 }} />
            <col />
            <col style={{ width: 118 }} />
          </colgroup>
          <thead {...roles.body} className="max-md:block">
            <tr {...roles.row} className="max-md:flex max-md:gap-3">
              <th {...roles.columnHeader} scope="col" className="py-1 pl-2 max-md:pl-0">
                <Checkbox
                  aria-label={
                    narrowed && !whole
                      ? 'Select all sites and facilities that match the search'
                      : 'Select all sites and facilities'
                  }
                  checked={all}
                  indeterminate={some && !all}
                  onChange={(on) => onChoose(on ? offered.map((place) => place.ffac) : [])}
                />
              </th>
              <Column>Site</Column>
              <Column>Facility</Column>
              <Column>Data</Column>
              <th {...roles.columnHeader} scope="col" className="max-md:sr-only">
                <span className="font-normal text-ink-2">
                  {lines.length > 1 && 'The thin line above is the union of these bars'}
                </span>
              </th>
              <Column>Reports</Column>
            </tr>
          </thead>
          <tbody {...roles.body} className="max-md:block">
            {shown.map((line, index) => (
              <Line
                key={line.place.ffac}
                {...props}
                line={line}
                named={shown[index - 1]?.place.siteCode !== line.place.siteCode}
              />
            ))}
          </tbody>
        </table>
      </section>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-ink-2">
        {folds && (
          <Button look="quiet" small aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? `Show the first ${first}` : `Show all ${lines.length}`}
          </Button>
        )}
        {matchingText(meaning) !== '' && (
          <span>
            {`${matching} of ${plural(lines.length, 'facility', 'facilities')} ${matchingText(meaning)}`}
            {narrowed ? ': these come first' : ''}
          </span>
        )}
      </p>
    </>
  );
}

/** Empty: the search names neither places, nor datastreams, nor dates. */
function matchingText(meaning: Meaning): string {
  const held = [
    ...(meaning.datastreams.length > 0 ? ['a datastream of the search'] : []),
    ...(isDated(meaning) ? ['data in the chosen dates'] : []),
  ];
  return [
    ...(isPlaced(meaning) ? ['at the places of the search'] : []),
    ...(held.length > 0 ? [`with ${held.join(' and ')}`] : []),
  ].join(' ');
}

const Column = ({ children }: { readonly children: string }) => (
  <th {...roles.columnHeader} scope="col" className="caps py-1 pr-2 max-md:not-first:last:sr-only">
    {children}
  </th>
);

/**
 * `named`: the name of the site is visible; on further lines of the same site only screen readers
 * get it.
 */
function Line(props: Props & { readonly line: FacilityLine; readonly named: boolean }) {
  const { line, named, own, reports, chosen, onChoose, search } = props;
  const { place, stream } = line;
  const ranges = reports?.get(stream.datastream) ?? NO_RANGES;
  useEffect(() => {
    barRanges.set(stream.id, ranges);
    return () => void barRanges.delete(stream.id);
  }, [stream.id, ranges]);
  const window = useTimeline(zoomedWindow);
  const on = chosen.includes(place.ffac);
  const facility = place.facilityName || place.facilityCode;
  const site = place.siteName || place.siteCode;
  return (
    <tr
      {...roles.row}
      className={`border-t border-rule align-middle max-md:grid max-md:grid-cols-[30px_minmax(0,1fr)_auto] max-md:gap-x-1 max-md:py-2 ${
        place.ffac === own ? 'bg-paper' : ''
      }`}
    >
      <td {...roles.cell} className="pl-2 max-md:row-span-2 max-md:pl-0">
        <Checkbox
          aria-label={`${site}, ${facility} ${place.facilityCode}`}
          checked={on}
          onChange={(next) =>
            onChoose(next ? [...chosen, place.ffac] : chosen.filter((one) => one !== place.ffac))
          }
        />
      </td>
      <td {...roles.cell} className="py-0.5 pr-2 leading-tight max-md:col-span-2">
        <span className={named ? 'md:line-clamp-2' : 'md:sr-only'} title={site}>
          <span className="font-mono text-xs text-ink-2">{shownCode(place.siteCode)}</span>{' '}
          {place.siteName}
        </span>
      </td>
      <td {...roles.cell} className="py-0.5 pr-2 leading-tight">
        <span className="font-mono text-xs font-strong">{place.facilityCode}</span>{' '}
        <span>{place.facilityName}</span>
        {place.ffac === own && <span className="sr-only"> (the facility of this row)</span>}
        {stream.uiText !== '' && ' '}
        {stream.uiText !== '' && <span className="badge">Limited access</span>}
      </td>
      <td {...roles.cell} className="pr-2 whitespace-nowrap text-ink-2 max-md:text-right">
        {statedDates(stream.startDate, stream.endDate, 7)}
      </td>
      <td {...roles.cell} className="pr-5 max-md:col-span-2 max-md:col-start-2 max-md:pr-0">
        <div data-timeline={stream.id}>
          <Timeline data={line.span} ranges={ranges} union={line.union} height={27} />
        </div>
      </td>
      <td {...roles.cell} className="whitespace-nowrap max-md:col-span-2 max-md:col-start-2">
        {reports && (
          <a
            className="link"
            href={resultsHref(openRecord(search, { id: stream.id }))}
            aria-label={`${reportCount(ranges, window) || 'Details'}, ${stream.datastream}${
              ranges.length > 0 ? `: ${countText(ranges)}` : ''
            }`}
          >
            {reportCount(ranges, window) || 'Details'}
          </a>
        )}
      </td>
    </tr>
  );
}

const NO_RANGES: readonly QualityRange[] = [];
