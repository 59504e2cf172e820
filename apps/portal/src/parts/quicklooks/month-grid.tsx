// A month of thumbnails as a calendar, with their axes beside them; on narrow windows the days with
// plots two by two.
import type { DayAnswer, ProfileDay } from '@isobar/contract/quicklooks/day.ts';
import type { Quicklook } from '../../lib/search/plan-quicklooks.ts';
import { useMedia } from '../../ui/use-media.ts';
import type { Axes } from './day-drawing.tsx';
import { dayNote, worstReport } from './day-note.ts';
import { SpanKey } from './day-reports.tsx';
import { SPAN_NAMES, spanKind } from './day-spans.tsx';
import { dashed, gapText, weeksWithGaps } from './month.ts';
import type { MonthDay } from './month-days.ts';
import { TicksAcross, TicksUp } from './plot-ticks.tsx';
import { ownAxes, smallBox } from './small-plot.tsx';
import { Thumb } from './thumb.tsx';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

type MonthOf = {
  readonly month: string;
  /** The day that the address names. */
  readonly date: string;
  readonly days: readonly MonthDay[];
  /** The axes of all days; null: each has its own. */
  readonly axes: Axes | null;
  readonly onSeen: (dated: string) => void;
  readonly onOpen: (plot: Quicklook) => void;
  /** The dew points of launches whose temperature is shown, by day. */
  readonly beside?: ReadonlyMap<string, ProfileDay>;
};

export function MonthGrid(props: MonthOf) {
  const wide = useMedia('(width >= 48rem)');
  return wide ? <Calendar {...props} /> : <List {...props} />;
}

const List = (props: MonthOf) => (
  <ul className="grid grid-cols-2 gap-3" aria-label={`Plots of ${dashed(props.month)}`}>
    {props.days.map((one) => (
      <li key={one.plot.dated} className="min-w-0">
        <DayLine name={dashed(one.plot.dated)} of={one} />
        <DayThumb key={one.plot.url} of={one} month={props} />
      </li>
    ))}
  </ul>
);

function Calendar(props: MonthOf) {
  const { month, days, axes } = props;
  const byDay = new Map(days.map((one) => [one.plot.dated, one]));
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
        {weeksWithGaps(month, (day) => byDay.has(day)).map((week) =>
          'without' in week ? (
            <tr key={week.without[0]}>
              <td />
              <td colSpan={7} className="py-1.5 text-sm text-ink-2">
                {gapText(week.without)}
              </td>
            </tr>
          ) : (
            <tr key={week.days.find((day) => day !== null)}>
              <td className="align-bottom">{axes && first && <Ticks day={first} axes={axes} />}</td>
              {week.days.map((day, column) => (
                <td key={day ?? WEEKDAYS[column]} className="align-top">
                  {day && <DayCell day={day} of={byDay.get(day)} month={props} />}
                </td>
              ))}
            </tr>
          ),
        )}
      </tbody>
      {axes && first && (
        <tfoot aria-hidden="true">
          <tr>
            <td className="pr-1 text-right text-xs text-ink-2">{acrossUnits(first)}</td>
            {WEEKDAYS.map((day) => (
              <td key={day}>
                <TicksAcross day={first} axes={axes} />
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function DayCell(props: {
  /** YYYYMMDD. */
  readonly day: string;
  readonly of: MonthDay | undefined;
  readonly month: MonthOf;
}) {
  const { day, of, month } = props;
  return (
    <>
      <DayLine name={String(Number(day.slice(6)))} of={of} />
      {of ? (
        <DayThumb key={of.plot.url} of={of} month={month} />
      ) : (
        <span className="text-xs text-ink-2">no data</span>
      )}
    </>
  );
}

function DayThumb({ of, month }: { readonly of: MonthDay; readonly month: MonthOf }) {
  const { date, axes, days, onSeen, onOpen, beside } = month;
  return (
    <Thumb
      of={of}
      axes={axesFor(of, axes)}
      current={of.plot.dated === date}
      onSeen={onSeen}
      onOpen={() => onOpen(of.plot)}
      beside={beside?.get(of.plot.dated)}
      isTall={days.some(({ day }) => day && isLaunches(day))}
    />
  );
}

/**
 * The shared axes, or the day's own ones if none are shared; null if the day has nothing to draw.
 */
const axesFor = ({ day }: MonthDay, shared: Axes | null): Axes | null => {
  const own = day ? ownAxes(day) : null;
  return own && (shared ?? own);
};

/** Which day it is, what is in it, and the worst that reports say of it. */
function DayLine({ name, of }: { readonly name: string; readonly of: MonthDay | undefined }) {
  const day = of?.day;
  const worst = day ? worstReport(day) : null;
  return (
    <span className="flex items-center justify-between gap-1 text-xs text-ink-2">
      <b className="font-strong text-ink">{name}</b>
      <span className="flex min-w-0 items-center gap-1">
        {day && dayNote(day) !== '' && <span className="truncate">{dayNote(day)}</span>}
        {worst && (
          <span
            className="flex shrink-0 items-center gap-1"
            title={[worst.id, worst.subject].filter(Boolean).join(': ')}
          >
            <SpanKey kind={spanKind(worst)} />
            {SPAN_NAMES[spanKind(worst)]}
          </span>
        )}
      </span>
    </span>
  );
}

const isLaunches = ({ samples }: DayAnswer): boolean => samples?.kind === 'profile';

const acrossUnits = (day: DayAnswer): string => (isLaunches(day) ? day.units : 'UTC');

/** The units of the vertical axis. */
const unitsOf = ({ samples, units }: DayAnswer): string =>
  samples && samples.kind !== 'line' ? samples.axis.units || samples.axis.name : units;

/** The ticks of a row of thumbnails, as high as they are. */
function Ticks({ day, axes }: { readonly day: DayAnswer; readonly axes: Axes }) {
  return (
    <span className="block w-full" style={{ aspectRatio: `44/${ticksHeight(isLaunches(day))}` }}>
      <TicksUp day={day} axes={axes} />
    </span>
  );
}

/** The column of ticks is about a third as wide as a thumbnail, and as high. */
function ticksHeight(isTall: boolean): number {
  const { width, height } = smallBox(isTall);
  return Math.round((44 * height) / width / 0.33);
}
