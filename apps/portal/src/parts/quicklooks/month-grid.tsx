// A month of thumbnails as a calendar; on narrow windows the days with plots two by two.
import type { Quicklook } from '@isobar/contract/search/plan-quicklooks.ts';
import { lazy, Suspense, useState } from 'react';
import { useMedia } from '../../ui/use-media.ts';
import { dashed, weeksOf } from './month.ts';
import { Thumb } from './thumb.tsx';

const Enlarged = lazy(() =>
  import('./enlarged.tsx').then((module) => ({ default: module.Enlarged })),
);

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export function MonthGrid(props: {
  readonly ds: string;
  readonly month: string;
  /** The day that the address names. */
  readonly date: string;
  readonly plots: readonly Quicklook[];
  readonly onDate: (date: string) => void;
}) {
  const { ds, month, date, plots, onDate } = props;
  const [opened, setOpened] = useState<string | null>(null);
  const wide = useMedia('(width >= 48rem)');
  const byDay = new Map(plots.map((plot) => [plot.dated, plot]));
  const at = plots.findIndex((plot) => plot.dated === opened);
  const plot = plots[at];
  const open = (day: string): void => {
    setOpened(day);
    onDate(day);
  };
  const thumb = (one: Quicklook) => (
    <Thumb key={one.url} plot={one} current={one.dated === date} onOpen={() => open(one.dated)} />
  );
  return (
    <>
      {wide ? (
        <Calendar
          month={month}
          cell={(day) => {
            const one = byDay.get(day);
            return one ? thumb(one) : null;
          }}
        />
      ) : (
        <ul className="grid grid-cols-2 gap-3" aria-label={`Plots of ${dashed(month)}`}>
          {plots.map((one) => (
            <li key={one.dated} className="min-w-0">
              <span className="text-[.84rem] text-ink-2">{dashed(one.dated)}</span>
              {thumb(one)}
            </li>
          ))}
        </ul>
      )}
      {plot && (
        <Suspense>
          <Enlarged
            plot={plot}
            ds={ds}
            before={plots[at - 1]}
            after={plots[at + 1]}
            onGo={(next) => open(next.dated)}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function Calendar(props: {
  readonly month: string;
  readonly cell: (day: string) => React.ReactNode;
}) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-1">
      <caption className="sr-only">Plots of {dashed(props.month)}, by day</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((day) => (
            <th key={day} scope="col" className="caps pb-1 text-left">
              <abbr title={day} className="no-underline">
                {day.slice(0, 3)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(props.month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, column) => (
              <td key={day ?? WEEKDAYS[column]} className="h-14 align-top">
                {day && (
                  <>
                    <span className="text-[.8rem] text-ink-2">{Number(day.slice(6))}</span>
                    {props.cell(day)}
                  </>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
