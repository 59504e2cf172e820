// What an order would take of each datastream: days, files, variables and masks.
import type { OrderDraft } from '@isobar/contract/calls/draft-calls.ts';
import { plural } from '@isobar/contract/count.ts';
import { secondsOf } from '@isobar/contract/orders/request.ts';
import { startOfDay } from '@isobar/contract/orders/span.ts';
import { endOfDay, formatDay, formatDayTime } from '@isobar/contract/time.ts';
import { thingPage } from '../../lib/thing-page.ts';

type SelectedData = OrderDraft['selectedData'];
type Selected = SelectedData['selectedDatastreams'][number];

const MOST_DATES = 12;
const MOST_NAMES = 40;

export function DraftSelections({ selectedData }: { readonly selectedData: SelectedData }) {
  const { selectedDatastreams, timeGrid } = selectedData;
  return (
    <section aria-labelledby="selections" className="mt-6">
      <h2 id="selections" className="title-2">
        {plural(selectedDatastreams.length, 'datastream')}
      </h2>
      {timeGrid && (
        <p className="mt-1 text-ink-2">Its values are put on one time grid of {timeGrid.step} s.</p>
      )}
      <ul className="mt-1">
        {selectedDatastreams.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a datastream may occur in an order twice
          <li key={`${one.datastream} ${at}`} className="grid gap-1 border-t border-rule py-3">
            <a
              className="link justify-self-start font-mono text-within break-all"
              href={thingPage('datastream', one.datastream)}
            >
              {one.datastream}
            </a>
            <p className="break-words">{timesOf(one)}</p>
            {one.scanNames && one.scanNames.length > 0 && (
              <p className="break-words text-ink-2">
                {firstOf(one.scanNames, MOST_NAMES, 'scan type')}
              </p>
            )}
            <p className="break-words text-ink-2">{variablesOf(one)}</p>
            <p className="text-ink-2">{masksOf(one)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function timesOf({ dates = [], files = [] }: Selected): string {
  if (files.length > 0) return firstOf(files, MOST_NAMES, 'file');
  if (dates.length === 0) return 'All dates';
  const ranges = dates.map((range) => {
    const { start, end } = secondsOf(range);
    const isDays = start === startOfDay(start) && end === endOfDay(end);
    const written = isDays ? formatDay : formatDayTime;
    const [from, to] = [written(start), written(end)];
    return from === to ? from : `${from} to ${to}${isDays ? '' : ' UTC'}`;
  });
  return firstOf(ranges, MOST_DATES, 'range');
}

const variablesOf = ({ variables = [] }: Selected): string =>
  variables.length === 0
    ? 'All variables'
    : `${plural(variables.length, 'variable')}: ${firstOf(variables, MOST_NAMES, 'variable')}`;

function masksOf({ dqrFilter = [], qcFilter = false }: Selected): string {
  const masks = [
    ...(dqrFilter.length > 0 ? [`values that reports call ${dqrFilter.join(' or ')}`] : []),
    ...(qcFilter ? ['values that checks in the file call bad'] : []),
  ];
  return masks.length === 0 ? 'No value is masked' : `Masked: ${masks.join(', and ')}`;
}

function firstOf(list: readonly string[], most: number, what: string): string {
  const more = list.length - most;
  const shown = list.slice(0, most).join(', ');
  return more > 0 ? `${shown} and ${plural(more, `more ${what}`)}` : shown;
}
