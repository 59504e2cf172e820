// The plots of one variable, month by month.
import { formatCompactDay, formatDay, parseCompact } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import { plural } from '../../lib/plural.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimeInput } from '../../ui/date-time-input.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { addMonths, dashed, monthOf } from './month.ts';
import { MonthGrid } from './month-grid.tsx';
import { today } from './plots-address.ts';
import { monthQuery } from './plots-queries.ts';

export function Thumbs(props: {
  readonly ds: string;
  readonly vn: string;
  /** YYYYMMDD; its month is shown. */
  readonly date: string;
  readonly onDate: (date: string) => void;
}) {
  const { ds, vn, date, onDate } = props;
  const config = useConfig();
  const month = monthOf(date);
  const { data, error, isFetching, refetch } = useQuery(monthQuery(config, { ds, vn, month }));
  return (
    <section aria-label={`Plots of ${vn}`}>
      <MonthBar date={date} onDate={onDate} plots={data?.length ?? null} />
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
      {data && data.length > 0 && (
        <MonthGrid
          key={`${vn} ${month}`}
          ds={ds}
          month={month}
          date={date}
          plots={data}
          onDate={onDate}
        />
      )}
    </section>
  );
}

/** First month that can be chosen (part 3 section 9). */
const FIRST_DAY = '19910101';

function MonthBar(props: {
  readonly date: string;
  readonly onDate: (date: string) => void;
  readonly plots: number | null;
}) {
  const { date, onDate, plots } = props;
  const last = today();
  const start = parseCompact(FIRST_DAY) ?? 0;
  const end = (parseCompact(last) ?? 0) + 86_399;
  const later = addMonths(date, 1);
  const go = (next: string): void =>
    onDate(next > last ? last : next < FIRST_DAY ? FIRST_DAY : next);
  return (
    <div className="mb-3 flex flex-wrap items-start gap-2">
      <Button
        icon
        aria-label="Earlier month"
        disabled={monthOf(date) <= monthOf(FIRST_DAY)}
        onClick={() => go(addMonths(date, -1))}
      >
        <ChevronLeft size={17} aria-hidden />
      </Button>
      <Button
        icon
        aria-label="Later month"
        disabled={monthOf(later) > monthOf(last)}
        onClick={() => go(later)}
      >
        <ChevronRight size={17} aria-hidden />
      </Button>
      <DateTimeInput
        label="Day"
        edge="start"
        dateOnly
        value={parseCompact(date)}
        bounds={{ start, end }}
        onChange={(seconds) => onDate(formatCompactDay(seconds))}
        className="w-44"
      />
      <p role="status" className="mt-1.5 text-ink-2">
        {formatDay(parseCompact(date) ?? 0).slice(0, 7)}
        {plots !== null && ` · ${plural(plots, 'plot')}`}
      </p>
    </div>
  );
}
