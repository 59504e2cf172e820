// The plots of one day side by side, with steps to the days before and after it.
import { plural } from '@isobar/contract/count.ts';
import { DAY_SECONDS, formatCompactDay, parseCompact } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimeInput } from '../../ui/date-time-input.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { ClassKey } from './big-plot.tsx';
import { ColourBar } from './colour-bar.tsx';
import type { Axes } from './day-drawing.tsx';
import { dayNote } from './day-note.ts';
import { type DaySearches, dayPlotsQuery, type PlotThere } from './day-plots-queries.ts';
import { PlotsKey } from './day-reports.tsx';
import { imageOf } from './day-values.ts';
import { dashed } from './month.ts';
import { FIRST_DAY } from './month-bar.tsx';
import { type MonthDay, useMonthDays, useSharedAxes } from './month-days.ts';
import { TicksAcross, TicksUp, UnitUp } from './plot-ticks.tsx';
import { plotsPath, today } from './plots-address.ts';
import { ownAxes } from './small-plot.tsx';
import { Thumb } from './thumb.tsx';

const Enlarged = lazyPart(
  'The enlarged plot',
  () => import('./enlarged.tsx').then((module) => module.Enlarged),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

export function DayGallery(props: {
  readonly searches: DaySearches;
  /** YYYYMMDD */
  readonly date: string;
  readonly onDate: (date: string) => void;
  /** One pair of axes for all, since they show the same quantity. */
  readonly shared: boolean;
  /** What a plot is called here. */
  readonly nameOf: (one: PlotThere) => string;
  /** Whose plot it is, under it. */
  readonly of: (one: PlotThere) => string;
  readonly below: (one: PlotThere) => ReactNode;
  readonly nothing: string;
}) {
  const { searches, date, onDate, shared, nameOf, of, below, nothing } = props;
  const config = useConfig();
  const { data, error, isFetching, refetch } = useQuery(dayPlotsQuery(config, searches, date));
  return (
    <>
      <DayBar date={date} onDate={onDate} plots={data?.plots.length ?? null} />
      {error && (
        <FailurePanel
          what="The plots could not be looked up."
          why={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <Skeleton className="h-dvh" />}
      {data?.plots.length === 0 && <EmptyPanel title="No plots on this day" text={nothing} />}
      {data && data.plots.length > 0 && (
        <Plots
          key={`${date} ${JSON.stringify(searches.search.query)}`}
          plots={data.plots}
          shared={shared}
          nameOf={nameOf}
          of={of}
          below={below}
        />
      )}
      {data && data.without.length > 0 && (
        <p className="mt-4 text-sm text-ink-2">
          Without data on this day: {data.without.map(({ ds }) => ds).join(', ')}.
        </p>
      )}
    </>
  );
}

/** A few plots fill the row, as wide as their small form can be shown. */
const COLUMNS = 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))';
const WIDEST = '30rem';

function Plots(props: {
  readonly plots: readonly PlotThere[];
  readonly shared: boolean;
  readonly nameOf: (one: PlotThere) => string;
  /** Whose plot it is, under it. */
  readonly of: (one: PlotThere) => string;
  readonly below: (one: PlotThere) => ReactNode;
}) {
  const { plots, shared, nameOf, of, below } = props;
  const { days } = useMonthDays(
    plots.map(({ plot }) => plot),
    true,
  );
  const axes = useSharedAxes(days, shared);
  const [opened, setOpened] = useState<number | null>(null);
  const open = opened === null ? undefined : plots[opened];
  const step = (to: number) => (plots[to] ? () => setOpened(to) : null);
  return (
    <>
      {axes && <SharedColours days={days} axes={axes} />}
      <ul className="grid gap-x-4 gap-y-6" style={{ gridTemplateColumns: COLUMNS }}>
        {days.map((one, i) => {
          const there = plots[i];
          if (!there) return null;
          const own = one.day ? ownAxes(one.day) : null;
          const drawn = own && (axes ?? own);
          return (
            <li key={one.plot.url} className="min-w-0" style={{ maxWidth: WIDEST }}>
              <span className="flex justify-between gap-2 text-sm">
                <b className="truncate font-strong" title={nameOf(there)}>
                  {nameOf(there)}
                </b>
                <span className="shrink-0 text-ink-2">{one.day && dayNote(one.day)}</span>
              </span>
              <WithAxes
                one={one}
                there={there}
                axes={drawn}
                shared={shared}
                onOpen={() => setOpened(i)}
              />
              <span className="mt-1 block text-sm text-ink-2">
                <span className="block text-ink">{of(there)}</span>
                <a
                  className="link inline-block py-0.5 font-mono break-all"
                  href={`#${plotsPath('', { ds: there.ds, vn: there.vn, date: one.plot.dated })}`}
                >
                  {there.ds}
                </a>{' '}
                {there.vn}
                {one.day?.units && `, ${one.day.units}`}
                {below(there)}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="mt-4 text-sm text-ink-2">
        {axes ? 'All plots share their axes. ' : 'Each plot has axes of its own. '}
        Hours run from 00 to 24 UTC.
      </p>
      <PlotsKey />
      {open && opened !== null && (
        <Suspense>
          <Enlarged
            plot={open.plot}
            ds={open.ds}
            axes={axes}
            earlier={step(opened - 1)}
            later={step(opened + 1)}
            steps={['Previous plot', 'Next plot']}
            busy={false}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** A thumbnail with the numbers of its axes and, where its colours are its own, what they mean. */
function WithAxes(props: {
  readonly one: MonthDay;
  readonly there: PlotThere;
  readonly axes: Axes | null;
  readonly shared: boolean;
  readonly onOpen: () => void;
}) {
  const { one, there, axes, shared, onOpen } = props;
  const drawn = axes && one.day ? { day: one.day, axes } : null;
  const image = imageOf(drawn?.day);
  return (
    <div className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-y-1">
      {drawn ? <TicksUp {...drawn} /> : <span />}
      <Thumb
        of={one}
        axes={axes}
        current={false}
        onSeen={() => {}}
        onOpen={onOpen}
        label={`${there.vn} of ${there.ds}`}
      />
      {drawn ? <UnitUp day={drawn.day} /> : <span />}
      {drawn ? <TicksAcross {...drawn} /> : <span className="h-4" />}
      {drawn && image && !shared && (
        <div className="col-start-2">
          {image.classes ? (
            <ClassKey image={image} />
          ) : (
            <ColourBar brief range={drawn.axes.values} units={drawn.day.units} image={image} />
          )}
        </div>
      )}
    </div>
  );
}

/** What the colours of all images mean, above them. */
function SharedColours({
  days,
  axes,
}: {
  readonly days: readonly MonthDay[];
  readonly axes: Axes;
}) {
  const first = days.find(({ day }) => imageOf(day))?.day;
  const image = imageOf(first);
  if (!first || !image) return null;
  return (
    <div className="mb-4">
      {image.classes ? (
        <ClassKey image={image} />
      ) : (
        <ColourBar range={axes.values} units={first.units} image={image} />
      )}
    </div>
  );
}

function DayBar(props: {
  readonly date: string;
  readonly onDate: (date: string) => void;
  readonly plots: number | null;
}) {
  const { date, onDate, plots } = props;
  const at = parseCompact(date) ?? 0;
  const [first, last] = [parseCompact(FIRST_DAY) ?? 0, parseCompact(today()) ?? 0];
  return (
    <div className="mb-4 flex flex-wrap items-start gap-2">
      <Button
        icon
        aria-label="Earlier day"
        disabled={at <= first}
        onClick={() => onDate(formatCompactDay(at - DAY_SECONDS))}
      >
        <ChevronLeft size={17} aria-hidden />
      </Button>
      <Button
        icon
        aria-label="Later day"
        disabled={at >= last}
        onClick={() => onDate(formatCompactDay(at + DAY_SECONDS))}
      >
        <ChevronRight size={17} aria-hidden />
      </Button>
      <DateTimeInput
        label="Day"
        edge="start"
        dateOnly
        value={at}
        bounds={{ start: first, end: last + DAY_SECONDS - 1 }}
        onChange={(seconds) => onDate(formatCompactDay(seconds))}
        className="w-44"
      />
      <p role="status" className="mt-1.5 text-ink-2">
        <span className="sr-only">
          {dashed(date)}
          {plots !== null && ' · '}
        </span>
        {plots !== null && plural(plots, 'plot')}
      </p>
    </div>
  );
}
