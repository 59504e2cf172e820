// The plots of one variable, month by month.

import type { ProfileDay } from '@isobar/contract/quicklooks/day.ts';
import { heightsOf } from '@isobar/contract/quicklooks/ranges.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useConfig } from '../../lib/config.ts';
import type { Quicklook } from '../../lib/search/plan-quicklooks.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { AxesNote } from './axes-note.tsx';
import { DayLinks } from './day-links.tsx';
import { DayPanel } from './day-panel.tsx';
import { variablesOfDayQuery } from './day-plots-queries.ts';
import { PlotsKey } from './day-reports.tsx';
import { cutAt, TOPS, topsWithin } from './day-values.ts';
import { type MeasuredChoice, soundingOf, withNames } from './linked.ts';
import { dashed, monthOf } from './month.ts';
import { FIRST_DAY, MonthBar, type Shown } from './month-bar.tsx';
import { type MonthDay, useMonthDays, useSharedAxes } from './month-days.ts';
import { MonthGrid } from './month-grid.tsx';
import { MonthTable } from './month-table.tsx';
import { neighbourDay, type Way } from './neighbour-day.ts';
import { today } from './plots-address.ts';
import { dayQuery, hasDay, monthQuery, siblingPlot } from './plots-queries.ts';

const Enlarged = lazyPart(
  'The enlarged plot',
  () => import('./enlarged.tsx').then((module) => module.Enlarged),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

const shownSchema = z.object({
  scale: z.enum(['month', 'day']),
  form: z.enum(['plots', 'table']),
  top: z._default(z.nullable(z.literal(TOPS)), null),
});
const SHOWN = 'quicklooks-shown';

const NONE: readonly Quicklook[] = [];

type ThumbsOf = {
  readonly ds: string;
  readonly vn: string;
  /** YYYYMMDD; its month is shown. */
  readonly date: string;
  /** First and last day with data, YYYYMMDD; null while they are not known. */
  readonly bounds: Limits | null;
  readonly onDate: (date: string) => void;
  /** The variables of the datastream that have plots. */
  readonly choices: readonly MeasuredChoice[];
};

export function Thumbs(props: ThumbsOf) {
  const { ds, vn, date, onDate } = props;
  const { shown, setShown } = useShown();
  const month = useMonth(props, shown);
  const { plots, error, days } = month;
  const limits = props.bounds ?? { first: FIRST_DAY, last: today() };
  const opened = useOpened({ ds, vn, onDate, limits });
  return (
    <section aria-label={`Plots of ${vn}`} className="min-w-0">
      <MonthBar
        date={date}
        onDate={onDate}
        plots={plots ? plots.length - days.filter(isEmpty).length : null}
        shown={shown}
        onShown={setShown}
        tops={month.tops}
      />
      {error && (
        <FailurePanel
          what="The plots could not be looked up."
          why={error.message}
          busy={month.isFetching}
          onRetry={() => void month.refetch()}
        />
      )}
      {!error && !plots && <Skeleton className="h-[32rem]" />}
      {plots?.length === 0 && (
        <p role="alert" className="rounded-lg border border-warn/50 bg-warn-soft px-4 py-3">
          No plots found for datastream {ds} during {dashed(month.name)}
        </p>
      )}
      {plots && plots.length > 0 && shown.form === 'plots' && (
        <MonthPlots {...{ ds, date, month }} top={shown.top} onOpen={opened.open} />
      )}
      {plots && plots.length > 0 && shown.form === 'table' && (
        <MonthTable month={month.name} days={days} onOpen={opened.open} />
      )}
      <DayLinks ds={ds} vn={vn} date={date} />
      <OpenedPlot {...{ ds, month, limits, opened }} />
    </section>
  );
}

/**
 * Files of the day have samples, but none that is drawn on it: a launch of the evening before, for
 * example.
 */
const isEmpty = ({ day }: MonthDay): boolean => day?.samples === null;

/** How plots are shown, as it was chosen last in this browser. */
function useShown() {
  const [shown, setShown] = useState<Shown>(
    () => readStored(SHOWN, shownSchema) ?? { scale: 'month', form: 'plots', top: null },
  );
  return {
    shown,
    setShown: (next: Shown): void => {
      setShown(next);
      writeStored(SHOWN, next);
    },
  };
}

/**
 * The plots of the month and, as they arrive, what is in its days and on which axes they are drawn.
 */
function useMonth(of: ThumbsOf, shown: Shown) {
  const { ds, vn, date } = of;
  const config = useConfig();
  const name = monthOf(date);
  const { data, error, isFetching, refetch } = useQuery(
    monthQuery(config, { ds, vn, month: name }),
  );
  const { current, isDrawn, choices } = useCurrent({ ...of, plots: data ?? NONE });
  const { days, see } = useMonthDays(data ?? NONE, shown.form === 'table', isDrawn);
  const shared = useSharedAxes(days, shown.scale === 'month');
  const units = axisUnits(days);
  const tops = topsWithin(units, shared?.heights?.top ?? ownTop(days));
  const axes = useMemo(() => shared && cutAt(shared, shown.top, units), [shared, shown.top, units]);
  const beside = useDewPoints(days, vn, choices);
  return {
    name,
    plots: data,
    error,
    isFetching,
    refetch,
    current,
    choices,
    days,
    see,
    shared,
    tops,
    axes,
    beside,
  };
}

type Month = ReturnType<typeof useMonth>;

/** The current day above the calendar of its month. */
function MonthPlots(props: {
  readonly ds: string;
  readonly date: string;
  readonly month: Month;
  readonly top: Shown['top'];
  readonly onOpen: (plot: Quicklook) => void;
}) {
  const { ds, date, month, top, onOpen } = props;
  const { current, choices, days, axes, beside } = month;
  return (
    <>
      {current && <DayPanel plot={current} {...{ ds, choices, top }} axes={month.shared} />}
      <MonthGrid
        {...{ days, axes, beside, onOpen }}
        month={month.name}
        date={current?.dated ?? date}
        onSeen={month.see}
      />
      <AxesNote days={days} axes={axes} />
      <PlotsKey />
    </>
  );
}

/** The day that is shown large, if there is one, with steps to its neighbours. */
function OpenedPlot(props: {
  readonly ds: string;
  readonly month: Month;
  readonly limits: Limits;
  readonly opened: ReturnType<typeof useOpened>;
}) {
  const { ds, month, limits, opened } = props;
  const { days, axes } = month;
  const at = days.findIndex(({ plot }) => plot.dated === opened.opened);
  const plot = days[at]?.plot;
  if (!plot) return null;
  const hasEarlier = at > 0 || monthOf(limits.first) < month.name;
  const hasLater = at < days.length - 1 || monthOf(limits.last) > month.name;
  return (
    <Suspense>
      <Enlarged
        {...{ plot, ds, axes }}
        earlier={hasEarlier ? () => void opened.step(-1) : null}
        later={hasLater ? () => void opened.step(1) : null}
        busy={opened.busy}
        onClose={opened.close}
      />
    </Suspense>
  );
}

/**
 * The plot of a day, else of the one before it, else the first of the month; undefined: there is
 * none that can be read.
 */
const nearestPlot = (plots: readonly Quicklook[], date: string): Quicklook | undefined => {
  const readable = plots.filter(({ url }) => hasDay(url));
  return readable.findLast(({ dated }) => dated <= date) ?? readable[0];
};

/**
 * The day that is shown above its month: whether it has arrived, and all variables that have a plot
 * on it.
 */
function useCurrent(of: {
  readonly ds: string;
  readonly vn: string;
  readonly date: string;
  readonly plots: readonly Quicklook[];
  readonly choices: readonly MeasuredChoice[];
}) {
  const { ds, vn, date, plots, choices } = of;
  const config = useConfig();
  const current = nearestPlot(plots, date);
  const whole = useQuery({
    ...dayQuery(current ?? { url: '', dated: '', vn }, 'full'),
    enabled: current !== undefined,
  });
  const names = useQuery({
    ...variablesOfDayQuery(config, ds, current?.dated ?? date),
    enabled: current !== undefined,
  });
  return { current, isDrawn: !whole.isPending, choices: withNames(choices, names.data ?? []) };
}

const axisUnits = (days: readonly MonthDay[]): string => {
  const samples = days.find(({ day }) => day?.samples)?.day?.samples;
  return samples && samples.kind !== 'line' ? samples.axis.units : '';
};

const ownTop = (days: readonly MonthDay[]): number =>
  heightsOf(days.flatMap(({ day }) => (day ? [day] : [])))?.top ?? 0;

/** The dew points of the days that are known, where temperature is shown and both have plots. */
function useDewPoints(
  days: readonly MonthDay[],
  vn: string,
  choices: readonly MeasuredChoice[],
): ReadonlyMap<string, ProfileDay> {
  const names = soundingOf(choices);
  const isWanted =
    names?.temperature === vn && days.some(({ day }) => day?.samples?.kind === 'profile');
  const plots = isWanted
    ? days.flatMap(({ plot, day }) => {
        const dew = day && siblingPlot(plot, names.dewPoint);
        return dew ? [dew] : [];
      })
    : NONE;
  const { days: dews } = useMonthDays(plots, true);
  return new Map(
    dews.flatMap(({ plot, day }) =>
      day?.samples?.kind === 'profile' ? [[plot.dated, day.samples] as const] : [],
    ),
  );
}

type Limits = { readonly first: string; readonly last: string };

/** The day that is shown large, and the steps from it, which may lead to other months. */
function useOpened(of: {
  readonly ds: string;
  readonly vn: string;
  readonly onDate: (date: string) => void;
  readonly limits: Limits;
}) {
  const { ds, vn, onDate, limits } = of;
  const config = useConfig();
  const client = useQueryClient();
  const [opened, setOpened] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const open = ({ dated }: Pick<Quicklook, 'dated'>): void => {
    setOpened(dated);
    onDate(dated);
  };
  const step = async (way: Way): Promise<void> => {
    if (opened === null) return;
    setBusy(true);
    try {
      const next = await neighbourDay(client, config, { ds, vn, date: opened }, way, limits);
      if (next) open(next);
    } catch (error) {
      console.error('Quicklooks:', error);
    } finally {
      setBusy(false);
    }
  };
  return { opened, open, close: () => setOpened(null), step, busy };
}
