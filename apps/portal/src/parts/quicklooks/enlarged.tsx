// A plot at full size with its reports; the days before and after it are a step away, also across
// months.
import { rangeOfDay } from '@isobar/contract/quicklooks/ranges.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { Quicklook } from '../../lib/search/plan-quicklooks.ts';
import { useTheme } from '../../lib/theme.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { BigPlot, ClassKey, Launches } from './big-plot.tsx';
import type { Axes } from './day-drawing.tsx';
import { DayLinks } from './day-links.tsx';
import { DayReports } from './day-reports.tsx';
import { dashed } from './month.ts';
import { dayQuery, hasDay } from './plots-queries.ts';
import { ownAxes } from './small-plot.tsx';
import { plotName } from './thumb.tsx';

export function Enlarged(props: {
  readonly plot: Quicklook;
  readonly ds: string;
  /** The axes of the month; null: the day has its own. */
  readonly axes: Axes | null;
  /** Null: there is no day before or after it. */
  readonly earlier: (() => void) | null;
  readonly later: (() => void) | null;
  /** The day before or after is being looked for. */
  readonly busy: boolean;
  /** The labels of the steps. */
  readonly steps?: readonly [before: string, after: string];
  readonly onClose: () => void;
}) {
  const { plot, ds, axes, earlier, later, busy, onClose } = props;
  const [before, after] = props.steps ?? ['Earlier day', 'Later day'];
  const [theme] = useTheme();
  return (
    <Dialog
      open
      onClose={onClose}
      width="900px"
      title={dashed(plot.dated)}
      description={
        <span className="font-mono text-sm break-all">
          {ds} · {plot.vn}
        </span>
      }
      footer={
        <>
          <a
            className={`${buttonClass({ look: 'quiet' })} mr-auto`}
            href={theme === 'dark' && hasDay(plot.url) ? `${plot.url}?theme=dark` : plot.url}
            target="_blank"
            rel="noreferrer"
          >
            <ExternalLink size={15} aria-hidden />
            Open image
          </a>
          <Button disabled={!earlier || busy} onClick={() => earlier?.()}>
            <ChevronLeft size={16} aria-hidden />
            {before}
          </Button>
          <Button disabled={!later || busy} onClick={() => later?.()}>
            {after}
            <ChevronRight size={16} aria-hidden />
          </Button>
        </>
      }
    >
      {hasDay(plot.url) ? (
        <Drawn key={plot.url} plot={plot} axes={axes} />
      ) : (
        <Picture key={plot.url} plot={plot} />
      )}
      <DayLinks ds={ds} vn={plot.vn} date={plot.dated} />
    </Dialog>
  );
}

function Drawn({ plot, axes }: { readonly plot: Quicklook; readonly axes: Axes | null }) {
  const small = useQuery({ ...dayQuery(plot, 'small'), enabled: false });
  const { data, error, isFetching, refetch } = useQuery(dayQuery(plot, 'full'));
  const day = data ?? small.data;
  if (!day) {
    return error ? (
      <FailurePanel
        what="The plot could not be drawn."
        why={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton className="h-[21rem]" />
    );
  }
  const own = ownAxes(day);
  return (
    <>
      <p className="mb-1 text-ink-2">
        {day.longName || plot.vn}
        {day.units && ` (${day.units})`}
        {day.every > 1 && ` · one in ${day.every} samples shown`}
      </p>
      {own && rangeOfDay(day) ? (
        <BigPlot day={day} axes={axes ?? own} label={`Plot of ${plotName(plot)}`} />
      ) : (
        <p className="grid h-40 place-items-center bg-sunk text-ink-2">
          No valid values on this day.
        </p>
      )}
      {day.samples?.kind === 'image' && <ClassKey image={day.samples} />}
      <Launches day={day} />
      <DayReports reports={day.reports} />
    </>
  );
}

/** A plot from another archive, as it is. */
function Picture({ plot }: { readonly plot: Quicklook }) {
  const [state, setState] = useState<{ tries: number; failed: boolean }>({
    tries: 0,
    failed: false,
  });
  if (state.failed) {
    return (
      <FailurePanel
        what="The plot could not be drawn."
        onRetry={() => setState({ tries: state.tries + 1, failed: false })}
      />
    );
  }
  return (
    <img
      key={state.tries}
      src={state.tries === 0 ? plot.url : `${plot.url}?size=full`}
      alt={`Plot of ${plotName(plot)}`}
      className="h-auto w-full rounded bg-white"
      onError={() => setState({ ...state, failed: true })}
    />
  );
}
