// The days of a month as data: those in view are fetched first, the others once those have arrived.
import type { DayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { heightsOf, sharedRange } from '@isobar/contract/quicklooks/ranges.ts';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Quicklook } from '../../lib/search/plan-quicklooks.ts';
import type { Axes } from './day-drawing.tsx';
import { dayQuery, hasDay } from './plots-queries.ts';
import { withRoom } from './small-plot.tsx';

export type MonthDay = {
  readonly plot: Quicklook;
  /** Undefined until the server has answered. */
  readonly day: DayAnswer | undefined;
  readonly failed: boolean;
};

/**
 * `all`: fetches all days at once, whether or not they are in view. `ready`: what is above them has
 * arrived, so that they may follow even if none is in view.
 */
export function useMonthDays(plots: readonly Quicklook[], all: boolean, ready = false) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [rest, setRest] = useState(typeof IntersectionObserver === 'undefined');
  const results = useQueries({
    queries: plots.map((plot) => ({
      ...dayQuery(plot, 'small'),
      enabled: hasDay(plot.url) && (all || rest || seen.has(plot.dated)),
    })),
  });
  const pending = plots.some((plot, i) => seen.has(plot.dated) && results[i]?.isPending);
  useEffect(() => {
    if ((seen.size > 0 || ready) && !pending) setRest(true);
  }, [seen, pending, ready]);
  const see = useCallback((dated: string) => {
    setSeen((before) => (before.has(dated) ? before : new Set([...before, dated])));
  }, []);
  const days = plots.map(
    (plot, i): MonthDay => ({
      plot,
      day: results[i]?.data,
      failed: results[i]?.isError ?? false,
    }),
  );
  return { days, see };
}

/** One pair of axes for all of them, the same object until one of its ends moves. */
export function useSharedAxes(days: readonly MonthDay[], wanted: boolean): Axes | null {
  const axes = wanted ? sharedAxes(days) : null;
  const [kept, keep] = useState(axes);
  if (JSON.stringify(kept) === JSON.stringify(axes)) return kept;
  keep(axes);
  return axes;
}

/**
 * One pair of axes for all of them; null while nothing is drawn. Days with a report of incorrect
 * data stretch no axis, unless every day has such a report.
 */
function sharedAxes(days: readonly MonthDay[]): Axes | null {
  const known = days.flatMap(({ day }) => (day ? [day] : []));
  const trusted = known.filter(({ reports }) => !reports?.some(({ code }) => code === INCORRECT));
  const [first] = known;
  const values = sharedRange(trusted) ?? sharedRange(known);
  return values && first ? { values: withRoom(values, first), heights: heightsOf(known) } : null;
}

const INCORRECT = 4;

/** Calls back once, when an element comes into view. */
export function useInView(onSeen: () => void) {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || typeof IntersectionObserver === 'undefined') return;
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        onSeen();
        observer.disconnect();
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [onSeen],
  );
}
