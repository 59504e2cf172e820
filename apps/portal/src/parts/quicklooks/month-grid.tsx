// A month of thumbnails as a calendar, with their axes beside them; on narrow windows the days with plots two by two.
import { niceScale, tickText } from '@isobar/contract/quicklooks/scale.ts';
import { placeBetween } from '@isobar/contract/quicklooks/trace.ts';
import type { Quicklook } from '../../lib/search/plan-quicklooks.ts';
import { useMedia } from '../../ui/use-media.ts';
import type { Axes } from './day-drawing.tsx';
import { dayNote } from './day-note.ts';
import { dashed, weeksOf } from './month.ts';
import type { MonthDay } from './month-days.ts';
import { ownAxes, SMALL, verticalOf } from './small-plot.tsx';
import { Thumb } from './thumb.tsx';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export function MonthGrid(props: {
  readonly month: string;
  /** The day that the address names. */
  readonly date: string;
  readonly days: readonly MonthDay[];
  /** The axes of all days; null: each has its own. */
  readonly axes: Axes | null;
  readonly onSeen: (dated: string) => void;
  readonly onOpen: (plot: Quicklook) => void;
}) {
  const { month, date, days, axes, onSeen, onOpen } = props;
  const wide = useMedia('(width >= 48rem)');
  const byDay = new Map(days.map((one) => [one.plot.dated, one]));
  const thumb = (one: MonthDay) => (
    <Thumb
      key={one.plot.url}
      of={one}
      axes={one.day ? (axesFor(one, axes) ?? null) : null}
      current={one.plot.dated === date}
      onSeen={onSeen}
      onOpen={() => onOpen(one.plot)}
    />
  );
  const note = (one: MonthDay) => (one.day ? dayNote(one.day) : '');
  if (!wide)
    return (
      <ul className="grid grid-cols-2 gap-3" aria-label={`Plots of ${dashed(month)}`}>
        {days.map((one) => (
          <li key={one.plot.dated} className="min-w-0">
            <DayLine name={dashed(one.plot.dated)} note={note(one)} />
            {thumb(one)}
          </li>
        ))}
      </ul>
    );
  const first = days.find(({ day }) => day?.samples)?.day;
  return (
    <table className="w-full table-fixed border-separate border-spacing-x-2 border-spacing-y-1">
      <caption className="sr-only">Plots of {dashed(month)}, by day</caption>
      <thead>
        <tr>
          <th
            scope="col"
            className="w-11 pr-1 text-right align-bottom text-xs font-normal text-ink-2"
          >
            <span className="sr-only">Axis</span> {axes && first && unitsOf(first)}
          </th>
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
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            <td className="h-14 align-bottom">
              {axes && first && <Ticks day={first} axes={axes} />}
            </td>
            {week.map((day, column) => {
              const one = day === null ? undefined : byDay.get(day);
              return (
                <td key={day ?? WEEKDAYS[column]} className="h-14 align-top">
                  {day && (
                    <DayLine name={String(Number(day.slice(6)))} note={one ? note(one) : ''} />
                  )}
                  {one && thumb(one)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The shared axes, or the day's own ones if none are shared; null if the day has nothing to draw. */
const axesFor = ({ day }: MonthDay, shared: Axes | null): Axes | null => {
  const own = day ? ownAxes(day) : null;
  return own && (shared ?? own);
};

function DayLine({ name, note }: { readonly name: string; readonly note: string }) {
  return (
    <span className="flex justify-between gap-1 text-xs text-ink-2">
      <b className="font-strong text-ink">{name}</b>
      <span className="truncate">{note}</span>
    </span>
  );
}

/** The units of the vertical axis. */
const unitsOf = ({ samples, units }: NonNullable<MonthDay['day']>): string =>
  samples && samples.kind !== 'line' ? samples.axis.units || samples.axis.name : units;

function Ticks({ day, axes }: { readonly day: NonNullable<MonthDay['day']>; readonly axes: Axes }) {
  const { low, high } = verticalOf(day, axes);
  const place = placeBetween({ low, high });
  return (
    <span
      aria-hidden="true"
      className="relative block w-full"
      style={{ aspectRatio: `44/${RATIO}` }}
    >
      {niceScale(low, high, 3).ticks.map((tick) => (
        <span
          key={tick}
          className="absolute right-1 translate-y-1/2 text-xs leading-none text-ink-2"
          style={{ bottom: `${Math.min(97, Math.max(3, 100 * place(tick)))}%` }}
        >
          {tickText(tick)}
        </span>
      ))}
    </span>
  );
}

/** The column of ticks is about a third as wide as a thumbnail, and as high. */
const RATIO = Math.round((44 * SMALL.height) / SMALL.width / 0.33);
