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

export function Thumbs(props: {
  readonly ds: string;
  readonly vn: string;
  /** YYYYMMDD; its month is shown. */
  readonly date: string;
  /** First and last day with data, YYYYMMDD; null while they are not known. */
  readonly bounds: { readonly first: string; readonly last: string } | null;
  readonly onDate: (date: string) => void;
  /** The variables of the datastream that have plots. */
  readonly choices: readonly MeasuredChoice[];
}) {
  const { ds, vn, date, bounds, onDate } = props;
  const config = useConfig();
  const month = monthOf(date);
  const { data, error, isFetching, refetch } = useQuery(monthQuery(config, { ds, vn, month }));
  const [shown, setShown] = useState<Shown>(
    () => readStored(SHOWN, shownSchema) ?? { scale: 'month', form: 'plots', top: null },
  );
  const { current, isDrawn, choices } = useCurrent({ ...props, plots: data ?? NONE });
  const { days, see } = useMonthDays(data ?? NONE, shown.form === 'table', isDrawn);
  const shared = useSharedAxes(days, shown.scale === 'month');
  const units = axisUnits(days);
  const tops = topsWithin(units, shared?.heights?.top ?? ownTop(days));
  const axes = useMemo(() => shared && cutAt(shared, shown.top, units), [shared, shown.top, units]);
  const beside = useDewPoints(days, vn, choices);
  const limits = bounds ?? { first: FIRST_DAY, last: today() };
  const { opened, open, close, step, busy } = useOpened({ ds, vn, onDate, limits });
  const at = days.findIndex(({ plot }) => plot.dated === opened);
  const plot = days[at]?.plot;
  const onShown = (next: Shown): void => {
    setShown(next);
    writeStored(SHOWN, next);
  };
  return (
    <section aria-label={`Plots of ${vn}`} className="min-w-0">
      <MonthBar
        date={date}
        onDate={onDate}
        plots={data?.length ?? null}
        shown={shown}
        onShown={onShown}
        tops={tops}
      />
      {error && (
        <FailurePanel
          what="The plots could not be looked up."
          why={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <Skeleton className="h-[32rem]" />}
      {data?.length === 0 && (
        <p role="alert" className="rounded-lg border border-warn/50 bg-warn-soft px-4 py-3">
          No plots found for datastream {ds} during {dashed(month)}
        </p>
      )}
      {data && data.length > 0 && shown.form === 'plots' && (
        <>
          {current && (
            <DayPanel plot={current} {...{ ds, choices }} axes={shared} top={shown.top} />
          )}
          <MonthGrid
            {...{ month, days, axes, beside }}
            date={current?.dated ?? date}
            onSeen={see}
            onOpen={open}
          />
          <AxesNote days={days} axes={axes} />
          <PlotsKey />
        </>
      )}
      {data && data.length > 0 && shown.form === 'table' && (
        <MonthTable month={month} days={days} onOpen={open} />
      )}
      <DayLinks ds={ds} vn={vn} date={date} />
      {plot && (
        <Suspense>
          <Enlarged
            plot={plot}
            ds={ds}
            axes={axes}
            earlier={at > 0 || monthOf(limits.first) < month ? () => void step(-1) : null}
            later={at < days.length - 1 || monthOf(limits.last) > month ? () => void step(1) : null}
            busy={busy}
            onClose={close}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The plot of a day, else of the one before it, else the first of the month; undefined: there is none that can be read. */
const nearestPlot = (plots: readonly Quicklook[], date: string): Quicklook | undefined => {
  const readable = plots.filter(({ url }) => hasDay(url));
  return readable.findLast(({ dated }) => dated <= date) ?? readable[0];
};

/** The day that is shown above its month: whether it has arrived, and all variables that have a plot on it. */
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
