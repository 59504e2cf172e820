// The day at full width above its month: curtains of one instrument on one axis of time, soundings,
// or a line; and what reports say.
import type { DayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { rangeOfDay } from '@isobar/contract/quicklooks/ranges.ts';
import { useQuery } from '@tanstack/react-query';
import type { Quicklook } from '../../lib/search/plan-quicklooks.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { BigPlot } from './big-plot.tsx';
import { Curtains } from './curtains.tsx';
import type { Axes } from './day-drawing.tsx';
import { DayReports, FailedChecks } from './day-reports.tsx';
import { cutAt, type Top } from './day-values.ts';
import { linkedTo, type MeasuredChoice, soundingOf } from './linked.ts';
import { dashed } from './month.ts';
import { dayQuery, siblingPlot } from './plots-queries.ts';
import { ownAxes } from './small-plot.tsx';
import { Soundings } from './soundings.tsx';

export function DayPanel(props: {
  readonly plot: Quicklook;
  readonly ds: string;
  /** The axes of the month; null: the day has its own. */
  readonly axes: Axes | null;
  readonly top: Top;
  /** The variables of the datastream that have plots. */
  readonly choices: readonly MeasuredChoice[];
}) {
  const { plot, ds, top } = props;
  const { data: day, error, isFetching, refetch } = useQuery(dayQuery(plot, 'full'));
  const name = dashed(plot.dated);
  return (
    <section aria-label={`The day ${name}`} className="mb-8 min-w-0">
      <p className="mb-1 flex flex-wrap items-baseline gap-x-3">
        <b className="title-2">{name}</b>
        <span className="min-w-0 text-ink-2">
          {day && (day.longName || plot.vn)}
          {day?.units && ` (${day.units})`}
          {day && day.every > 1 && ` · one in ${day.every} samples shown`}
        </span>
      </p>
      {!day && error && (
        <FailurePanel
          what="The plot could not be drawn."
          why={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!day && !error && <Skeleton className="h-[24rem]" />}
      {day && (
        <Drawn {...props} key={plot.url} day={day} axes={axesOf(day, props.axes, top)} ds={ds} />
      )}
      {day && <FailedChecks day={day} />}
      {day && <DayReports reports={day.reports} />}
    </section>
  );
}

function axesOf(day: DayAnswer, shared: Axes | null, top: Top): Axes | null {
  const own = ownAxes(day);
  const axes = own && (shared ?? own);
  const { samples } = day;
  return axes && samples && samples.kind !== 'line' ? cutAt(axes, top, samples.axis.units) : axes;
}

function Drawn(props: {
  readonly plot: Quicklook;
  readonly ds: string;
  readonly day: DayAnswer;
  readonly axes: Axes | null;
  readonly choices: readonly MeasuredChoice[];
}) {
  const { plot, ds, day, axes, choices } = props;
  if (!axes || !rangeOfDay(day))
    return (
      <p className="grid h-40 place-items-center bg-sunk text-ink-2">
        No valid values on this day.
      </p>
    );
  if (day.samples?.kind === 'image')
    return (
      <Curtains
        {...{ plot, ds, day, axes }}
        linked={linkedTo(choices, plot.vn).flatMap(({ varName }) => {
          const sibling = siblingPlot(plot, varName);
          return sibling ? [sibling] : [];
        })}
      />
    );
  if (day.samples?.kind === 'profile')
    return <Soundings {...{ plot, day, axes }} names={soundingOf(choices)} />;
  return <BigPlot day={day} axes={axes} label={`The day: ${plot.vn} on ${dashed(plot.dated)}`} />;
}
